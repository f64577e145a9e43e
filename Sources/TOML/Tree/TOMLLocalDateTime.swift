/// A date and a time of day, of no particular place.
public struct TOMLLocalDateTime: Hashable, Sendable {
  public let date: TOMLLocalDate
  public let time: TOMLLocalTime

  public init(date: TOMLLocalDate, time: TOMLLocalTime) {
    self.date = date
    self.time = time
  }
}
