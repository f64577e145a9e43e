import MixSession
import MixTestSupport
import TOML
import Testing

/// The sessions of configs/.
struct ShippedSessionTests {
  @Test(arguments: ShippedFile.sessions())
  func `a shipped session is right and plain TOML 1.0`(_ path: String) throws {
    let bytes = try ShippedFile.bytes(path)
    let read = SessionReader.read(bytes: bytes, file: path)
    #expect(read.diagnostics.map(\.text) == [])
    #expect(read.plan != nil)
    #expect(TOML.parse(bytes, version: .v1_0).isValid)
  }

  @Test(arguments: ShippedFile.sessions())
  func `a shipped session's first lines say what it is and how it is run`(_ path: String) throws {
    let lines = try ShippedFile.text(path).split(
      separator: "\n", omittingEmptySubsequences: false)
    let comment = lines.prefix { $0.hasPrefix("#") }.joined(separator: "\n")
    #expect(comment.contains("Run: stackdeck "))
  }

  @Test func `there are shipped sessions`() {
    let names = ShippedFile.sessions()
    for name in [
      "desktop-strips", "minimal", "podcast", "three-players", "two-decks", "voice-over",
    ] {
      #expect(names.contains("configs/\(name).toml"))
    }
  }

  // MARK: Broken ones

  @Test(arguments: [
    "configs/minimal.toml", "configs/three-players.toml", "configs/demo.toml",
    "configs/two-decks.toml", "configs/voice-over.toml", "configs/podcast.toml",
    "configs/desktop-strips.toml",
  ])
  func `wherever a session is cut off it is read without a crash`(_ path: String) throws {
    let bytes = try ShippedFile.bytes(path)
    for count in 0...bytes.count {
      check(SessionReader.read(bytes: Array(bytes[..<count]), file: "set.toml"), count)
    }
  }

  @Test(arguments: ["configs/minimal.toml", "configs/three-players.toml", "configs/demo.toml"])
  func `whatever byte is wrong a session is read without a crash`(_ path: String) throws {
    let bytes = try ShippedFile.bytes(path)
    let replacements: [UInt8] = [
      0, 0x0A, 0x22, 0x23, 0x2D, 0x2E, 0x39, 0x3D, 0x5B, 0x61, 0x7B, 0xFF,
    ]
    for place in bytes.indices {
      var broken = bytes
      broken[place] = replacements[place % replacements.count]
      check(SessionReader.read(bytes: broken, file: "set.toml"), bytes.count)
      broken[place] = bytes[place] ^ (1 << UInt8(place % 8))
      check(SessionReader.read(bytes: broken, file: "set.toml"), bytes.count)
    }
  }

  @Test func `whatever lines stand in whatever order a session is read without a crash`() throws {
    var lines: [Substring] = []
    let texts = try ShippedFile.sessions().map { try ShippedFile.text($0) }
    for text in texts { lines += text.split(separator: "\n").prefix(80) }
    var random = SeededGenerator(seed: 20_250_101)
    for _ in 0..<1500 {
      var text = ""
      for _ in 0..<Int.random(in: 1...24, using: &random) {
        text += lines[Int.random(in: lines.indices, using: &random)] + "\n"
      }
      let bytes = Array(text.utf8)
      check(SessionReader.read(bytes: bytes, file: "set.toml"), bytes.count)
    }
  }

  /// Every message has its place inside of the text, and a plan comes only without errors.
  private func check(
    _ read: (plan: SessionPlan?, diagnostics: [Diagnostic]), _ count: Int
  ) {
    let hasErrors = read.diagnostics.contains { $0.severity == .error }
    #expect((read.plan == nil) == hasErrors)
    for diagnostic in read.diagnostics {
      #expect(!diagnostic.message.isEmpty)
      #expect(diagnostic.place.range.end.offset <= count)
      #expect(diagnostic.place.line >= 1 && diagnostic.place.column >= 1)
    }
  }
}
