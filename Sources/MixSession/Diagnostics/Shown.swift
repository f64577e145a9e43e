/// Numbers, names and lists as messages show them.
enum Shown {
  /// Words of the user: on one line, nothing that a terminal would obey, cut with … if long.
  static func word(_ text: String) -> String {
    var shown = ""
    for (count, scalar) in text.unicodeScalars.enumerated() {
      if count == 40 { return shown + "…" }
      switch scalar.properties.generalCategory {
      case .control, .format, .surrogate, .lineSeparator, .paragraphSeparator, .privateUse,
        .unassigned:
        let digits = String(scalar.value, radix: 16, uppercase: true)
        shown += "U+" + String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
      default:
        shown.unicodeScalars.append(scalar)
      }
    }
    return shown
  }

  /// A number as it was typed, with a minus sign in place of a hyphen.
  static func typedNumber(_ text: String) -> String {
    let shown = word(text)
    return shown.utf8.first == UInt8(ascii: "-") ? "−" + shown.dropFirst() : shown
  }

  /// "−6", "0.25", "−inf".
  static func number(_ value: Double) -> String {
    if value.isInfinite { return value < 0 ? "−inf" : "inf" }
    if value == value.rounded(), abs(value) < 1e15 {
      return value < 0 ? "−\(Int64(-value))" : "\(Int64(value))"
    }
    return value < 0 ? "−\(-value)" : "\(value)"
  }

  /// The shortest text that means the same 32-bit number.
  static func number(_ value: Float) -> String {
    guard value.isFinite, value != value.rounded() else { return number(Double(value)) }
    return value < 0 ? "−\(-value)" : "\(value)"
  }

  /// "−inf…12 dB"
  static func range(_ low: String, _ high: String, unit: String) -> String {
    "\(low)…\(high)" + (unit.isEmpty ? "" : " \(unit)")
  }

  /// `"left", "right" or "none"`
  static func choice(_ words: [String]) -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " or " + last
  }

  /// What a word was perhaps meant to be, and what there is to choose from while that is little.
  static func help(nearest: String?, all: String?) -> String? {
    switch (nearest, all) {
    case (let nearest?, let all?): "did you mean '\(nearest)'? \(all)"
    case (let nearest?, nil): "did you mean '\(nearest)'?"
    case (nil, let all): all
    }
  }
}
