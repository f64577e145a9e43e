/// A place in a text file, with the line that is shown.
struct PrintedPlace: Hashable, Sendable {
  /// As the user named the file.
  var file: String
  /// 1-based.
  var line: Int
  /// 1-based, in characters (Unicode scalars).
  var column: Int
  /// Characters from `column` on that are wrong; 0 where something is missing.
  var length: Int
  /// The whole line without its end; nil if it cannot be shown.
  var sourceLine: String?
  /// A few words behind the caret; empty if the message says it all.
  var label: String

  init(
    file: String, line: Int, column: Int, length: Int = 1, sourceLine: String? = nil,
    label: String = ""
  ) {
    self.file = file
    self.line = line
    self.column = column
    self.length = length
    self.sourceLine = sourceLine
    self.label = label
  }
}
