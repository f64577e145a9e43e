import MixEngine
import MixSession
import MixTestSupport
import Testing

/// man/stackdeck-midi.7: each of its examples is what a person would copy.
struct MIDIManualTests {
  /// What the examples move.
  static let desk = """
    [player.a]
    file = "a.flac"
    crossfade = "left"
    effects = ["echo"]
    [player.b]
    file = "b.flac"
    crossfade = "right"
    effects = ["filter"]
    [effect.echo]
    type = "delay"
    [effect.filter]
    type = "lowpass"
    [recorder.mix]
    [recorder.voice]

    """

  /// The literal blocks, escapes replaced.
  static func examples() throws -> [String] {
    var examples: [String] = [], lines: [Substring]?
    for line in try ShippedFile.text("man/stackdeck-midi.7").split(
      separator: "\n", omittingEmptySubsequences: false)
    {
      if line.hasPrefix(".Bd -literal") {
        lines = []
      } else if line == ".Ed", let block = lines {
        examples.append(block.joined(separator: "\n").replacing("\\-", with: "-"))
        lines = nil
      } else {
        lines?.append(line)
      }
    }
    return examples
  }

  /// The session that an example makes: entries alone, a table, or a session as it is.
  static func session(_ example: String) -> String {
    if example.hasPrefix("{") { return desk + "[midi]\nmap = [\n\(example)\n]\n" }
    if example.hasPrefix("[midi]") { return desk + example }
    return example
  }

  @Test func `every example is read without a word`() throws {
    let examples = try Self.examples()
    #expect(examples.count >= 12)
    for example in examples {
      let read = SessionReader.read(
        bytes: Array(Self.session(example).utf8), file: "example.toml")
      #expect(read.diagnostics.map(\.text) == [], "\(example)")
      let section = try #require(read.plan?.midi.own)
      #expect(!section.entries.isEmpty || !section.initMessages.isEmpty, "\(example)")
      // A comma behind each, so that lines can be put together.
      for line in example.split(separator: "\n") where line.hasPrefix("{") {
        let code = line.prefix { $0 != "#" }
        #expect(code.contains("},"), "\(line)")
      }
    }
  }

  @Test func `the encoders' forms are those that there are`() throws {
    let text = try ShippedFile.text("man/stackdeck-midi.7")
    for encoding in RelativeEncoding.allCases {
      #expect(text.contains(".It Ql \\(dq\(encoding.rawValue)\\(dq Ta"))
    }
  }

  @Test func `every kind of control, take-over and light is explained`() throws {
    let text = try ShippedFile.text("man/stackdeck-midi.7")
    for word in MIDIControl.Kind.allCases.map(\.rawValue) + Takeover.allCases.map(\.rawValue)
      + ["range", "taper", "sensitivity", "hold", "value", "step", "layer", "led", "from", "port"]
    {
      #expect(
        text.split(whereSeparator: { " \n,".contains($0) }).contains(Substring(word)), "\(word)")
    }
  }

  @Test(.enabled(if: Command.isInstalled("mandoc"), "mandoc is not installed"))
  func `mandoc finds nothing to say`() throws {
    for page in ["stackdeck-session.5", "stackdeck-midi.7"] {
      let result = try Command(
        "mandoc", ["-Tlint", "-Wwarning", "\(ShippedFile.root)/man/\(page)"]
      ).run()
      #expect(result.output == "" && result.status == 0)
    }
  }
}
