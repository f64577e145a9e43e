import MixSession
import TOML

/// A session in which `«` and `»` stand around the part that a message must point at.
///
/// The marks are not part of the text. A single `«` is an empty part.
struct MarkedSession {
  let text: String
  /// The marked part, as a range of its place.
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

  /// All that is said about the session.
  var diagnostics: [Diagnostic] {
    SessionReader.read(bytes: Array(text.utf8), file: "set.toml").diagnostics
  }
}

extension Diagnostic {
  /// As it is printed, without the source line.
  var text: String {
    var lines = ["\(place.file):\(place.line):\(place.column): \(severity.rawValue): \(message)"]
    lines += notes.map {
      "\($0.place.file):\($0.place.line):\($0.place.column): note: \($0.message)"
    }
    if let help { lines.append("help: \(help)") }
    return lines.joined(separator: "\n")
  }
}

/// Reads a session that must be right.
func plan(
  _ text: String, settings: [String] = [], paths: [String: SessionPath] = [:]
) throws -> SessionPlan {
  let read = SessionReader.read(
    bytes: Array(text.utf8), file: "set.toml", settings: settings, paths: paths)
  guard let plan = read.plan else { throw WrongSession(text: read.diagnostics.map(\.text)) }
  return plan
}

struct WrongSession: Error {
  let text: [String]
}
