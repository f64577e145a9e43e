/// How many cells of a terminal a text takes.
///
/// The C library's `wcwidth` answers for the locale of the process alone; this gives the same
/// answers for UTF-8 whatever the locale is (a test compares them), so that a layout is a pure
/// function. Source: Unicode Standard Annex 11, classes W and F.
enum TextWidth {
  /// 0 for combining marks and invisible characters, 2 for wide ones, else 1.
  static func cells(of scalar: Unicode.Scalar) -> Int {
    let value = scalar.value
    if value < 0x300 { return value < 0x20 || (0x7F..<0xA0).contains(value) ? 0 : 1 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .lineSeparator, .paragraphSeparator: return 0
    default: break
    }
    if (0x1160...0x11FF).contains(value) || (0xD7B0...0xD7FB).contains(value) { return 0 }
    if value < 0x1100 { return 1 }
    if wide.contains(where: { $0.contains(value) }) { return 2 }
    let isFlagLetter = (0x1F1E6...0x1F1FF).contains(value)
    return scalar.properties.isEmojiPresentation && !isFlagLetter ? 2 : 1
  }

  static func cells(of text: some StringProtocol) -> Int {
    text.unicodeScalars.reduce(0) { $0 + cells(of: $1) }
  }

  /// The text in at most `limit` cells; what does not fit is cut off and an ellipsis says so.
  static func cut(_ text: String, to limit: Int, _ encoding: TextEncoding) -> String {
    if cells(of: text) <= limit { return text }
    let ellipsis = encoding.ellipsis
    let room = limit - cells(of: ellipsis)
    // An ellipsis alone says less than a few letters do.
    return room >= cells(of: ellipsis)
      ? head(of: text, upTo: room) + ellipsis : head(of: text, upTo: limit)
  }

  /// The text in exactly `width` cells: cut, or followed by spaces.
  static func padded(_ text: String, to width: Int, _ encoding: TextEncoding) -> String {
    let fitted = cut(text, to: width, encoding)
    return fitted + String(repeating: " ", count: max(0, width - cells(of: fitted)))
  }

  /// The text behind as many spaces as it takes to fill `width` cells; never cut.
  static func aligned(_ text: String, to width: Int) -> String {
    String(repeating: " ", count: max(0, width - cells(of: text))) + text
  }

  /// As many whole characters as fit.
  private static func head(of text: String, upTo limit: Int) -> String {
    var head = ""
    var used = 0
    for character in text {
      let width = cells(of: String(character))
      if used + width > limit { break }
      used += width
      head.append(character)
    }
    return head
  }

  // Wide signs and pictures below U+1F300 that are emoji by default come from the property instead.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2329...0x232A, 0x2630...0x2637, 0x268A...0x268F, 0x2E80...0x303E,
    0x3041...0x4DBF, 0x4DC0...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF,
    0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18DFF,
    0x1AFF0...0x1B2FF, 0x1D300...0x1D376, 0x1F200...0x1F320, 0x20000...0x3FFFD,
  ]
}
