/// One line of a program's listing.
public struct ListingLine: Hashable, Sendable {
  /// What is done: "push", "edit", "fader", "mix", "add", "copy", "raise", "pop", "record",
  /// "output", "trim", "eq", "sweep", "align", "update", "adapt".
  public let operation: String
  /// To what: an address, or a number.
  public let operand: String
  /// With which values, for people.
  public let remark: String

  init(_ operation: String, _ operand: String, _ remark: String) {
    self.operation = operation
    self.operand = operand
    self.remark = remark
  }

  /// The line in three columns.
  public var text: String {
    var text = operation
    text += String(repeating: " ", count: max(8 - text.count, 1)) + operand
    if !remark.isEmpty { text += String(repeating: " ", count: max(27 - text.count, 1)) + remark }
    return text
  }
}
