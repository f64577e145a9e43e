import Glibc
import MixTestSupport
import Testing

/// A performance is kept, and played back: `--write-events`, `--events`.
@Suite(.serialized) struct PerformanceTests {
  private let bench: MixBench

  init() throws {
    bench = try MixBench()
    // Long enough for every test, at a rate that must be converted, and small.
    try bench.write(TestSound.noise(48_000 * 40, seed: 1), to: "a.wav", .pcm16)
    try bench.write(
      Signals.noise(44_100 * 40, seed: 2), nil, to: "b.wav", .pcm16, rate: 44_100)
    try bench.write(TestSound.noise(48_000 * 40, seed: 3), to: "c.wav", .pcm16)
  }

  private static func session(gain: String = "0", more: String = "", effects: String = "") -> String
  {
    """
    [session]
    events = [
      { at = 0.5, to = "player.a.gain", value = -6, over = 2 },
      { at = 1, to = "player.b.play", value = true },
      { at = 1.5, to = "player.b.seek", value = 20 },
    ]
    [player.a]
    file = "a.wav"
    crossfade = "left"
    \(effects)
    [player.b]
    file = "b.wav"
    start = "manual"
    crossfade = "right"
    gain = \(gain)
    [recorder.take]
    encoding = "float"
    \(more)
    """
  }

  /// Saves as editors do: another file takes the name at once.
  private func save(_ text: String) throws {
    try bench.write(text, to: "set.toml~")
    #expect(rename(bench["set.toml~"], bench["set.toml"]) == 0)
  }

  /// Expects two takes to be the same, to the bit.
  private func expectSame(
    _ one: String, _ other: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let (one, other) = (try bench.wave(one), try bench.wave(other))
    #expect(one.frameCount == other.frameCount, sourceLocation: sourceLocation)
    #expect(Measurements.peak(one.left) > 0.01, sourceLocation: sourceLocation)
    for (a, b) in zip(one.channels, other.channels) {
      #expect(Measurements.differingFrames(a, b) == 0, sourceLocation: sourceLocation)
    }
  }

  private func lines(_ name: String = "set.events") throws -> [Substring] {
    try bench.directory.text(of: name).split(separator: "\n")
  }

  @Test func `reloads and what the session does come out of a render as they were heard`() throws {
    try save(Self.session())
    try bench.write(Self.session(), to: "first.toml")
    let running = try bench.start(
      "run", "set.toml", "--watch", "-o", "null", "--write-events", "set.events")
    try #require(bench.waitForTake("take.wav", seconds: 2))
    try save(Self.session(gain: "-3"))
    #expect(running.waitForErrors("reloaded: 1 value changed\n"), "\(running.errors)")
    try save(
      Self.session(
        gain: "-3",
        more: """
          [player.c]
          file = "c.wav"
          [effect.echo]
          type = "delay"
          time = 0.1
          """, effects: "effects = \"echo\""))
    #expect(
      running.waitForErrors("reloaded: 1 value changed, player.c, effect.echo added\n"),
      "\(running.errors)")
    try save(Self.session(gain: "-9").replacing("\"b.wav\"", with: "\"c.wav\""))
    #expect(running.waitForErrors("player.c, effect.echo removed\n"), "\(running.errors)")
    try #require(
      bench.waitForTake("take.wav", seconds: Double(bench.size(of: "take.wav")) / 384_000 + 1))
    running.send(SIGTERM)
    running.expectEnd(143)

    let lines = try lines()
    #expect(lines.count { $0.contains("\"reload\":") } == 3)
    #expect(lines.last?.hasSuffix(",\"end\":true}") == true)
    // Its own text says what the session does; only hands are kept.
    #expect(!lines.dropFirst().contains { $0.contains("\"to\":") })
    let render = try bench.run("render", "first.toml", "--events", "set.events", "-q")
    #expect(render.errors == "" && render.status == 0)
    try expectSame("take.wav", "take-2.wav")

    // In real time, too; and what is played back can be kept again.
    let again = try bench.run(
      "run", "first.toml", "-o", "null", "--events", "set.events", "--write-events", "again.events")
    #expect(again.status == 0, "\(again.errors)")
    let played = try bench.wave("take-3.wav"), take = try bench.wave("take.wav")
    #expect(played.frameCount == take.frameCount)
    _ = try bench.run("render", "first.toml", "--events", "again.events", "-q")
    try expectSame("take-3.wav", "take-4.wav")
    // A page that was late only now is the one thing that may differ.
    let isExact = try !self.lines("again.events").contains { $0.contains("\"pages\"") }
    if isExact { try expectSame("take.wav", "take-3.wav") }
  }

  @Test(.enabled(if: TerminalBench.isInstalled, "\(TerminalBench.reason)"))
  func `keys on a terminal come out of a render as they were heard`() throws {
    try bench.write(Self.session())
    let terminal = try TerminalBench(80, 24, in: bench.directory.path)
    try terminal.type("clear; $STACKDECK run set.toml -o null --write-events set.events")
    #expect(terminal.waitFor("a ▶ 0:0"), "\(terminal.screen)")
    for key in [
      "Up", "Down", ".", ",", "m", "m", "Right", "2", "Space", "Space", "Up", "Right", "Left",
      "1", "r", "S-Right", "m", "Space", "Space", ".", ".", "S-Left", "m", "r", "Tab", "Down",
      // Last: on a slow machine nothing would be left of what it fades out.
      "f",
    ] {
      try terminal.press(key)
    }
    // r ended the first take and began the second.
    try #require(bench.waitForTake("take-2.wav", seconds: 0.3))
    try terminal.press("q")
    #expect(terminal.waitFor { $0.last?.hasSuffix("$") == true }, "\(terminal.screen)")
    let lines = try lines()
    for part in [
      "\"to\":\"player.a.mute\"", "\"skip\":5", "\"to\":\"player.b.play\"", "\"end\":true",
    ] {
      #expect(lines.contains { $0.contains(part) }, "\(part)")
    }
    #expect(
      lines.contains { $0.contains("crossfader.position") && !$0.contains("\"over_frames\":0") })
    let first = try bench.wave("take.wav")
    #expect(try bench.run("render", "set.toml", "--events", "set.events", "-q").errors == "")
    try expectSame("take.wav", "take-3.wav")
    try expectSame("take-2.wav", "take-4.wav")
    #expect(first.frameCount > 4800)
  }

  @Test func `a thousand messages of a controller come out of a render as they were heard`() throws
  {
    var hands = MIDIPerformance()
    var random = SeededGenerator(seed: 8)
    var frame = 0
    for _ in 0..<1000 {
      frame += .random(in: 1...500, using: &random)
      if Int.random(in: 0..<4, using: &random) == 0 {
        hands.tap(36 + .random(in: 0...5, using: &random), at: frame)
      } else {
        hands.controller(
          .random(in: 1...5, using: &random), .random(in: 0...127, using: &random), at: frame)
      }
    }
    try bench.directory.write(bytes: hands.bytes, to: "hands.mid")
    try bench.write(
      """
      [player.a]
      file = "a.wav"
      crossfade = "left"
      effects = ["band", "echo"]
      [player.b]
      file = "b.wav"
      loop = true
      crossfade = "right"
      [effect.band]
      type = "bandpass"
      [effect.echo]
      type = "delay"
      [recorder.take]
      encoding = "float"
      [midi]
      takeover = "jump"
      map = [
        { cc = 1, to = "player.a.gain" },
        { cc = 2, to = "crossfader.position" },
        { cc = 3, to = "effect.band.frequency" },
        { cc = 4, to = "player.b.trim" },
        { cc = 5, to = "effect.echo.time" },
        { note = 36, to = "player.b.play" },
        { note = 37, to = "player.a.mute" },
        { note = 38, to = "player.a.restart" },
        { note = 39, to = "session.fade", value = 0.5 },
        { note = 40, to = "player.b.seek", value = 12.5 },
        { note = 41, to = "player.b.loop_in" },
      ]

      """)
    let running = try bench.start(
      "run", "set.toml", "-o", "null", "--midi-file", "hands.mid", "--write-events", "set.events",
      "--duration", "7")
    running.expectEnd(0)
    #expect(try lines().count > 500)
    let render = try bench.run("render", "set.toml", "--events", "set.events", "-q")
    #expect(render.errors == "" && render.status == 0)
    try expectSame("take.wav", "take-2.wav")
  }

  @Test func `a performance never replaces a file`() throws {
    try bench.write(Self.session())
    try bench.write("mine", to: "set.events")
    let result = try bench.run("run", "set.toml", "-o", "null", "--write-events", "set.events")
    #expect(result.status == 2)
    #expect(
      result.errors == """
        error: set.events exists
        help: a performance never replaces a file: take another name

        """)
    #expect(try bench.directory.text(of: "set.events") == "mine")
    #expect(bench.size(of: "take.wav") == 0)
  }

  @Test func `what a killed program has kept can be played back`() throws {
    try bench.write(Self.session())
    let running = try bench.start("run", "set.toml", "-o", "null", "--write-events", "set.events")
    try #require(bench.waitForTake("take.wav", seconds: 1))
    running.send(SIGKILL)
    _ = running.wait()
    let text = try bench.directory.text(of: "set.events")
    #expect(text.hasSuffix("\n") && text.hasPrefix("{\"performance\":1,"))
    try bench.write(text + "{\"frame\":48000,\"to\":\"pl", to: "set.events")
    let result = try bench.run(
      "render", "set.toml", "--events", "set.events", "--duration", "0.5")
    #expect(result.status == 0)
    #expect(result.errors.contains("warning: the last line is broken off: it is left out"))
    let (take, again) = (try bench.wave("take.wav"), try bench.wave("take-2.wav"))
    #expect(again.frameCount == 24_000)
    #expect(Measurements.differingFrames(take.left[..<24_000], again.left) == 0)
  }

  @Test func `a file made by hand does what it says, at its frames`() throws {
    let sound = TestSound.noise(48_000, seed: 9)
    try bench.write(sound, to: "d.wav", .pcm24)
    try bench.write(
      "[player.d]\nfile = \"d.wav\"\nstart = \"manual\"\n[recorder.take]\nstart = \"manual\"\nencoding = \"float\"\n"
    )
    try bench.write(
      """
      {"frame":1000,"to":"player.d.play","value":true}
      {"frame":3000,"to":"recorder.take.record","value":true}
      {"frame":9000,"to":"recorder.take.record","value":false}
      {"frame":12000,"end":true}

      """, to: "hand.events")
    let result = try bench.run(
      "render", "set.toml", "--events", "hand.events", "-o", "out.wav", "--encoding", "float", "-q")
    #expect(result.errors == "" && result.status == 0)
    let out = try bench.wave("out.wav"), take = try bench.wave("take.wav")
    #expect(out.frameCount == 12_000)
    #expect(Measurements.peak(out.left[..<1000]) == 0)
    #expect(Measurements.differingFrames(out.left[1000...], sound.left[..<11_000]) == 0)
    #expect(take.frameCount == 6000)
    #expect(Measurements.differingFrames(take.left, sound.left[2000..<8000]) == 0)
  }

  @Test func `a gap is heard again, and mended when asked`() throws {
    try bench.write(
      "[player.a]\nfile = \"a.wav\"\n[recorder.take]\nencoding = \"float\"\n")
    try bench.write(
      """
      {"frame":9600,"player":"a","pages":"missing","left":240}
      {"frame":14400,"player":"a","pages":"here"}
      {"frame":24000,"end":true}

      """, to: "gap.events")
    func render(_ more: String...) throws -> WaveFile {
      let result = try bench.command(
        [
          "render", "set.toml", "--events", "gap.events", "-o", "out.wav", "--encoding", "float",
          "--force", "-q",
        ] + more
      ).run()
      #expect(result.errors == "" && result.status == 0)
      return try bench.wave("out.wav")
    }
    let gap = try render(), whole = try render("--mend")
    let sound = TestSound.noise(48_000 * 40, seed: 1)
    let expected = WaveFile.rounded(sound.left, to: .pcm16)
    #expect(Measurements.differingFrames(whole.left, expected[..<24_000]) == 0)
    #expect(Measurements.differingFrames(gap.left[..<9600], expected[..<9600]) == 0)
    #expect(Measurements.peak(gap.left[9840..<14_400]) == 0)
    #expect(Measurements.differingFrames(gap.left[14_640...], expected[14_640..<24_000]) == 0)
  }

  @Test func `what is not as it was is told`() throws {
    try bench.write(Self.session())
    let running = try bench.start(
      "run", "set.toml", "-o", "null", "--duration", "0.2", "--write-events", "set.events")
    #expect(running.wait().status == 0)
    try bench.write(TestSound.noise(48_000, seed: 77), to: "a.wav", .pcm16)
    try bench.write(Self.session() + "# more\n")
    let result = try bench.run(
      "render", "set.toml", "--set", "player.b.gain=-1", "--events", "set.events")
    #expect(result.status == 0)
    for warning in [
      "warning: set.toml is not as it was when this was performed",
      "warning: this was performed with other settings\nhelp: leave --set out",
      "warning: player a: a.wav is not the file that was played when this was performed",
    ] {
      #expect(result.errors.contains(warning), "\(result.errors)")
    }
    #expect(!result.errors.contains("player b:"))
    let rate = try bench.run(
      "render", "set.toml", "--set", "session.sample_rate=44100", "--events", "set.events")
    #expect(rate.status == 2)
    #expect(
      rate.errors.contains("this was performed at 48000 Hz, and the session has 44100 Hz"))
    let none = try bench.run("render", "set.toml", "--events", "sat.events")
    #expect(none.status == 2)
    #expect(
      none.errors == "error: no events file 'sat.events'\nhelp: did you mean set.events?\n")
  }

  @Test func `mend means nothing alone, and nothing is performed where a file is rendered`() throws
  {
    try bench.write(Self.session())
    let mend = try bench.run("render", "set.toml", "--mend")
    #expect(mend.status == 2)
    #expect(mend.errors == "error: --mend means nothing without --events FILE\n")
    let render = try bench.run("run", "set.toml", "-o", "x.wav", "--write-events", "y")
    #expect(render.status == 2)
    #expect(
      render.errors == "error: --write-events and -o x.wav exclude each other\nhelp: keep one\n")
  }

  /// The names of takes that were made, in order.
  private func takes(from number: Int) -> [String] {
    var names: [String] = [], number = number
    while true {
      let name = number == 1 ? "take.wav" : "take-\(number).wav"
      if bench.size(of: name) == 0 { return names }
      names.append(name)
      number += 1
    }
  }

  @Test(
    .enabled(
      if: ServerKind.isAnyInstalled && TerminalBench.isInstalled,
      "\(ServerKind.reason), or \(TerminalBench.reason)"),
    arguments: ServerKind.installed)
  func `a minute with five hundred keys on a sound server comes out of a render as it was heard`(
    _ kind: ServerKind
  ) throws {
    let rig = try kind.makeRig()
    try rig.start()
    let long = Signals.noise(48_000 * 90, seed: 4)
    try bench.write(long, long.reversed(), to: "a.wav", .pcm16)
    try bench.write(
      Signals.noise(44_100 * 90, seed: 5), nil, to: "b.wav", .pcm16, rate: 44_100)
    try bench.write(
      Self.session(
        more: """
          [effect.echo]
          type = "delay"
          time = 0.1
          """, effects: "effects = \"echo\"\nloop = true"
      )
      .replacing("gain = 0", with: "loop = true"))
    let terminal = try TerminalBench(80, 24, in: bench.directory.path)
    let server = rig.environment.compactMap { key, value in value.map { "\(key)=\($0)" } }
    try terminal.type(
      "clear; env \(server.joined(separator: " ")) $STACKDECK run set.toml --latency 100 "
        + "--write-events set.events")
    #expect(terminal.waitFor("a ▶ 0:0"), "\(terminal.screen)")
    let keys = [
      "Up", "Down", ".", ",", "m", "Right", "Left", "S-Right", "S-Left", "1", "2", "Tab", "Space",
      "f",
    ]
    var random = SeededGenerator(seed: kind == .pulseAudio ? 1 : 2)
    func frames() -> Int { bench.size(of: "take.wav") / 8 }
    var pressed = 0
    while pressed < 500 || frames() < 60 * 48_000 {
      try terminal.press(pressed % 100 == 99 ? "R" : keys.randomElement(using: &random)!)
      pressed += 1
      // At any time within a request.
      usleep(.random(in: 0...60_000, using: &random))
    }
    try terminal.press("q")
    #expect(terminal.waitFor { $0.last?.hasSuffix("$") == true }, "\(terminal.screen)")
    let count = takes(from: 1).count
    #expect(try lines().count > 400)
    #expect(try !lines().contains { $0.contains("\"lost\":") })
    let render = try bench.run("render", "set.toml", "--events", "set.events", "-q")
    #expect(render.errors == "" && render.status == 0)
    #expect(count == 1 && takes(from: 1).count == 2)
    #expect(try bench.wave("take.wav").frameCount >= 60 * 48_000)
    try expectSame("take.wav", "take-2.wav")
  }
}
