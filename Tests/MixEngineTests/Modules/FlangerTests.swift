import Glibc
import MixEngine
import MixTestSupport
import Testing

@Suite struct FlangerTests {
  private func rig(
    _ clip: [[Float]], rate: Int = 48_000, _ values: [String: Float]
  ) -> (ModuleRig, Flanger) {
    let rig = ModuleRig(rate: rate)
    let flanger = Flanger(address: "effect.e", parameters: rig.parameters)
    for (name, value) in values {
      rig.parameters.parameter(named: "effect.e.\(name)")!.set(value)
    }
    rig.use(clip, [flanger])
    return (rig, flanger)
  }

  /// The delay at a frame in frames, by its law.
  private func delay(_ frame: Int, rate: Int, period: Double, depth: Double) -> Double {
    let turn = Double(frame) / (period * Double(rate))
    return (0.000_5 + depth * 0.007_5 * (1 - cos(2 * .pi * turn)) / 2) * Double(rate)
  }

  @Test(arguments: [44_100, 48_000, 96_000], [(0.5, 100.0), (0.1, 40), (20, 100), (4, 0)])
  func `each frame of a rising line tells how late it is`(rate: Int, setting: (Double, Double)) {
    let (period, depth) = setting
    let line = (0..<rate).map { Float($0) / Float(rate) }
    let (rig, _) = rig(
      [line], rate: rate,
      ["period": Float(period), "depth": Float(depth), "feedback": 0, "mix": 100])
    let out = rig.render(rate).left
    var worst = 0.0
    for i in (rate / 50)..<rate {
      let late = Double(i) - Double(out[i]) * Double(rate)
      worst = max(worst, abs(late - delay(i, rate: rate, period: period, depth: depth / 100)))
    }
    // A frame of full scale is rounded to 2⁻²⁴ of `rate` frames.
    #expect(worst < 0.02, "\(worst) frames off")
  }

  /// Without depth it is a comb: |H| of y = (1 − m)·x + m·w, w = z⁻ᵀ·(x + g·w).
  @Test(arguments: [0.0, 60, -95], [50.0, 100])
  func `without depth its response is a comb's`(feedback: Double, mix: Double) {
    let (rig, _) = rig(
      [Signals.impulse(64), Signals.impulse(64, amplitude: -0.5)],
      ["depth": 0, "feedback": Float(feedback), "mix": Float(mix)])
    let out = rig.render(1 << 15)
    // 24 frames: notches and peaks at multiples of 1 kHz.
    for f in [100.0, 500, 1000, 1500, 2250, 4000, 9500, 15_300] {
      let w = -2 * Double.pi * f / 48_000 * 24
      let (re, im) = (cos(w), sin(w)), g = feedback / 100, m = mix / 100
      // w/x = e / (1 − g·e)
      let (dre, dim) = (1 - g * re, -g * im), square = dre * dre + dim * dim
      let (wre, wim) = ((re * dre + im * dim) / square, (im * dre - re * dim) / square)
      let (yre, yim) = (1 - m + m * wre, m * wim)
      let ideal = (yre * yre + yim * yim).squareRoot()
      let left = pow(10, Measurements.gain(out.left, at: f) / 20)
      let right = 2 * pow(10, Measurements.gain(out.right, at: f) / 20)
      #expect(abs(left - ideal) < 1e-4 && abs(right - ideal) < 1e-4, "\(f) Hz: \(left) \(ideal)")
    }
  }

  @Test func `a tone between frames keeps its level`() {
    // The cubic loses nothing that is heard at this frequency, wherever between frames it reads.
    let x = Signals.sine(1000, 48_000, amplitude: 0.5)
    let (rig, _) = rig([x], ["period": 20, "depth": 100, "feedback": 0, "mix": 100])
    let out = rig.render(48_000).left
    for begin in stride(from: 4800, to: 43_200, by: 4800) {
      let fit = Measurements.rms(out[begin..<(begin + 4800)])
      #expect(abs(fit / (0.5 / 2.0.squareRoot()) - 1) < 0.001)
    }
  }

  @Test func `flangers of one period go together, whenever they were switched on`() {
    let x = Signals.noise(48_000, seed: 1)
    func render(on frame: Int?) -> [Float] {
      let (rig, flanger) = rig([x], ["period": 0.7, "feedback": 0, "mix": 100])
      if let frame {
        flanger.on.set(0)
        rig.set("effect.e.on", 1, at: frame)
      }
      return rig.render(48_000).left
    }
    let always = render(on: nil), late = render(on: 9600)
    #expect(Measurements.differingFrames(always[11_000...], late[11_000...]) == 0)
  }

  @Test(arguments: [(0.1, 20), (20, 0.1), (1, 0.5)])
  func `a change of the period goes on from where the time is`(from: Float, to: Float) {
    let line = (0..<96_000).map { Float($0) / 96_000 }
    let (rig, _) = rig([line], ["period": from, "depth": 100, "feedback": 0, "mix": 100])
    rig.set("effect.e.period", to, at: 48_000 + 1280)
    let out = rig.render(96_000).left
    // The fastest swing: π × 7.5 ms over 0.1 s.
    let most = (1 + Double.pi * 0.075) / 96_000
    #expect(Measurements.largestStep(out[4800...]) < 1.02 * most)
    let age = (49_280...49_400).map { Double($0) - Double(out[$0]) * 96_000 }
    let there = 1280 + 48_000
    let ideal = delay(there, rate: 48_000, period: Double(from), depth: 1)
    #expect(abs(age[0] - ideal) < 0.05)
    #expect(age.allSatisfy { abs($0 - ideal) < 121 * Double.pi * 0.075 })
  }

  @Test(arguments: ["depth", "feedback", "period"])
  func `jumps of its parameters do not click`(name: String) {
    let x = Signals.sine(200, 96_000, amplitude: 0.5)
    let (rig, _) = rig([x, x], ["period": 0.5, "feedback": 50, "mix": 100])
    let range = Flanger.descriptors.first { $0.name == name }!.range
    for (i, frame) in stride(from: 9600, to: 90_000, by: 3217).enumerated() {
      rig.set("effect.e.\(name)", i % 2 == 0 ? range.lowerBound : range.upperBound, at: frame)
    }
    let out = rig.render(96_000).left
    // What the feedback may be made louder by is the bound; a click would be as large as the sound.
    let louder = name == "feedback" ? 20.0 : 2
    let step = Measurements.largestStep(out)
    #expect(step < 1.4 * louder * Measurements.largestStep(x), "\(step)")
  }

  @Test(arguments: [-95, 95]) func `at the strongest feedback it stays bounded`(feedback: Float) {
    let x = Signals.noise(480_000, seed: 2, amplitude: 1)
    let (rig, _) = rig(
      [x, x], ["period": 0.1, "depth": 100, "feedback": feedback, "mix": 100])
    let out = rig.render(480_000).left
    #expect(Measurements.peak(out) < 20)
    #expect(Measurements.rms(out) > 0.5)
  }

  @Test(arguments: [0, 30, -60, 95])
  func `it is inaudible after its tail, and exactly silent after twice that`(feedback: Float) {
    let x = Signals.noise(6400, seed: 3)
    let (rig, flanger) = rig(
      [x, x], ["period": 0.3, "depth": 100, "feedback": feedback, "mix": 100])
    let sound = Measurements.peak(rig.render(6400).left)
    let tail = (flanger.tail + 127) / 64 * 64
    #expect(tail < 150_000)
    #expect(Measurements.peak(rig.render(tail).left[..<24]) > 0.01)
    #expect(Measurements.peak(rig.render(tail + 6400).left) < 1e-6 * max(sound, 1))
    #expect(rig.render(640).left.allSatisfy { $0.bitPattern == 0 })
  }

  @Test func `mono is flanged as stereo is`() {
    let x = Signals.noise(9600, seed: 4)
    func render(_ clip: [[Float]]) -> [Float] {
      rig(clip, ["period": 0.3]).0.render(9600).left
    }
    #expect(Measurements.differingFrames(render([x]), render([x, x])) == 0)
  }

  @Test func `switched off and on again it has forgotten`() {
    let x = Signals.noise(6400, seed: 5) + Signals.silence(64)
    let (rig, _) = rig([x], ["feedback": 95, "mix": 100])
    rig.set("effect.e.on", 0, at: 6400)
    rig.set("effect.e.on", 1, at: 12_800)
    #expect(rig.render(48_000).left[12_800...].allSatisfy { $0 == 0 })
  }
}
