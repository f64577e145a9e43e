import MixTestSupport
import Testing

/// Limiters, through the program.
@Suite struct LimiterSoundTests {
  private let bench: MixBench
  private let a = TestSound.noise(20_001, seed: 41)
  private let b = TestSound.noise(24_000, seed: 42)

  init() throws {
    bench = try MixBench()
    try bench.write(a, to: "a.wav")
    try bench.write(b, to: "b.wav")
  }

  private static func session(_ keys: String, effects: String = "\"keep\"") -> String {
    """
    [player.a]
    file = "a.wav"
    to = "hall"
    [player.b]
    file = "b.wav"
    start = 0.1
    to = "hall"
    [bus.hall]
    effects = \(effects)
    [effect.keep]
    type = "limiter"
    \(keys)
    [recorder.take]
    encoding = "float"
    [recorder.alone]
    tap = "a"
    encoding = "float"
    [recorder.hall]
    tap = "hall"
    encoding = "float"
    """
  }

  @Test func `players read ahead for it: where it does nothing no bit and no frame changes`() throws
  {
    let plain = try bench.render(Self.session("ceiling = 0", effects: "[]"))
    let take = try bench.wave("take.wav"), alone = try bench.wave("alone.wav")
    let limited = try bench.render(Self.session("ceiling = 0\nattack_ms = 30"))
    #expect(limited.left == plain.left && limited.right == plain.right)
    let again = try bench.wave("take-2.wav"), other = try bench.wave("alone-2.wav")
    #expect(again.left == take.left && again.right == take.right)
    #expect(other.left == alone.left && other.right == alone.right)
  }

  @Test func `a take of a loud bus stays below the ceiling`() throws {
    _ = try bench.render(Self.session("ceiling = -3\ngain = 30"))
    let take = try bench.wave("hall.wav")
    for side in [take.left, take.right] {
      let peak = Measurements.decibels(Measurements.truePeak(side))
      #expect(peak <= -3 && peak > -3.2)
    }
  }
}
