import Glibc
import MixEngine
import MixTestSupport
import Testing

@Suite struct SweepTests {
  private func rig(_ clip: [[Float]], _ position: Float = 0, rate: Int = 48_000) -> ModuleRig {
    let rig = ModuleRig(rate: rate)
    let sweep = Sweep(strip: "player.a", parameters: rig.parameters)
    sweep.sweep.set(position)
    rig.use(clip, [sweep])
    return rig
  }

  /// The law from its own words: a filter of second order with Q √½, mixed with the sound near the
  /// middle.
  private func expected(_ position: Double, at f: Double, rate: Double) -> Double {
    let size = abs(position), way = position < 0 ? 1 - size : size
    let asked = 13 + 22_037 * (pow(10, -2 * (1 - way)) - 0.01) / 0.99
    let edge = min(max(asked, 20), 20_000, 0.45 * rate)
    let warped = tan(.pi * f / rate) / tan(.pi * edge / rate)
    let below = Complex(re: 1 - warped * warped, im: warped * 2.0.squareRoot())
    let filter = Complex(re: position < 0 ? 1 : -warped * warped, im: 0) / below
    let share = min(1, size / 0.05)
    return (share * filter + Complex(re: 1 - share, im: 0)).decibels
  }

  @Test(arguments: (0..<20).map { -1 + 2 * Double($0) / 19 })
  func `its response is the law's at twenty positions`(position: Double) {
    let impulse = Signals.impulse(48_000)
    let out = rig([impulse, impulse], Float(position)).render(48_000)
    for f in (0..<30).map({ 25 * pow(800, Double($0) / 29) }) {
      let ideal = expected(Double(Float(position)), at: f, rate: 48_000)
      let got = response(out.left, at: f).decibels
      if ideal > -80 { #expect(abs(got - ideal) < 0.02, "\(f) Hz: \(got), not \(ideal) dB") }
    }
    #expect(Measurements.differingFrames(out.left, out.right) == 0)
  }

  @Test func `the frequencies are those of the table`() {
    for (way, hertz) in [
      (0.0, 13.0), (0.1, 143), (0.25, 494), (0.5, 2016), (0.75, 6830), (1, 22_050),
    ] {
      #expect(abs(SweepLaw.frequency(way) - hertz) < max(1, hertz * 0.002))
    }
  }

  @Test func `in the middle it changes no bit, and next to it hardly anything`() {
    let x = Signals.noise(9600, seed: 1), y = Signals.noise(9600, seed: 2)
    let out = rig([x, y]).render(9600)
    #expect(Measurements.differingFrames(out.left, x) == 0)
    #expect(Measurements.differingFrames(out.right, y) == 0)
    let impulse = Signals.impulse(48_000)
    for position in [-0.001, 0.001] as [Float] {
      let near = rig([impulse, impulse], position).render(48_000).left
      for f in [50.0, 1000, 15_000] { #expect(abs(response(near, at: f).decibels) < 0.2) }
    }
  }

  @Test func `swept at full speed over a tone it leaves no step beyond its bound`() {
    for frequency in [50.0, 1000, 8000] {
      let x = Signals.sine(frequency, 24_000, amplitude: 0.5)
      let rig = rig([x, x])
      let places: [Float] = [1, -1, 0, -1, 1, 0.5, -0.5, 0.02, -0.02]
      for i in 0..<18 { rig.set("player.a.sweep", places[i % 9], at: 960 * (i + 1)) }
      rig.set("player.a.sweep", 0, at: 19_200)
      let out = rig.render(24_000).left
      let own = 0.5 * 2 * Double.pi * frequency / 48_000
      // At full throw the filter's edge passes over the tone within a few of its periods.
      #expect(Measurements.largestStep(out) < 2 * own + 0.5 / 48)
      #expect(Measurements.peak(out) < 1)
      #expect(Measurements.differingFrames(out[21_000...], x[21_000...]) == 0)
    }
  }

  @Test func `over silence it is silent`() {
    let rig = rig([Signals.silence(9600)])
    for i in 1...8 { rig.set("player.a.sweep", i % 2 == 1 ? 1 : -1, at: 960 * i) }
    #expect(rig.render(9600).left.allSatisfy { $0 == 0 })
  }

  @Test func `mono is as both sides alike`() {
    let x = Signals.noise(4800, seed: 4)
    let stereo = rig([x, x], -0.4).render(4800), mono = rig([x], -0.4).render(4800)
    #expect(Measurements.differingFrames(mono.left, stereo.left) == 0)
  }

  @Test(
    arguments: [(0, "off"), (-0.5, "lowpass 2016 Hz"), (0.25, "highpass 494 Hz")]
      as [(Float, String)])
  func `it says what it does`(position: Float, words: String) {
    let sweep = Sweep(strip: "player.a", parameters: ParameterTable())
    sweep.sweep.set(position)
    #expect(sweep.summary == words)
  }
}
