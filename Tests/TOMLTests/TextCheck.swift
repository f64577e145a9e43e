import TOML
import Testing

/// What holds for every text, valid or not.
enum TextCheck {
  /// Errors lie inside the text, are in its order, and their lines and columns are those of their
  /// offsets, counted here in the plainest way.
  static func checkErrors(
    of result: TOMLResult, in text: [UInt8], _ comment: Comment,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    var last = 0
    for error in result.errors {
      let start = error.range.start
      let isGood =
        start.offset >= last && error.range.end.offset <= text.count
        && start.offset <= error.range.end.offset && !error.message.isEmpty
        && isPlaced(start, in: text) && error.message.last != "."
      if !isGood {
        Issue.record("\(error) \(comment)", sourceLocation: sourceLocation)
      }
      last = start.offset
    }
  }

  private static func isPlaced(_ position: SourcePosition, in text: [UInt8]) -> Bool {
    let before = text[..<position.offset]
    let lineStart = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    let line = before.count { $0 == 0x0A } + 1
    var column = before[lineStart...].count { $0 & 0xC0 != 0x80 } + 1
    if lineStart == 0, before.starts(with: [0xEF, 0xBB, 0xBF]) {
      column -= 1
    }
    return position.line == line && position.column == column
  }
}
