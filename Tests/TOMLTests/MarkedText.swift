import TOML

/// A text in which `«` and `»` stand around the part that an error must point at.
///
/// The marks are not part of the text. A single `«` is an empty part.
struct MarkedText {
  let text: String
  /// The marked part; nil if there is none.
  let range: SourceRange?

  init(_ marked: String) {
    var text = ""
    var start: SourcePosition?
    var end: SourcePosition?
    var line = 1
    var column = 1
    for scalar in marked.unicodeScalars {
      let here = SourcePosition(offset: text.utf8.count, line: line, column: column)
      switch scalar {
      case "«": start = here
      case "»": end = here
      default:
        text.unicodeScalars.append(scalar)
        column = scalar == "\n" ? 1 : column + 1
        line += scalar == "\n" ? 1 : 0
      }
    }
    self.text = text
    range = start.map { SourceRange(start: $0, end: end ?? $0) }
  }
}
