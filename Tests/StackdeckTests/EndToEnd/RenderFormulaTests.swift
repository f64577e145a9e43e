import Glibc
import MixTestSupport
import Testing

/// What `render` writes, against what the test works out itself.
@Suite struct RenderFormulaTests {
  private let bench: MixBench

  init() throws { bench = try MixBench() }

  /// The shipped session, with files of the test's own in place of the demo's.
  @Test func `three players, a band-pass, a delay and a sum are what the formulas say`() throws {
    let session = try #require(RepositoryFile.text("configs/three-players.toml"))
    // Frames that no quantum and no page ends at.
    let first = TestSound.noise(30_011, seed: 1)
    let second = TestSound.noise(20_003, seed: 2)
    let tone = Signals.sine(440, 40_961, amplitude: 0.25)
    let third = TestSound(
      left: WaveFile.rounded(tone, to: .pcm24),
      right: WaveFile.rounded(Signals.sine(2500, 40_961, amplitude: 0.125), to: .pcm24))
    try bench.directory.makeDirectory("demo")
    try bench.write(first, to: "demo/drums.wav", .pcm24)
    try bench.write(second, to: "demo/bass.wav", .float)
    try bench.write(third, to: "demo/keys.wav", .pcm24)
    let file = try bench.render(session)

    // Twenty repetitions of 12,000 frames are below −120 dB, three more and a fade make the tail.
    let pair = second + third
    let tail = Int(12_000 * (log(1e-6) / log(0.5) + 3)) + 960
    #expect(file.frameCount == third.frameCount + tail)
    for channel in 0...1 {
      let (one, both) = channel == 0 ? (first.left, pair.left) : (first.right, pair.right)
      let expected = ExpectedSound.sum(
        ExpectedSound.bandpass(one, frameCount: file.frameCount, frequency: 5000, cents: 600),
        ExpectedSound.delay(both, frameCount: file.frameCount, time: 0.25))
      #expect(Measurements.maximumDifference(file.channels[channel], expected) < 1e-5)
      #expect(Measurements.signalToNoise(file.channels[channel], reference: expected) > 110)
    }
    // The take of what is heard, in 24 bits, frame for frame.
    let take = try bench.wave(try #require(bench.directory.names().first { $0.hasPrefix("take-") }))
    #expect(take.encoding == .pcm24)
    for channel in 0...1 {
      let difference = Measurements.maximumDifference(
        take.channels[channel], file.channels[channel])
      #expect(difference <= 0.5001 / 8_388_608)
    }
  }

  @Test(arguments: [WaveFile.Encoding.pcm16, .pcm24, .float])
  func `a player at 0 dB minus its file is nothing at all`(_ encoding: WaveFile.Encoding) throws {
    let noise = TestSound.noise(24_001, seed: 3)
    let sound = TestSound(
      left: WaveFile.rounded(noise.left, to: encoding),
      right: WaveFile.rounded(noise.right, to: encoding))
    try bench.write(sound, to: "a.wav", encoding)
    let file = try bench.render("[player.a]\nfile = \"a.wav\"\n")
    #expect(file.frameCount == sound.frameCount)
    #expect(Measurements.differingFrames(file.left, sound.left) == 0)
    #expect(Measurements.differingFrames(file.right, sound.right) == 0)
  }

  @Test func `mono is heard on both sides at the same gain`() throws {
    let x = TestSound.noise(5000, seed: 4).left
    try bench.write(x, to: "a.wav")
    let file = try bench.render("[player.a]\nfile = \"a.wav\"\n")
    expectSame(file, TestSound(left: x, right: x), within: 0)
  }

  /// A session's keys for a strip, and the gains of both sides that they come to.
  struct Level: CustomTestStringConvertible, Sendable {
    let keys: String
    let left: Double
    let right: Double

    init(_ keys: String, _ left: Double, _ right: Double? = nil) {
      self.keys = keys
      self.left = left
      self.right = right ?? left
    }

    var testDescription: String { keys }
  }

  static func gain(_ decibels: Double) -> Double { pow(10, decibels / 20) }

  static let levels = [
    Level("gain = -6", gain(-6)),
    Level("gain = 12", gain(12)),
    Level("gain = -60.5", gain(-60.5)),
    Level("gain = -inf", 0),
    Level("trim = 3.5", gain(3.5)),
    Level("trim = -24", gain(-24)),
    Level("trim = 6\ngain = -6", 1),
    Level("mute = true", 0),
    Level("mute = true\ngain = 6", 0),
    Level("balance = 0.25", 0.75, 1),
    Level("balance = -1", 1, 0),
    Level("balance_law = \"constant-power\"", 0.5.squareRoot()),
    Level(
      "balance = 0.5\nbalance_law = \"constant-power\"", cos(3 * .pi / 8), sin(3 * .pi / 8)),
    Level("balance = -0.5\ngain = -3\ntrim = 1", gain(-2), gain(-2) / 2),
    Level("[bus.main]\ngain = -4", gain(-4)),
    Level("[bus.main]\nbalance = 0.5\ntrim = 2", gain(2) / 2, gain(2)),
    Level("to = \"pair\"\n[bus.pair]\ngain = -2\nbalance = -0.5", gain(-2), gain(-2) / 2),
    Level("to = \"none\"", 0),
    Level("crossfade = \"left\"\n[crossfader]\nposition = 0", 1),
    Level("crossfade = \"left\"\n[crossfader]\nposition = 1", 0),
    Level("crossfade = \"left\"\n[crossfader]\nposition = 0.5", 0.5),
    Level("crossfade = \"right\"\n[crossfader]\nposition = -0.25", 0.75),
    Level("crossfade = \"right\"\n[crossfader]\nposition = -1\nreverse = true", 1),
    Level("crossfade = \"left\"\n[crossfader]\ncurve = \"constant-power\"", 0.5.squareRoot()),
    Level("crossfade = \"left\"\n[crossfader]\ncurve = \"linear\"\nposition = 0.5", 0.25),
    Level("crossfade = \"left\"\n[crossfader]\ncurve = \"cut\"\nposition = 0.9", 1),
    Level("crossfade = \"left\"\n[crossfader]\ncurve = \"cut\"\nposition = 1", 0),
    Level("crossfade = \"none\"\n[crossfader]\nposition = 1", 1),
  ]

  @Test(arguments: levels)
  func `levels are what they say, from the first frame on`(_ level: Level) throws {
    // Quiet enough for 12 dB, short enough for many.
    let sound = TestSound.noise(3001, seed: 5, amplitude: 0.125)
    try bench.write(sound, to: "a.wav")
    let result = try bench.render("[player.a]\nfile = \"a.wav\"\n\(level.keys)\n")
    expectSame(result, sound.times(level.left, level.right), within: 1e-6)
  }

  @Test func `strips on both sides add up, without averaging`() throws {
    let (a, b) = (TestSound.noise(3000, seed: 6), TestSound.noise(4000, seed: 7))
    try bench.write(a, to: "a.wav")
    try bench.write(b, to: "b.wav")
    let file = try bench.render(
      """
      [player.a]
      file = "a.wav"
      crossfade = "left"
      [player.b]
      file = "b.wav"
      crossfade = "right"
      gain = -1.5
      [crossfader]
      position = 0.25
      """)
    expectSame(file, a.times(0.75) + b.times(Self.gain(-1.5)), within: 1e-6)
  }

  // MARK: Where and when

  @Test(arguments: [("0.25", 12_000), ("0.12345", 5926), ("\"0:00.5\"", 24_000), ("1e-4", 5)])
  func `a player starts at its frame`(_ start: String, _ frame: Int) throws {
    let sound = TestSound.noise(2000, seed: 8)
    try bench.write(sound, to: "a.wav")
    let file = try bench.render("[player.a]\nfile = \"a.wav\"\nstart = \(start)\n")
    let silence = Signals.silence(frame)
    expectSame(
      file, TestSound(left: silence + sound.left, right: silence + sound.right), within: 0)
  }

  @Test func `a region is heard alone, with 5 ms of fade where it is cut`() throws {
    let sound = TestSound.noise(24_000, seed: 9)
    try bench.write(sound, to: "a.wav")
    let file = try bench.render("[player.a]\nfile = \"a.wav\"\nregion = [0.1, 0.2]\n")
    let expected = TestSound(
      left: ExpectedSound.cut(sound.left, 4800..<9600),
      right: ExpectedSound.cut(sound.right, 4800..<9600))
    try #require(file.frameCount == expected.frameCount)
    for (channel, x) in [expected.left, expected.right].enumerated() {
      #expect(Measurements.maximumDifference(file.channels[channel], x) < 1e-6)
    }
  }

  @Test func `a region at the file's own start and end is not faded`() throws {
    let sound = TestSound.noise(24_000, seed: 10)
    try bench.write(sound, to: "a.wav")
    let file = try bench.render("[player.a]\nfile = \"a.wav\"\nregion = [0, 0.5]\n")
    expectSame(file, sound, within: 0)
  }

  @Test func `a loop over the whole file is seamless to the bit`() throws {
    let sound = TestSound.noise(7001, seed: 11)
    try bench.write(sound, to: "a.wav")
    let file = try bench.render(
      "[player.a]\nfile = \"a.wav\"\nloop = true\n", "--duration", "0.5")
    #expect(file.frameCount == 24_000)
    let expected = (0..<24_000).map { sound.left[$0 % 7001] }
    #expect(Measurements.differingFrames(file.left, expected) == 0)
  }

  @Test func `a loop inside a file repeats what lies between its ends`() throws {
    let sound = TestSound.noise(24_000, seed: 12)
    try bench.write(sound, to: "a.wav")
    let file = try bench.render(
      "[player.a]\nfile = \"a.wav\"\nloop = true\nloop_in = 0.1\nloop_out = 0.3\n",
      "--duration", "1")
    // Played to 0.3 s, then 0.1…0.3 s again and again; the last 5 ms before each seam are a fade.
    for (start, from, count) in [
      (0, 0, 14_400 - 242), (14_400, 4800, 9600 - 242), (24_000, 4800, 9600 - 242),
    ] {
      #expect(
        Measurements.differingFrames(
          file.left[start..<start + count], sound.left[from..<from + count]) == 0)
    }
    // White noise steps by up to twice its amplitude everywhere; a seam adds nothing.
    #expect(Measurements.peak(file.left) <= 0.5)
  }

  @Test func `events act at their frame`() throws {
    let sound = TestSound.noise(30_000, seed: 13)
    try bench.write(sound, to: "a.wav")
    let file = try bench.render(
      """
      [session]
      events = [
        { at = 0.1, to = "player.a.mute", value = true },
        { at = 0.2, to = "player.a.mute", value = false },
        { at = 0.3, to = "bus.main.gain", value = -6 },
      ]
      [player.a]
      file = "a.wav"
      """)
    #expect(file.frameCount == 30_000)
    func same(_ range: Range<Int>, _ gain: Double) -> Bool {
      let expected = sound.times(gain)
      return Measurements.maximumDifference(file.left[range], expected.left[range]) < 1e-6
        && Measurements.maximumDifference(file.right[range], expected.right[range]) < 1e-6
    }
    // A quantum begins with the change or within 64 frames, and the line to it takes 240.
    #expect(same(0..<4800, 1))
    #expect(same(4800 + 304..<9600, 0))
    #expect(same(9600 + 304..<14_400, 1))
    #expect(same(14_400 + 304..<30_000, Self.gain(-6)))
  }

  @Test func `a crossfade over a second is the straight line that its curve says`() throws {
    let x = Signals.constant(0.5, 72_000)
    try bench.write(x, x, to: "a.wav")
    let file = try bench.render(
      """
      [session]
      events = [{ at = 0.25, to = "crossfader.position", value = 1, over = 1 }]
      [player.a]
      file = "a.wav"
      crossfade = "left"
      [crossfader]
      position = -1
      curve = "linear"
      """)
    let expected = x.indices.map { n in
      Float(0.5 * (1 - min(1, max(0, Double(n - 12_000) / 48_000))))
    }
    // A strip follows a moved control within 5 ms.
    #expect(Measurements.maximumDifference(file.left, expected) < 0.5 * 0.01)
    #expect(Measurements.largestStep(file.left) < 0.5 / 48_000 * 1.5)
  }

  // MARK: Rates

  @Test func `at 44100 Hz files of that rate are copied bit for bit`() throws {
    let sound = TestSound.noise(10_001, seed: 14)
    try bench.write(sound.left, sound.right, to: "a.wav", .pcm24, rate: 44_100)
    let file = try bench.render(
      "[session]\nsample_rate = 44100\n[player.a]\nfile = \"a.wav\"\n")
    #expect(file.sampleRate == 44_100)
    expectSame(file, sound, within: 0)
  }

  @Test(arguments: [(44_100, 48_000), (48_000, 44_100), (96_000, 48_000), (22_050, 48_000)])
  func `files of other rates keep pitch, length and quality`(_ rate: Int, _ session: Int) throws {
    func tones(_ rate: Int) -> [Float] {
      Signals.tones([97, 997, 3001, 7013], rate / 2, rate: Double(rate))
    }
    try bench.write(tones(rate), to: "a.wav", rate: rate)
    let file = try bench.render(
      "[session]\nsample_rate = \(session)\n[player.a]\nfile = \"a.wav\"\n")
    #expect(abs(file.frameCount - session / 2) <= 1)
    let range = 1000..<session / 2 - 1000
    let ratio = Measurements.signalToNoise(file.left[range], reference: tones(session)[range])
    #expect(ratio > 100)
    #expect(Measurements.differingFrames(file.left, file.right) == 0)
  }
}
