/// Text of the user as messages quote it: short, on one line, nothing invisible.
enum ShownText {
  private static let limit = 40

  /// A word of the text, cut with … if it is long.
  static func word(_ text: String) -> String {
    var shown = ""
    var count = 0
    for scalar in text.unicodeScalars {
      if count == limit {
        return shown + "…"
      }
      shown += isVisible(scalar) || scalar == " " ? String(scalar) : name(of: scalar)
      count += 1
    }
    return shown
  }

  /// One character in quotes, or its number if it cannot be seen.
  static func character(_ scalar: Unicode.Scalar) -> String {
    scalar == "'" ? "\"'\"" : isVisible(scalar) ? "'\(scalar)'" : name(of: scalar)
  }

  /// The usual name of a character by its number: U+00E9.
  static func name(of scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
  }

  private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII {
      return scalar.value > 0x20 && scalar.value < 0x7F
    }
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
      .paragraphSeparator, .spaceSeparator:
      return false
    default:
      return true
    }
  }
}
