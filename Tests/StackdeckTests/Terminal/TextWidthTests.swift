import Glibc
import Testing

@testable import stackdeck

@Suite struct TextWidthTests {
  @Test(arguments: [
    ("", 0), ("abc", 3), ("−3.1", 4), ("e\u{301}", 1), ("音響", 4), ("▇▆", 2), ("👍", 2),
    ("a\u{200B}b", 2), ("ｱ", 1), ("Ａ", 2), ("한글", 4), ("‖", 1), ("▶", 1),
  ])
  func `text has the width that terminals give it`(_ text: String, _ cells: Int) {
    #expect(TextWidth.cells(of: text) == cells)
  }

  /// The C library's table is that of some year's Unicode, so a few scalars may differ.
  @Test func `widths are those of the C library but for a few scalars in a thousand`() {
    // Swift's Glibc module does not show the function.
    guard let locale = newlocale(LC_CTYPE_MASK, "C.UTF-8", nil),
      let symbol = dlsym(nil, "wcwidth")
    else {
      Issue.record("this C library has no wcwidth, or no locale C.UTF-8")
      return
    }
    let wcwidth = unsafeBitCast(symbol, to: (@convention(c) (wchar_t) -> Int32).self)
    let before = uselocale(locale)
    defer {
      uselocale(before)
      freelocale(locale)
    }
    var compared = 0
    var different: [UInt32] = []
    for value in UInt32(0x20)..<0x30000 {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let expected = wcwidth(wchar_t(value))
      if expected < 0 { continue }
      compared += 1
      if TextWidth.cells(of: scalar) != Int(expected) { different.append(value) }
    }
    #expect(compared > 100_000)
    let shown = different.prefix(200).map { String($0, radix: 16) }
    #expect(different.count * 1000 < compared, "\(different.count) of \(compared): \(shown)")
  }

  @Test(arguments: [
    ("Artist – Title", 20, "Artist – Title"), ("Artist – Title", 9, "Artist –…"),
    ("音響効果", 5, "音響…"), ("音響効果", 6, "音響…"), ("abc", 1, "a"), ("abc", 2, "a…"),
    ("abc", 0, ""), ("e\u{301}a\u{301}o\u{301}", 2, "e\u{301}…"),
  ])
  func `a text is cut between characters`(_ text: String, _ limit: Int, _ expected: String) {
    #expect(TextWidth.cut(text, to: limit, .utf8) == expected)
  }

  @Test func `in ASCII the ellipsis is three points where there is room`() {
    #expect(TextWidth.cut("abcdefgh", to: 7, .ascii) == "abcd...")
    #expect(TextWidth.cut("abcdefgh", to: 5, .ascii) == "abcde")
    #expect(TextWidth.padded("abc", to: 5, .ascii) == "abc  ")
    #expect(TextWidth.aligned("9", to: 3) == "  9")
  }
}
