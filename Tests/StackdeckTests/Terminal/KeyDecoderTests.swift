import Testing

@testable import stackdeck

@Suite struct KeyDecoderTests {
  static func keys(_ bytes: [UInt8]) -> [Key] {
    var decoder = KeyDecoder()
    return decoder.feed(bytes) + decoder.timeOut()
  }

  static let table: [(String, [Key])] = [
    ("q", [Key("q")]), (" ", [Key(" ")]), ("é音👍", [Key("é"), Key("音"), Key("👍")]),
    ("\t", [Key(.tab)]), ("\r", [Key(.enter)]), ("\n", [Key(.enter)]),
    ("\u{7F}", [Key(.backspace)]), ("\u{C}", [Key(.character("l"), .control)]),
    ("\u{1B}", [Key(.escape)]), ("\u{1B}\u{1B}", [Key(.escape), Key(.escape)]),
    ("\u{1B}x", [Key(.character("x"), .alt)]),
    ("\u{1B}[A", [Key(.up)]), ("\u{1B}[B", [Key(.down)]), ("\u{1B}[C", [Key(.right)]),
    ("\u{1B}[D", [Key(.left)]), ("\u{1B}OD", [Key(.left)]), ("\u{1B}OA", [Key(.up)]),
    // Shift and arrows: xterm, rxvt, older ones.
    ("\u{1B}[1;2D", [Key(.left, .shift)]), ("\u{1B}[1;2C", [Key(.right, .shift)]),
    ("\u{1B}[d", [Key(.left, .shift)]), ("\u{1B}[c", [Key(.right, .shift)]),
    ("\u{1B}[2D", [Key(.left, .shift)]), ("\u{1B}O2D", [Key(.left, .shift)]),
    ("\u{1B}[1;2:1D", [Key(.unknown)]),
    ("\u{1B}[1;5A", [Key(.up, .control)]), ("\u{1B}[1;3A", [Key(.up, .alt)]),
    ("\u{1B}[1;8A", [Key(.up, [.shift, .alt, .control])]),
    ("\u{1B}[Z", [Key(.tab, .shift)]), ("\u{1B}[H", [Key(.home)]), ("\u{1B}[1~", [Key(.home)]),
    ("\u{1B}[4~", [Key(.end)]), ("\u{1B}[3~", [Key(.delete)]),
    ("\u{1B}[5;2~", [Key(.pageUp, .shift)]),
    ("\u{1B}[6~", [Key(.pageDown)]), ("\u{1B}[2$", [Key(.insert, .shift)]),
    ("\u{1B}OP", [Key(.function(1))]), ("\u{1B}[15~", [Key(.function(5))]),
    ("\u{1B}[24~", [Key(.function(12))]), ("\u{1B}[[A", [Key(.function(1))]),
    ("\u{1B}[113u", [Key("q")]), ("\u{1B}[9;2u", [Key(.tab, .shift)]),
    ("\u{1B}[27u", [Key(.escape)]),
    ("\u{1B}[?25;1$y", [Key(.unknown), Key("y")]), ("\u{1B}[200~", [Key(.unknown)]),
    ("\u{1B}[99999999999999999999A", [Key(.up)]),
    ("\u{1B}[1;2", [Key(.unknown)]), ("\u{1B}[", [Key(.unknown)]), ("\u{1B}O", [Key(.unknown)]),
    // A sequence that was broken off does not swallow the next key.
    ("\u{1B}[1;\u{1B}[A", [Key(.unknown), Key(.up)]),
    ("q\u{1B}[A.\u{1B}[1;2Dm", [Key("q"), Key(.up), Key("."), Key(.left, .shift), Key("m")]),
  ]

  @Test(arguments: table)
  func `bytes become keys`(_ sent: String, _ expected: [Key]) {
    #expect(Self.keys(Array(sent.utf8)) == expected)
  }

  @Test(arguments: table)
  func `sequences in two pieces or byte by byte are the same keys`(
    _ sent: String, _ expected: [Key]
  ) {
    let bytes = Array(sent.utf8)
    for cut in 0...bytes.count {
      var decoder = KeyDecoder()
      let keys = decoder.feed(Array(bytes[..<cut])) + decoder.feed(Array(bytes[cut...]))
      #expect(keys + decoder.timeOut() == expected)
    }
    var decoder = KeyDecoder()
    var keys: [Key] = []
    for byte in bytes { keys += decoder.feed([byte]) }
    #expect(keys + decoder.timeOut() == expected)
  }

  @Test func `an escape waits for what may follow`() {
    var decoder = KeyDecoder()
    #expect(decoder.feed([0x1B]).isEmpty)
    #expect(decoder.isWaiting)
    #expect(decoder.timeOut() == [Key(.escape)])
    #expect(!decoder.isWaiting)
    #expect(decoder.feed([0x71]) == [Key("q")])
  }

  @Test(
    arguments: [
      ([0xFF, 0x71], [Key("q")]), ([0xC3, 0x71], [Key("q")]), ([0xE9, 0x9F], []),
      ([0xED, 0xA0, 0x80, 0x71], [Key("q")]), ([0x80], []), ([0xF5, 0x71], [Key("q")]),
      ([0x1B, 0xC3, 0xA9], [Key(.character("é"), .alt)]),
    ] as [([UInt8], [Key])])
  func `bytes that are no text are dropped`(_ bytes: [UInt8], _ expected: [Key]) {
    #expect(Self.keys(bytes) == expected)
  }

  @Test func `any bytes are taken without an end in sight`() {
    var state: UInt64 = 0x9E37_79B9_7F4A_7C15
    var decoder = KeyDecoder()
    for _ in 0..<2000 {
      var bytes: [UInt8] = []
      for _ in 0..<17 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        // Half of the bytes are those that sequences are made of.
        let byte = UInt8(truncatingIfNeeded: state >> 40)
        bytes.append(byte & 1 == 0 ? byte : [0x1B, 0x5B, 0x4F, 0x31, 0x3B, 0x32][Int(byte) % 6])
      }
      _ = decoder.feed(bytes)
      _ = decoder.timeOut()
      #expect(!decoder.isWaiting)
    }
  }
}
