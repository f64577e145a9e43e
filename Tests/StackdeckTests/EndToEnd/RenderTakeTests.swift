import MixTestSupport
import Testing

/// Recorders of a rendered session: stems, points, and the same frames everywhere.
@Suite struct RenderTakeTests {
  private let bench: MixBench
  private let a = TestSound.noise(20_001, seed: 21)
  private let b = TestSound.noise(15_000, seed: 22)

  init() throws {
    bench = try MixBench()
    try bench.write(a, to: "a.wav")
    try bench.write(b, to: "b.wav")
  }

  @Test func `the take of main is the rendered file, frame for frame`() throws {
    try bench.write(
      """
      [player.a]
      file = "a.wav"
      gain = -3
      effects = ["echo"]
      [effect.echo]
      type = "delay"
      time = 0.1
      feedback = 30
      [recorder.take]
      """)
    let result = try bench.run("render", "set.toml", "-o", "out.wav")
    #expect(result.status == 0)
    let out = try bench.wave("out.wav"), take = try bench.wave("take.wav")
    #expect(out.encoding == .pcm24 && take.encoding == .pcm24)
    #expect(out.frameCount > a.frameCount + 24_000)
    #expect(out.channels == take.channels)
  }

  @Test func `stems add up to main`() throws {
    let file = try bench.render(
      """
      [player.a]
      file = "a.wav"
      gain = -2
      balance = 0.3
      crossfade = "left"
      [player.b]
      file = "b.wav"
      start = 0.05
      trim = -1
      to = "echoes"
      [bus.echoes]
      effects = ["echo"]
      gain = -4
      [bus.main]
      gain = -6
      [crossfader]
      position = 0.5
      [effect.echo]
      type = "delay"
      time = 0.03
      [recorder.one]
      tap = "a"
      encoding = "float"
      [recorder.two]
      tap = "echoes"
      encoding = "float"
      [recorder.dry]
      point = "dry"
      encoding = "float"
      [recorder.main]
      encoding = "float"
      """)
    let one = try bench.wave("one.wav"), two = try bench.wave("two.wav")
    let dry = try bench.wave("dry.wav"), main = try bench.wave("main.wav")
    #expect(Set([one, two, dry, main].map(\.frameCount)) == [file.frameCount])
    for channel in 0...1 {
      let sum = zip(one.channels[channel], two.channels[channel]).map { $0 + $1 }
      #expect(Measurements.maximumDifference(sum, dry.channels[channel]) < 1e-6)
      #expect(Measurements.peak(dry.channels[channel]) > 0.1)
    }
    #expect(main.channels == file.channels)
  }

  @Test func `dry is before the trim, pre before the fader, post what the bus gets`() throws {
    let file = try bench.render(
      """
      [player.a]
      file = "a.wav"
      trim = -3
      gain = -6
      balance = 0.5
      [recorder.dry]
      tap = "a"
      point = "dry"
      encoding = "float"
      [recorder.pre]
      tap = "a"
      point = "pre"
      encoding = "float"
      [recorder.post]
      tap = "a"
      encoding = "float"
      """)
    let gain = RenderFormulaTests.gain
    expectSame(try bench.wave("dry.wav"), a, within: 0)
    expectSame(try bench.wave("pre.wav"), a.times(gain(-3)), within: 1e-6)
    expectSame(try bench.wave("post.wav"), a.times(gain(-9) / 2, gain(-9)), within: 1e-6)
    expectSame(file, a.times(gain(-9) / 2, gain(-9)), within: 1e-6)
  }

  @Test func `a strip that goes nowhere can be recorded`() throws {
    let file = try bench.render(
      """
      [player.a]
      file = "a.wav"
      to = "none"
      [recorder.alone]
      tap = "a"
      encoding = "float"
      """)
    expectSame(try bench.wave("alone.wav"), a, within: 0)
    #expect(file.frameCount == a.frameCount && Measurements.peak(file.left) == 0)
  }

  @Test func `a take starts and ends where events say`() throws {
    _ = try bench.render(
      """
      [session]
      events = [
        { at = 0.1, to = "recorder.part.record", value = true },
        { at = 0.2, to = "recorder.part.record", value = false },
      ]
      [player.a]
      file = "a.wav"
      [recorder.part]
      start = "manual"
      encoding = "float"
      [recorder.late]
      start = 0.25
      encoding = "float"
      """)
    let part = try bench.wave("part.wav")
    #expect(part.channels == [Array(a.left[4800..<9600]), Array(a.right[4800..<9600])])
    let late = try bench.wave("late.wav")
    #expect(late.channels == [Array(a.left[12_000...]), Array(a.right[12_000...])])
  }

  @Test func `an existing take is never touched`() throws {
    try bench.write("precious", to: "take.wav")
    try bench.write("[player.a]\nfile = \"a.wav\"\n[recorder.take]\nencoding = \"float\"\n")
    for number in 2...3 {
      let result = try bench.run("render", "set.toml", "-q")
      #expect(result.status == 0 && result.errors == "")
      expectSame(try bench.wave("take-\(number).wav"), a, within: 0)
    }
    #expect(try bench.directory.text(of: "take.wav") == "precious")
  }

  @Test func `directories of a take are made, and fields and percent signs filled in`() throws {
    try bench.write(
      "[player.a]\nfile = \"a.wav\"\n[recorder.take]\nfile = \"new/deep/100%% %Y.wav\"\n")
    #expect(try bench.run("render", "set.toml", "-q").status == 0)
    let names = try Command("ls", [bench["new/deep"]]).run().output
    #expect(names.wholeMatch(of: /100% 20\d\d\.wav\n/) != nil)
  }
}
