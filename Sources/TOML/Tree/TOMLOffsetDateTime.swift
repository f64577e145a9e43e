/// An instant: a date and a time of day with their difference from UTC.
///
/// `offsetMinutes` is −1439…1439, positive east of Greenwich; `Z` and `-00:00` are 0.
public struct TOMLOffsetDateTime: Hashable, Sendable {
  public let date: TOMLLocalDate
  public let time: TOMLLocalTime
  public let offsetMinutes: Int16

  public init(date: TOMLLocalDate, time: TOMLLocalTime, offsetMinutes: Int16) {
    self.date = date
    self.time = time
    self.offsetMinutes = offsetMinutes
  }
}
