/// A time of day. Hour 0…23, minute 0…59, second 0…60 (60: a leap second), nanosecond 0…999999999.
///
/// Finer fractions than nanoseconds are cut off, as the language asks for. A time without seconds
/// (TOML 1.1) has second 0.
public struct TOMLLocalTime: Hashable, Sendable {
  public let nanosecond: Int32
  public let hour: Int8
  public let minute: Int8
  public let second: Int8

  public init(hour: Int8, minute: Int8, second: Int8, nanosecond: Int32) {
    self.hour = hour
    self.minute = minute
    self.second = second
    self.nanosecond = nanosecond
  }
}
