/// A day of the (proleptic Gregorian) calendar. Year 0…9999, month 1…12, day 1…31.
public struct TOMLLocalDate: Hashable, Sendable {
  public let year: Int16
  public let month: Int8
  public let day: Int8

  public init(year: Int16, month: Int8, day: Int8) {
    self.year = year
    self.month = month
    self.day = day
  }

  /// How many days a month (1…12) has.
  static func dayCount(year: Int, month: Int) -> Int {
    switch month {
    case 4, 6, 9, 11: 30
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    default: 31
    }
  }
}
