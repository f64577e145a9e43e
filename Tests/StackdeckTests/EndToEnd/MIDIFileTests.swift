import Glibc
import MixTestSupport
import Testing

/// Hands from a file: what a session's map makes of them is heard at their very frames.
@Suite struct MIDIFileTests {
  private let bench: MixBench

  init() throws { bench = try MixBench() }

  private func render(_ session: String, _ performance: MIDIPerformance) throws -> WaveFile {
    try bench.directory.write(bytes: performance.bytes, to: "hands.mid")
    return try bench.render(session, "--midi-file", "hands.mid")
  }

  /// Where a 7-bit control stands: 64 is the middle.
  private static func position(_ value: Int) -> Double {
    value <= 64 ? Double(value) / 128 : Double(value - 1) / 126
  }

  private static let positions = [
    0, 1, 5, 10, 16, 24, 32, 40, 48, 56, 63, 64, 65, 72, 80, 90, 100, 110, 120, 127,
  ]
  private static let step = 9600

  /// A sound of ones, long enough for all positions.
  private func writeOnes() throws {
    let ones = Signals.constant(0.5, (Self.positions.count + 1) * Self.step)
    try bench.write(ones, ones, to: "ones.wav")
  }

  private func sweep(_ number: Int) -> MIDIPerformance {
    var performance = MIDIPerformance()
    for (place, value) in Self.positions.enumerated() {
      performance.controller(number, value, at: (place + 1) * Self.step - 4800)
    }
    return performance
  }

  @Test func `a fader goes by its law at twenty positions`() throws {
    try writeOnes()
    let file = try render(
      """
      [player.a]
      file = "ones.wav"
      [midi]
      map = [ { cc = 0, to = "player.a.gain", takeover = "jump" } ]
      """, sweep(0))
    for (place, value) in Self.positions.enumerated() {
      // (10^((m − p·m)/20) − k)/(1 − k) with m = −20 dB and k = 10^(m/20)
      let p = Self.position(value)
      let gain = (pow(10, (-20 + 20 * p) / 20) - 0.1) / 0.9
      let heard = Double(file.left[(place + 1) * Self.step])
      if value == 0 {
        #expect(heard == 0)
      } else {
        #expect(abs(Measurements.decibels(heard / (0.5 * gain))) < 0.1, "\(value)")
      }
      #expect(file.left[(place + 1) * Self.step] == file.right[(place + 1) * Self.step])
    }
  }

  @Test func `a balance takes from the other side alone, at twenty positions`() throws {
    try writeOnes()
    let file = try render(
      """
      [player.a]
      file = "ones.wav"
      [midi]
      map = [ { cc = 9, to = "player.a.balance", takeover = "jump" } ]
      """, sweep(9))
    for (place, value) in Self.positions.enumerated() {
      let balance = 2 * Self.position(value) - 1
      let frame = (place + 1) * Self.step
      #expect(abs(Double(file.left[frame]) - 0.5 * min(1, 1 - balance)) < 1e-6, "\(value)")
      #expect(abs(Double(file.right[frame]) - 0.5 * min(1, 1 + balance)) < 1e-6, "\(value)")
    }
  }

  /// A low-pass has at its frequency the gain that is its resonance: 0 dB, and falls by 0.1 dB there
  /// within 1.2 %.
  @Test func `a knob moves a filter's frequency by equal ratios`() throws {
    // An impulse after each move.
    var clicks = Signals.silence(10 * 24_000)
    for place in 0..<9 { clicks[place * 24_000 + 12_000] = 1 }
    try bench.write(clicks, clicks, to: "clicks.wav")
    let values = [30, 40, 50, 60, 64, 70, 80, 90, 100]
    var performance = MIDIPerformance()
    for (place, value) in values.enumerated() {
      performance.controller(5, value, at: place * 24_000 + 2000)
    }
    let file = try render(
      """
      [player.a]
      file = "clicks.wav"
      effects = ["dark"]
      [effect.dark]
      type = "lowpass"
      resonance = 0
      [midi]
      map = [ { cc = 5, to = "effect.dark.frequency", range = [20, 20000], takeover = "jump" } ]
      """, performance)
    for (place, value) in values.enumerated() {
      let frequency = 20 * pow(1000, Self.position(value))
      let start = place * 24_000 + 12_000
      let response = file.left[start..<(start + 12_000)]
      let level = Measurements.gain(response, at: frequency)
      #expect(abs(level) < 0.1, "cc \(value), \(frequency) Hz: \(level) dB")
    }
  }

  @Test func `a pad starts a player at its frame, and pads keep their distance`() throws {
    let noise = TestSound.noise(2000, seed: 8)
    try bench.write(noise, to: "a.wav")
    try bench.write(noise, to: "b.wav")
    var performance = MIDIPerformance()
    performance.tap(36, at: 10_001)
    performance.tap(37, at: 10_001 + 4800)
    performance.tap(36, at: 33_333)
    let file = try render(
      """
      [player.a]
      file = "a.wav"
      start = "manual"
      [player.b]
      file = "b.wav"
      start = "manual"
      [midi]
      map = [ { note = 36, to = "player.a.restart" }, { note = 37, to = "player.b.restart" } ]
      """, performance)
    var expected = Signals.silence(33_333 + 2000)
    for start in [10_001, 14_801, 33_333] {
      for (i, sample) in noise.left.enumerated() { expected[start + i] = sample }
    }
    #expect(file.frameCount == expected.count)
    #expect(Measurements.differingFrames(file.left, expected) == 0)
  }

  @Test func `a fader that does not stand where its gain is leaves it alone`() throws {
    try writeOnes()
    var performance = MIDIPerformance()
    for (place, value) in [0, 60, 127, 64].enumerated() {
      performance.controller(0, value, at: place * 9600 + 4800)
    }
    let file = try render(
      """
      [player.a]
      file = "ones.wav"
      [midi]
      map = [ { cc = 0, to = "player.a.gain" } ]
      """, performance)
    #expect(file.left[9600] == 0.5 && file.left[2 * 9600] == 0.5 && file.left[3 * 9600] == 0.5)
    #expect(abs(Measurements.decibels(Double(file.left[4 * 9600]) / 0.5) + 12.39) < 0.05)
  }

  @Test func `a take lasts as long as there are hands`() throws {
    let session = """
      [player.a]
      file = "a.wav"
      start = "manual"
      [recorder.take]
      file = "take.wav"
      encoding = "float"
      [midi]
      map = [ { note = 1, to = "player.a.play" } ]
      """
    try bench.write(TestSound.noise(1000, seed: 9), to: "a.wav")
    var performance = MIDIPerformance()
    performance.tap(1, at: 20_000)
    let file = try render(session, performance)
    let take = try bench.wave("take.wav")
    #expect(file.frameCount == 21_000 && take.frameCount == 21_000)
    #expect(Measurements.differingFrames(file.left, take.left) == 0)
  }

  /// The MIDI thread, the render thread and the control thread at work together: 750 messages a second.
  @Test func `while hands move everything no cycle allocates, locks or enters the kernel`() throws {
    var performance = MIDIPerformance()
    var random = SeededGenerator(seed: 5)
    for place in 0..<1500 {
      performance.controller(
        place % 6, .random(in: 0...127, using: &random), at: place * 64)
    }
    for place in 0..<20 { performance.tap(36 + place % 2, at: place * 4800) }
    try bench.directory.write(bytes: performance.bytes, to: "hands.mid")
    try bench.write(TestSound.noise(48_000, seed: 6), to: "a.wav")
    try bench.write(
      """
      [player.a]
      file = "a.wav"
      loop = true
      effects = ["dark", "echo"]
      [effect.dark]
      type = "lowpass"
      [effect.echo]
      type = "delay"
      [recorder.take]
      start = "manual"
      file = "take.wav"
      [midi]
      takeover = "jump"
      map = [
        { cc = 0, to = "player.a.gain" }, { cc = 1, to = "player.a.balance" },
        { cc = 2, to = "effect.dark.frequency" }, { cc = 3, to = "effect.dark.resonance" },
        { cc = 4, to = "effect.echo.time" }, { cc = 5, to = "effect.echo.feedback" },
        { note = 36, to = "player.a.restart" }, { note = 37, to = "recorder.take.record" },
      ]
      """)
    let program = Command.product("stackdeck").program
    for arguments in [
      ["render", "set.toml", "-o", "out.wav", "--force", "--duration", "2", "-q"],
      ["run", "set.toml", "-o", "null", "--headless", "--duration", "2", "-q"],
    ] {
      let result = try Command(
        Rigs.path("watch-release"), [program] + arguments + ["--midi-file", "hands.mid"],
        environment: bench.environment, directory: bench.directory.path
      ).run()
      #expect(result.status == 0, "\(result.errors)")
      let told = result.errors.split(separator: "\n").last ?? ""
      let counts = told.split(separator: " ").compactMap { Int($0) }
      #expect(counts.count == 2 && counts.last == 0 && (counts.first ?? 0) > 20, "\(told)")
    }
  }

  @Test(arguments: [
    (Array("RIFF".utf8), "error: hands.mid: no Standard MIDI File\n"),
    (
      Array(MIDIPerformance().bytes.dropLast(2)),
      "error: hands.mid: byte 14: the file ends in the middle of something\n"
    ),
  ])
  func `a file that is damaged is told`(bytes: [UInt8], message: String) throws {
    try bench.write("[player.a]\nstart = \"manual\"\n")
    try bench.directory.write(bytes: bytes, to: "hands.mid")
    let result = try bench.run("render", "set.toml", "-o", "x.wav", "--midi-file", "hands.mid")
    #expect(result.status == 2 && result.errors == message)
  }

  @Test func `a performance that is not there is told`() throws {
    try bench.write("[player.a]\nstart = \"manual\"\n")
    try bench.directory.write(bytes: [], to: "hand.mid")
    let result = try bench.run("run", "set.toml", "-o", "null", "--midi-file", "hands.mid")
    #expect(
      result.errors == "error: no MIDI file 'hands.mid'\nhelp: did you mean hand.mid?\n"
        && result.status == 2)
  }
}
