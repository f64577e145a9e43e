import Glibc
import MixEngine
import MixTestSupport
import Testing

@Suite struct IsolatorTests {
  private func rig(
    _ clip: [[Float]], _ values: [String: Float] = [:], crossover: Crossover = .standard,
    rate: Int = 48_000
  ) -> ModuleRig {
    let rig = ModuleRig(rate: rate)
    let eq = Isolator(strip: "player.a", parameters: rig.parameters, crossover: crossover)
    for (name, value) in values {
      rig.parameters.parameter(named: "player.a.\(name)")!.set(value)
    }
    rig.use(clip, [eq])
    return rig
  }

  private static let frequencies = (0..<30).map { 25 * pow(800, Double($0) / 29) }

  /// A side of the parting by its analogue form: a Butterworth filter of sixth order, twice.
  private func side(_ f: Double, _ edge: Double, isHigh: Bool, _ rate: Double) -> Complex {
    let warped = tan(.pi * f / rate) / tan(.pi * edge / rate)
    var product = Complex(re: 1, im: 0)
    for k in 0..<3 {
      let q = 1 / (2 * sin(.pi * Double(2 * k + 1) / 12))
      let below = Complex(re: 1 - warped * warped, im: warped / q)
      product = product * (Complex(re: isHigh ? -warped * warped : 1, im: 0) / below)
    }
    return product * product
  }

  private func expected(
    _ f: Double, _ gains: (Double, Double, Double), _ crossover: Crossover, _ rate: Double
  ) -> Complex {
    let (l1, h1) = (
      side(f, crossover.low, isHigh: false, rate), side(f, crossover.low, isHigh: true, rate)
    )
    let (l2, h2) = (
      side(f, crossover.high, isHigh: false, rate), side(f, crossover.high, isHigh: true, rate)
    )
    return gains.0 * (l1 * (l2 + h2)) + h1 * (gains.1 * l2 + gains.2 * h2)
  }

  @Test(
    arguments: [
      (12, 0, 0), (0, -6, 0), (0, 0, 9), (-12, 6, -3), (-.infinity, 0, 0), (0, -.infinity, 0),
      (0, 0, -.infinity), (-.infinity, 3, -.infinity), (0.01, 0, 0),
    ] as [(Float, Float, Float)], [48_000, 8000, 96_000])
  func `its response is the law's at thirty frequencies`(
    _ knobs: (Float, Float, Float), rate: Int
  ) {
    let (low, mid, high) = knobs
    let impulse = Signals.impulse(rate / 2)
    let out = rig(
      [impulse, impulse], ["low": low, "mid": mid, "high": high], rate: rate
    ).render(rate / 2)
    let gain = { (decibels: Float) in pow(10, Double(decibels) / 20) }
    for f in Self.frequencies where f < 0.45 * Double(rate) {
      let ideal = expected(
        f, (gain(low), gain(mid), gain(high)), .standard, Double(rate)
      ).decibels
      let got = response(out.left, at: f, rate: Double(rate)).decibels
      if ideal > -70 {
        #expect(abs(got - ideal) < 0.01, "\(f) Hz: \(got), not \(ideal) dB")
      } else {
        #expect(got < -70)
      }
    }
    #expect(Measurements.differingFrames(out.left, out.right) == 0)
  }

  @Test func `flat it is transparent: in all bits, and while it is on within 0.05 dB`() {
    let x = Signals.noise(9600, seed: 1), y = Signals.noise(9600, seed: 2)
    let flat = rig([x, y]).render(9600)
    #expect(Measurements.differingFrames(flat.left, x) == 0)
    #expect(Measurements.differingFrames(flat.right, y) == 0)
    let impulse = Signals.impulse(24_000)
    let on = rig([impulse, impulse], ["low": 0.0001]).render(24_000).left
    #expect(Measurements.differingFrames(on, impulse) > 0)
    for f in Self.frequencies {
      #expect(abs(response(on, at: f).decibels) < 0.05)
    }
  }

  @Test(arguments: [("low", 60.0), ("mid", 782.0), ("high", 9000.0)])
  func `a kill is below −80 dB in its band and leaves the others`(band: String, middle: Double) {
    let impulse = Signals.impulse(24_000)
    let out = rig([impulse, impulse], ["\(band)_kill": 1]).render(24_000).left
    for f in [60.0, 782, 9000] {
      let level = response(out, at: f).decibels
      #expect(f == middle ? level < -80 : abs(level) < 0.05)
    }
  }

  @Test func `all three killed is exact silence`() {
    let x = Signals.noise(9600, seed: 3)
    let out = rig([x, x], ["low_kill": 1, "mid": -.infinity, "high_kill": 1]).render(9600)
    #expect(out.left.allSatisfy { $0 == 0 })
  }

  @Test func `other frequencies part where they say`() {
    let crossover = Crossover(low: 300, high: 3500)
    let impulse = Signals.impulse(24_000)
    let out = rig([impulse, impulse], ["low_kill": 1], crossover: crossover).render(24_000).left
    #expect(abs(response(out, at: 300).decibels + 6.02) < 0.01)
  }

  @Test(arguments: ["low", "mid", "high", "low_kill", "mid_kill", "high_kill"])
  func `swept at full speed over a tone it leaves no step beyond its bound`(name: String) {
    for frequency in [60.0, 246, 782, 2484, 9000] {
      let count = 24_000, x = Signals.sine(frequency, count, amplitude: 0.25)
      let rig = rig([x, x])
      let ends: (Float, Float) = name.hasSuffix("kill") ? (1, 0) : (12, -.infinity)
      for i in 1...16 { rig.set("player.a.\(name)", i % 2 == 1 ? ends.0 : ends.1, at: 960 * i) }
      rig.set("player.a.\(name)", 0, at: 20_000)
      let out = rig.render(count).left
      // The tone's own step at +12 dB, and a gain that goes from 0 to +12 dB in 5 ms; the parting
      // comes in over 20 ms.
      let top = 0.25 * (name.hasSuffix("kill") ? 2 : 4.0)
      let own = top * 2 * Double.pi * frequency / 48_000
      #expect(Measurements.largestStep(out) < 1.3 * own + top / 240)
      // Back at 0 dB it is the sound itself again.
      #expect(Measurements.differingFrames(out[22_000...], x[22_000...]) == 0)
    }
  }

  @Test func `over silence it is silent`() {
    let rig = rig([Signals.silence(9600)])
    for i in 1...8 { rig.set("player.a.mid", i % 2 == 1 ? 12 : -.infinity, at: 960 * i) }
    #expect(rig.render(9600).left.allSatisfy { $0 == 0 })
  }

  @Test func `mono is as both sides alike, and memory of others is not written`() {
    let x = Signals.noise(4800, seed: 4)
    let stereo = rig([x, x], ["low": -9]).render(4800)
    let mono = rig([x], ["low": -9]).render(4800)
    #expect(Measurements.differingFrames(mono.left, stereo.left) == 0)
    let parameters = ModuleRig()
    let clip = ClipSource([x], isExternal: true, parameters: parameters.parameters)
    let before = clip.contents
    let eq = Isolator(strip: "player.a", parameters: parameters.parameters)
    parameters.parameters.parameter(named: "player.a.low")!.set(6)
    parameters.use([clip, eq])
    _ = parameters.render(4800)
    #expect(clip.contents == before)
  }

  @Test func `it says what it does`() {
    let parameters = ParameterTable()
    let eq = Isolator(strip: "player.a", parameters: parameters)
    #expect(eq.summary == "flat")
    #expect(eq.isFlat)
    parameters.parameter(named: "player.a.low")!.set(-6)
    parameters.parameter(named: "player.a.high_kill")!.set(1)
    #expect(eq.summary == "low -6 dB, high killed")
    #expect(!eq.isFlat)
  }
}
