import Glibc

/// Which characters the terminal of this locale can show.
enum TextEncoding: Sendable {
  case utf8, ascii

  /// What the locale says. `setlocale(LC_CTYPE, "")` must have been called.
  static func ofLocale() -> TextEncoding {
    guard let name = nl_langinfo(nl_item(CODESET)) else { return .ascii }
    return String(cString: name).lowercased() == "utf-8" ? .utf8 : .ascii
  }

  /// The text in characters that can be shown; in ASCII signs become similar ones and what has no
  /// similar one a question mark per cell.
  func encoded(_ text: String) -> String {
    guard self == .ascii, !text.utf8.allSatisfy({ $0 < 0x80 }) else { return text }
    var encoded = ""
    for scalar in text.unicodeScalars {
      if scalar.isASCII {
        encoded.unicodeScalars.append(scalar)
      } else {
        encoded +=
          Self.similar(scalar)
          ?? String(repeating: "?", count: TextWidth.cells(of: scalar))
      }
    }
    return encoded
  }

  /// The sign of a text that was cut.
  var ellipsis: String { self == .utf8 ? "…" : "..." }

  /// The sign in front of negative numbers that people read.
  var minus: String { self == .utf8 ? "−" : "-" }

  private static func similar(_ scalar: Unicode.Scalar) -> String? {
    switch scalar {
    case "−", "–", "‐", "‑": "-"
    case "—": "--"
    case "…": "..."
    case "‘", "’": "'"
    case "“", "”", "„": "\""
    case "«": "<<"
    case "»": ">>"
    case "×": "x"
    case "±": "+-"
    case "←": "<-"
    case "→": "->"
    case "↑": "^"
    case "↓": "v"
    case "\u{A0}": " "
    default: nil
    }
  }
}
