import Glibc
import MixEngine
import MixTestSupport
import Testing

@Suite struct DistortionTests {
  /// Everything out of the way: what a test sets is what is heard, but for the clip of u ÷ √(1 + u²).
  private static let plain: [String: Float] = [
    "mix": 100, "delay_mix": 0, "decimation_mix": 0, "polynomial_mix": 0, "ring_mix": 0,
    "soft_clip": 0,
  ]

  private func rig(
    _ clip: [[Float]], rate: Int = 48_000, _ values: [String: Float]
  ) -> (ModuleRig, Distortion) {
    let rig = ModuleRig(rate: rate)
    let distortion = Distortion(address: "effect.e", parameters: rig.parameters)
    for (name, value) in Self.plain.merging(values, uniquingKeysWith: { $1 }) {
      rig.parameters.parameter(named: "effect.e.\(name)")!.set(value)
    }
    rig.use(clip, [distortion])
    return (rig, distortion)
  }

  private func clipped(_ u: Double) -> Double { u / (1 + u * u).squareRoot() }

  @Test(arguments: [-80, -6, 0, 20] as [Float])
  func `the soft clip bends the sound by its formula`(gain: Float) {
    let x = Signals.noise(4096, seed: 1, amplitude: 2), y = Signals.noise(4096, seed: 2)
    let (rig, _) = rig([x, y], ["soft_clip": gain])
    let out = rig.render(4096), factor = pow(10, Double(gain) / 20)
    for i in 0..<4096 {
      #expect(abs(Double(out.left[i]) - clipped(factor * Double(x[i]))) < 1e-6)
      #expect(abs(Double(out.right[i]) - clipped(factor * Double(y[i]))) < 1e-6)
    }
    #expect(Measurements.peak(out.left) < 1)
  }

  @Test(
    arguments: [(1, 0, 0, 100), (0, 1, 0, 100), (0, 0, 1, 100), (0.5, 3, 20, 40), (0, 20, 2, 100)]
      as [(Float, Float, Float, Float)])
  func `the polynomial has the three terms`(setting: (Float, Float, Float, Float)) {
    let (linear, squared, cubic, mix) = setting
    let x = Signals.noise(4096, seed: 3)
    let (rig, _) = rig(
      [x], ["linear": linear, "squared": squared, "cubic": cubic, "polynomial_mix": mix])
    let out = rig.render(4096).left
    for i in 0..<4096 {
      let s = Double(x[i]), m = Double(mix) / 100
      let bent = Double(linear) * s + Double(squared) * s * s + Double(cubic) * s * s * s
      #expect(abs(Double(out[i]) - clipped((1 - m) * s + m * bent)) < 2e-6)
    }
  }

  /// sin² = ½ − ½·cos 2ωt, sin³ = ¾·sin ωt − ¼·sin 3ωt.
  @Test func `the terms make the harmonics of trigonometry`() {
    let x = Signals.sine(1000, 48_000, amplitude: 0.01)
    for (name, order, share) in [("squared", 2.0, 0.5), ("cubic", 3, 0.25)] {
      let (rig, _) = rig([x], [name: 20, "linear": 0, "polynomial_mix": 100])
      let level = Measurements.level(rig.render(48_000).left, at: order * 1000)
      let ideal = 20 * pow(0.01, order) * share
      #expect(abs(level - Measurements.decibels(ideal)) < 0.01)
    }
  }

  @Test(arguments: [(100, 0.0), (100, 100), (40, 50), (70, 25)] as [(Float, Double)])
  func `the ring modulation multiplies by two sines`(mix: Float, balance: Double) {
    let x = Signals.noise(48_000, seed: 4)
    let (rig, _) = rig(
      [x],
      [
        "ring_mix": mix, "ring_frequency_1": 440, "ring_frequency_2": 0.5,
        "ring_balance": Float(balance),
      ])
    let out = rig.render(48_000).left
    let (m, b) = (Double(mix) / 100, balance / 100)
    for i in stride(from: 0, to: 48_000, by: 7) {
      let t = 2 * Double.pi * Double(i) / 48_000
      let carrier = (1 - b) * sin(440 * t) + b * sin(0.5 * t)
      let s = Double(x[i])
      #expect(abs(Double(out[i]) - clipped((1 - m) * s + m * s * carrier)) < 2e-6)
    }
  }

  @Test func `the ring modulation makes the sum and the difference`() {
    let x = Signals.sine(1000, 48_000, amplitude: 0.01)
    let (rig, _) = rig([x], ["ring_mix": 100, "ring_frequency_1": 300, "ring_balance": 0])
    let out = rig.render(48_000).left
    for f in [700.0, 1300] {
      #expect(abs(Measurements.level(out, at: f) - Measurements.decibels(0.005)) < 0.01)
    }
    #expect(Measurements.level(out, at: 1000) < -120)
  }

  @Test(arguments: [44_100, 48_000, 96_000])
  func `decimation holds frames, at most for 5 ms`(rate: Int) {
    for percent in [0, 25, 50, 100] as [Float] {
      let line = (0..<rate).map { Float($0) / Float(rate) }
      let (rig, _) = rig([line], rate: rate, ["decimation": percent, "decimation_mix": 100])
      let out = rig.render(rate).left
      let hold = max(1, pow(240, Double(percent) / 100) * Double(rate) / 48_000)
      let frames = percent == 0 ? 1 : hold
      var changes = 1
      for i in 1..<rate {
        if out[i] != out[i - 1] { changes += 1 }
        let u = Double(out[i]), s = u / (1 - u * u).squareRoot()
        let late = Double(i) - s * Double(rate)
        #expect(late > -0.2 && late < frames + 0.7)
      }
      #expect(abs(Double(changes) - Double(rate) / frames) <= 2, "\(percent) %: \(changes)")
    }
  }

  @Test(arguments: [100, 80, 30] as [Float])
  func `rounding leaves whole multiples`(percent: Float) {
    let x = Signals.noise(4096, seed: 5, amplitude: 1.5)
    let (rig, _) = rig([x], ["rounding": percent, "decimation_mix": 100])
    let out = rig.render(4096).left
    let grain = pow(2, -23 * (1 - Double(percent / 100)))
    for i in 0..<4096 {
      let ideal = clipped((Double(x[i]) / grain).rounded() * grain)
      #expect(abs(Double(out[i]) - ideal) < 1e-6)
    }
  }

  @Test func `half of the decimation's share is half of it`() {
    let x = Signals.noise(4096, seed: 6)
    let (rig, _) = rig([x], ["rounding": 100, "decimation_mix": 50])
    let out = rig.render(4096).left
    for i in 0..<4096 {
      let s = Double(x[i])
      #expect(abs(Double(out[i]) - clipped((s + s.rounded()) / 2)) < 1e-6)
    }
  }

  @Test(arguments: [(0.1, 1, 50), (20, 0.1, 100), (500, 50, 30), (5, 0.7, 100)])
  func `the delay repeats the sound, each time weaker`(time: Double, decay: Double, mix: Double) {
    for rate in [44_100, 48_000, 96_000] {
      let (rig, _) = rig(
        [Signals.impulse(64, amplitude: 0.5), Signals.impulse(64, at: 3)], rate: rate,
        ["delay_ms": Float(time), "decay": Float(decay), "delay_mix": Float(mix)])
      let out = rig.render(rate * 11 / 10)
      let frames = Int((Double(Float(time)) / 1000 * Double(rate)).rounded())
      var left = Signals.silence(rate * 11 / 10), right = left
      left[0] = Float(clipped(0.5 * (1 - mix / 100)))
      right[3] = Float(clipped(1 - mix / 100))
      for n in 1...2 * rate where n * frames + 3 < left.count {
        let gain = exp(-decay * Double(n - 1)) * mix / 100
        left[n * frames] += Float(clipped(0.5 * gain))
        right[n * frames + 3] += Float(clipped(gain))
      }
      #expect(Measurements.maximumDifference(out.left, left) < 1e-5)
      #expect(Measurements.maximumDifference(out.right, right) < 1e-5)
    }
  }

  @Test func `a change of the delay fades over 20 ms from one to the other`() {
    let line = (0..<48_000).map { Float($0) / 4_800_000 }
    let (rig, _) = rig([line], ["delay_ms": 100, "decay": 50, "delay_mix": 100])
    rig.set("effect.e.delay_ms", 200, at: 19_200)
    let out = rig.render(48_000).left
    for i in 0..<48_000 {
      let old = i >= 4800 ? Double(i - 4800) : 0, new = i >= 9600 ? Double(i - 9600) : 0
      let share = min(max(Double(i - 19_200) / 960, 0), 1)
      #expect(abs(Double(out[i]) - clipped((old + (new - old) * share) / 4_800_000)) < 1e-7)
    }
  }

  @Test(
    arguments: Distortion.descriptors.dropFirst(2).map(\.name).filter {
      // These make steps by themselves.
      $0 != "decimation" && $0 != "rounding"
    })
  func `jumps of its parameters do not click`(name: String) {
    let x = Signals.sine(200, 96_000, amplitude: 0.25)
    let (rig, _) = rig(
      [x, x], ["delay_ms": 7, "delay_mix": 50, "polynomial_mix": 50, "ring_mix": 50])
    let range = Distortion.descriptors.first { $0.name == name }!.range
    for (i, frame) in stride(from: 9600, to: 90_000, by: 1613).enumerated() {
      rig.set("effect.e.\(name)", i % 2 == 0 ? range.lowerBound : range.upperBound, at: frame)
    }
    let out = rig.render(96_000).left
    // The soft clip never gives out more than 1, and all of it in no less than 5 ms; the ring
    // modulation may go up to 8 kHz, and the clip's gain makes a sine up to ten times as steep.
    let tone = name.hasPrefix("ring_f") ? 0.5 * 0.25 * 2 * sin(.pi * 8000 / 48_000) : 0
    let steep = name == "soft_clip" || name == "squared" || name == "cubic" ? 10.0 : 1
    let most = 4 * steep * Measurements.largestStep(x) + 2.0 / 240 + 2 * tone
    let step = Measurements.largestStep(out)
    #expect(step < most, "\(step), at most \(most)")
  }

  @Test(arguments: ["decimation", "rounding"])
  func `jumps of what makes steps make none that are larger than the sound`(name: String) {
    let x = Signals.sine(200, 96_000, amplitude: 0.4)
    let (rig, _) = rig([x, x], ["decimation_mix": 100])
    for (i, frame) in stride(from: 9600, to: 90_000, by: 1613).enumerated() {
      rig.set("effect.e.\(name)", i % 2 == 0 ? 0 : 100, at: frame)
    }
    let out = rig.render(96_000).left
    #expect(Measurements.peak(out) <= clipped(0.5))
    #expect(Measurements.largestStep(out) <= 0.8)
  }

  @Test func `a new frequency goes on with the phase where it is`() {
    let x = Signals.constant(0.1, 48_000)
    let (rig, _) = rig([x], ["ring_mix": 100, "ring_balance": 0, "ring_frequency_1": 50])
    rig.set("effect.e.ring_frequency_1", 80, at: 24_064)
    let out = rig.render(48_000).left
    let begin = 2 * Double.pi * 50 * 24_064 / 48_000
    for i in 24_064..<48_000 {
      let phase = begin + 2 * .pi * 80 * Double(i - 24_064) / 48_000
      #expect(abs(Double(out[i]) - clipped(0.1 * sin(phase))) < 1e-6)
    }
  }

  @Test func `everything at its strongest it stays below full scale`() {
    let x = Signals.noise(48_000, seed: 7, amplitude: 100)
    var values: [String: Float] = [:]
    for descriptor in Distortion.descriptors.dropFirst(2) {
      values[descriptor.name] = descriptor.range.upperBound
    }
    values["decay"] = 0.1
    values["delay_ms"] = 1
    let (rig, _) = rig([x, x], values)
    let out = rig.render(48_000).left
    #expect(Measurements.peak(out) <= 1)
    #expect(out.allSatisfy { $0.isFinite })
  }

  @Test(arguments: [(0.1, 1), (20, 0.2), (500, 50)] as [(Float, Float)])
  func `it is inaudible after its tail, and exactly silent after twice that`(
    time: Float, decay: Float
  ) {
    let x = Signals.noise(6400, seed: 8)
    let (rig, distortion) = rig(
      [x, x], ["delay_ms": time, "decay": decay, "delay_mix": 50, "decimation": 20])
    _ = rig.render(6400)
    let tail = (distortion.tail + 127) / 64 * 64
    #expect(tail < 150_000)
    #expect(Measurements.peak(rig.render(tail).left) > 1e-4)
    #expect(Measurements.peak(rig.render(tail).left) < 1e-6)
    #expect(rig.render(640).left.allSatisfy { $0.bitPattern == 0 })
  }

  @Test func `switched off and on again it has forgotten`() {
    let x = Signals.noise(6400, seed: 9) + Signals.silence(64)
    let (rig, _) = rig([x], ["delay_ms": 400, "decay": 0.1, "delay_mix": 100])
    rig.set("effect.e.on", 0, at: 6400)
    rig.set("effect.e.on", 1, at: 12_800)
    #expect(rig.render(48_000).left[12_800...].allSatisfy { $0 == 0 })
  }
}
