/// A value and where it is written.
///
/// `range` is the value as it stands in the text, quotes, brackets and braces included, so that a
/// number can be shown as it was typed. For a table made by a header, and for each element of an
/// array of tables, it is that header; for an array of tables, its first header; for a table made
/// only by a longer key or header (`a` in `a.b = 1` and in `[a.b]`), that name.
public struct TOMLValue: Sendable {
  public enum Kind: Sendable {
    case string(String)
    case integer(Int64)
    /// Infinities and NaN included.
    case float(Double)
    case boolean(Bool)
    case offsetDateTime(TOMLOffsetDateTime)
    case localDateTime(TOMLLocalDateTime)
    case localDate(TOMLLocalDate)
    case localTime(TOMLLocalTime)
    case array([TOMLValue])
    case table(TOMLTable)
  }

  public let kind: Kind
  public let range: SourceRange

  public init(kind: Kind, range: SourceRange) {
    self.kind = kind
    self.range = range
  }

  /// What people call a value of this kind, with its article: "a string", "an integer".
  public var kindName: String {
    switch kind {
    case .string: "a string"
    case .integer: "an integer"
    case .float: "a float"
    case .boolean: "a boolean"
    case .offsetDateTime, .localDateTime: "a date and time"
    case .localDate: "a date"
    case .localTime: "a time"
    case .array: "an array"
    case .table: "a table"
    }
  }
}
