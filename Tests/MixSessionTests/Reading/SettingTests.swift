import MixSession
import MixTestSupport
import Testing

/// `--set ADDRESS=VALUE`.
struct SettingTests {
  static let session = """
    [player.a]
    file = "a.mp3"
    gain = 40
    [recorder.take]
    """

  private func read(_ settings: [String]) -> (plan: SessionPlan?, text: [String]) {
    let read = SessionReader.read(
      bytes: Array(Self.session.utf8), file: "set.toml", settings: settings)
    return (read.plan, read.diagnostics.map(\.text))
  }

  @Test func `a setting wins over the file, the last over those before`() {
    let read = read(["player.a.gain=-6", "player.a.gain=-9"])
    #expect(read.text == [])
    let gain = read.plan?.parameters.first { $0.address == "player.a.gain" }
    #expect(gain?.value.value == -9)
    #expect(gain?.value.range.map { read.plan!.source.isSetting($0) } == true)
  }

  @Test(arguments: [
    ("player.a.file=b c.mp3", "b c.mp3"), ("player.a.file=\"b.mp3\"", "b.mp3"),
    ("player.a.file=1999", "1999"), ("player.a.file=", nil),
    ("player.a.file='b=c'", "b=c"), ("player.a.file=b=c", "b=c"),
  ])
  func `text needs no quotes`(_ setting: String, _ file: String?) {
    let read = read(["player.a.gain=0", setting])
    #expect(read.plan?.strip(named: "a")?.player?.file?.value.text == file)
  }

  @Test func `keys of every table can be set`() throws {
    let read = read([
      "player.a.gain=0", "session.sample_rate=44100", "output.main.device=USB Audio",
      "output.main.latency_ms=20", "bus.main.gain=-3", "recorder.take.start=2:50",
      "player.a.start=manual", "player.a.mute=true", "player.a.crossfade=left",
      "crossfader.position=-1", "session.events=[{ at = 1, to = \"player.a.stop\" }]",
    ])
    #expect(read.text == [])
    let plan = try #require(read.plan)
    #expect(plan.sampleRate.value.hertz == 44_100)
    #expect(plan.output.device?.value == "USB Audio")
    #expect(plan.output.latency.value == 20)
    #expect(plan.recorders[0].start.value == .at(170))
    #expect(plan.strip(named: "a")?.player?.start.value == .manual)
    #expect(plan.crossfader?.parameters[0].value.value == -1)
    #expect(plan.events.count == 1)
  }

  @Test(arguments: [
    ("player.a.gain=50", "--set:2:15: error: gain must be −inf…12 dB, not 50 dB"),
    ("player.a.gain=-6 dB", "--set:2:15: error: gain is a number, not text\nhelp: gain = -6"),
    ("player.a.gain=.5", "--set:2:15: error: gain is a number, not text\nhelp: gain = 0.5"),
    ("player.a.gain=[1", "--set:2:15: error: '[' is not closed\nhelp: add ']'"),
    (
      "player.a.vol=1",
      "--set:2:10: error: 'vol' is not a key of a player\nhelp: did you mean 'gain'?"
    ),
    (
      "player.aa.gain=1",
      "--set:2:8: error: no player is named 'aa'\nhelp: did you mean 'a'? this session has a"
    ),
    ("effect.echo.mix=1", "--set:2:8: error: no effect is named 'echo'"),
    (
      "gain=1",
      "--set:2:1: error: 'gain' stands in no table\nhelp: write it under a header: [player.a]"
    ),
    (
      "plaeyr.a.gain=1",
      "--set:2:1: error: 'plaeyr' is not a table of a session\nhelp: did you mean 'player'? "
        + "the tables are session, player, input, oscillator, bus, crossfader, effect, output, "
        + "recorder, midi"
    ),
    ("player.a.gain", "--set:2:1: error: a setting is ADDRESS=VALUE\nhelp: --set player.a.gain=-6"),
    (
      "player.a.crossfade=middle",
      "--set:2:20: error: crossfade is \"left\", \"right\" or \"none\", not \"middle\""
    ),
  ])
  func `a wrong setting is shown as it was typed`(_ setting: String, _ message: String) {
    let read = SessionReader.read(
      bytes: Array(Self.session.utf8), file: "set.toml",
      settings: ["player.a.gain=0", setting])
    #expect(read.diagnostics.map(\.text) == [message])
    #expect(read.diagnostics.first?.place.sourceLine(in: []) == setting)
  }

  @Test func `whatever is set a session is read without a crash`() {
    let pieces = [
      "player", ".", "a", "=", "gain", "-6", "\"", "'", "[", "]", "{", "}", "#", "\n", "\r\n", " ",
      "é", "\u{0}", "crossfader", "position", "events", "session", "1e999", "true", "0x", "\\", "b",
      "recorder.take.file", "=/tmp/x.wav", ",", "e\u{301}",
    ]
    var random = SeededGenerator(seed: 7)
    for _ in 0..<3000 {
      let settings = (0..<Int.random(in: 1...3, using: &random)).map { _ in
        (0..<Int.random(in: 0...9, using: &random)).map { _ in
          pieces[Int.random(in: pieces.indices, using: &random)]
        }.joined()
      }
      let read = read(settings)
      #expect((read.plan == nil) == read.text.contains { $0.contains(": error: ") })
    }
  }

  @Test func `paths that are no text come beside it`() throws {
    let path = SessionPath(bytes: [0x61, 0xFF, 0x2E, 0x77, 0x61, 0x76])
    let plan = try plan("[player.a]\n", paths: ["player.a.file": path])
    #expect(plan.strip(named: "a")?.player?.file?.value == path)
    #expect(path.ending == "wav")
  }
}
