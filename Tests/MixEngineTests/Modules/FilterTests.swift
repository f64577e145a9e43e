import Glibc
import MixEngine
import MixTestSupport
import Testing

@Suite struct FilterTests {
  struct Setting: CustomTestStringConvertible, Sendable {
    let word: String
    let values: [String: Float]
    var testDescription: String {
      word + values.sorted { $0.key < $1.key }.map { " \($0.key) \($0.value)" }.joined()
    }
  }

  private static let settings: [Setting] = [
    Setting(word: "bandpass", values: [:]),
    Setting(word: "bandpass", values: ["frequency": 400, "bandwidth": 100]),
    Setting(word: "bandpass", values: ["frequency": 1200, "bandwidth": 3600]),
    Setting(word: "bandpass", values: ["frequency": 15_000, "bandwidth": 12_000]),
    Setting(word: "lowpass", values: [:]),
    Setting(word: "lowpass", values: ["frequency": 300, "resonance": 20]),
    Setting(word: "lowpass", values: ["frequency": 2500, "resonance": -20]),
    Setting(word: "highpass", values: [:]),
    Setting(word: "highpass", values: ["frequency": 150, "resonance": 12]),
    Setting(word: "highpass", values: ["frequency": 12_000, "resonance": -3]),
    Setting(word: "lowshelf", values: ["gain": 12]),
    Setting(word: "lowshelf", values: ["frequency": 500, "gain": -40]),
    Setting(word: "lowshelf", values: ["frequency": 3000, "gain": 40]),
    Setting(word: "highshelf", values: ["gain": -9]),
    Setting(word: "highshelf", values: ["frequency": 1000, "gain": 40]),
    Setting(word: "highshelf", values: ["frequency": 4000, "gain": -40]),
    Setting(word: "parametric", values: ["gain": 20]),
    Setting(word: "parametric", values: ["frequency": 250, "q": 0.1, "gain": -20]),
    Setting(word: "parametric", values: ["frequency": 9000, "q": 20, "gain": 13]),
  ]

  /// |H(f)| in dB by the cookbook, from its own variables, evaluated on the unit circle.
  private func cookbook(_ setting: Setting, at f: Double, rate: Double) -> Double {
    let kind = EffectCatalogue.kind(setting.word)!
    func value(_ name: String) -> Double {
      let descriptor = kind.descriptors.first { $0.name == name }!
      return Double(setting.values[name] ?? descriptor.defaultValue)
    }
    let w0 = 2 * Double.pi * value("frequency") / rate
    let (sine, cosine) = (sin(w0), cos(w0))
    var b = [0.0, 0.0, 0.0], a = [0.0, 0.0, 0.0]
    switch setting.word {
    case "bandpass":
      let alpha = sine * sinh(log(2.0) / 2 * value("bandwidth") / 1200 * w0 / sine)
      b = [alpha, 0, -alpha]
      a = [1 + alpha, -2 * cosine, 1 - alpha]
    case "lowpass", "highpass":
      let sign = setting.word == "lowpass" ? 1.0 : -1.0
      let alpha = sine / (2 * pow(10, value("resonance") / 20))
      b = [(1 - sign * cosine) / 2, sign - cosine, (1 - sign * cosine) / 2]
      a = [1 + alpha, -2 * cosine, 1 - alpha]
    case "lowshelf", "highshelf":
      let s = setting.word == "lowshelf" ? 1.0 : -1.0
      let g = pow(10, value("gain") / 40)
      let alpha = sine / 2 * 2.0.squareRoot()
      let root = 2 * g.squareRoot() * alpha
      b = [
        g * ((g + 1) - s * (g - 1) * cosine + root),
        s * 2 * g * ((g - 1) - s * (g + 1) * cosine),
        g * ((g + 1) - s * (g - 1) * cosine - root),
      ]
      a = [
        (g + 1) + s * (g - 1) * cosine + root,
        -s * 2 * ((g - 1) + s * (g + 1) * cosine),
        (g + 1) + s * (g - 1) * cosine - root,
      ]
    default:
      let g = pow(10, value("gain") / 40)
      let alpha = sine / (2 * value("q"))
      b = [1 + alpha * g, -2 * cosine, 1 - alpha * g]
      a = [1 + alpha / g, -2 * cosine, 1 - alpha / g]
    }
    let w = 2 * Double.pi * f / rate
    func power(_ c: [Double]) -> Double {
      let real = c[0] + c[1] * cos(w) + c[2] * cos(2 * w)
      let imaginary = c[1] * sin(w) + c[2] * sin(2 * w)
      return real * real + imaginary * imaginary
    }
    return 10 * log10(power(b) / power(a))
  }

  @Test(arguments: settings, [44_100, 48_000, 96_000])
  func `its response is the cookbook's`(setting: Setting, rate: Int) {
    let rig = ModuleRig(rate: rate)
    let filter = EffectCatalogue.kind(setting.word)!.make(
      address: "effect.f", parameters: rig.parameters)
    for (name, value) in setting.values {
      rig.parameters.parameter(named: "effect.f.\(name)")!.set(value)
    }
    // Left and right differ, so that each is seen to be filtered alone.
    rig.use([Signals.impulse(64), Signals.impulse(64, at: 0, amplitude: -0.5)], [filter])
    let out = rig.render(1 << 15)
    var worst = 0.0, count = 0
    for i in 0..<20 {
      let f = 25 * pow(0.44 * Double(rate) / 25, Double(i) / 19)
      let ideal = cookbook(setting, at: f, rate: Double(rate))
      // Below this the rounding of the output is what a measurement finds.
      guard ideal > -80 else { continue }
      count += 1
      let left = Measurements.gain(out.left, at: f, rate: Double(rate))
      let right = Measurements.gain(out.right, at: f, rate: Double(rate)) + 6.020_599_913
      worst = max(worst, abs(left - ideal), abs(right - ideal))
    }
    #expect(count > 8)
    #expect(worst < 0.05, "\(worst) dB off")
  }

  @Test func `a band-pass is at 0 dB in its centre`() {
    for rate in [44_100, 48_000, 96_000] {
      let rig = ModuleRig(rate: rate)
      rig.use(
        [Signals.impulse(64)], [Bandpass(address: "effect.f", parameters: rig.parameters)])
      let gain = Measurements.gain(rig.render(8192).left, at: 5000, rate: Double(rate))
      #expect(abs(gain) < 1e-3)
    }
  }

  @Test(arguments: ["lowshelf", "highshelf", "parametric"])
  func `at a gain of 0 dB it changes no bit`(word: String) {
    let rig = ModuleRig()
    let x =
      Signals.noise(4096, seed: 1) + [-0.0, Float(bitPattern: 70_000)] + Signals.noise(62, seed: 2)
    let filter = EffectCatalogue.kind(word)!.make(
      address: "effect.f", parameters: rig.parameters)
    rig.use([x, x], [filter])
    let out = rig.render(x.count)
    // Outputs are summed to from 0, which loses the sign of a zero and flushes what is tiny.
    let plain = x.map { abs($0) < .leastNormalMagnitude ? 0 : $0 }
    #expect(Measurements.differingFrames(out.left, plain) == 0)
    #expect(filter.tail == 0)
  }

  @Test func `flat again after a change it changes no bit`() {
    let rig = ModuleRig()
    let x = Signals.noise(1 << 16, seed: 3)
    let filter = Parametric(address: "effect.f", parameters: rig.parameters)
    rig.use([x, x], [filter])
    rig.set("effect.f.gain", 15, at: 640)
    rig.set("effect.f.gain", 0, at: 6400)
    let out = rig.render(x.count).left
    #expect(Measurements.differingFrames(out[..<640], x[..<640]) == 0)
    #expect(Measurements.maximumDifference(out[640..<6400], x[640..<6400]) > 0.1)
    #expect(Measurements.differingFrames(out[20_000...], x[20_000...]) == 0)
  }

  /// A jump over the whole range, and back, while a tone plays: what the tone may be made louder by
  /// on the way is the bound, not what the filter had stored for the old setting.
  @Test(arguments: ["bandpass", "lowpass", "highpass", "lowshelf", "highshelf", "parametric"])
  func `jumps of its parameters do not thump`(word: String) {
    let descriptors = EffectCatalogue.kind(word)!.descriptors.dropFirst(2)
    for jump in descriptors {
      for hertz in [50.0, 440, 4000] {
        let rig = ModuleRig()
        let filter = EffectCatalogue.kind(word)!.make(
          address: "effect.f", parameters: rig.parameters)
        rig.parameters.parameter(named: "effect.f.gain")?.set(12)
        rig.parameters.parameter(named: "effect.f.\(jump.name)")!.set(jump.range.lowerBound)
        let x = Signals.sine(hertz, 38_400, amplitude: 0.5)
        rig.use([x, x], [filter])
        rig.set("effect.f.\(jump.name)", jump.range.upperBound, at: 12_800)
        rig.set("effect.f.\(jump.name)", jump.range.lowerBound, at: 25_600)
        let out = rig.render(38_400).left
        var most = descriptors.contains { $0.name == "gain" } ? pow(10, 12.0 / 20) : 1.1548
        if jump.unit == .decibels { most = pow(10, Double(jump.range.upperBound) / 20) }
        let peak = Measurements.peak(out), step = Measurements.largestStep(out)
        let what = "\(jump.name) \(hertz) Hz: peak \(peak), step \(step)"
        #expect(peak < 2 * most * 0.5, "\(what)")
        #expect(step < 2 * most * Measurements.largestStep(x), "\(what)")
      }
    }
  }

  @Test func `a parameter moves in 20 ms and is then exactly where it was sent`() {
    func render(_ prepare: (ModuleRig) -> Void) -> [Float] {
      let rig = ModuleRig()
      let x = Signals.noise(9600, seed: 6)
      rig.use([x, x], [Lowpass(address: "effect.f", parameters: rig.parameters)])
      prepare(rig)
      return rig.render(9600).left
    }
    let moved = render {
      $0.parameters.parameter(named: "effect.f.frequency")!.set(500)
      $0.set("effect.f.frequency", 3000, at: 1280)
    }
    let before = render { $0.parameters.parameter(named: "effect.f.frequency")!.set(500) }
    let after = render { $0.parameters.parameter(named: "effect.f.frequency")!.set(3000) }
    #expect(Measurements.differingFrames(moved[..<1280], before[..<1280]) == 0)
    #expect(Measurements.maximumDifference(moved[2000..<2240], after[2000..<2240]) > 1e-4)
    // 960 frames later it is the other filter, and soon its memory, too.
    #expect(Measurements.maximumDifference(moved[2752...], after[2752...]) < 1e-6)
  }

  @Test func `mono is filtered as stereo is`() {
    let x = Signals.noise(4096, seed: 4)
    func render(_ clip: [[Float]]) -> [Float] {
      let rig = ModuleRig()
      rig.use(clip, [Lowpass(address: "effect.f", parameters: rig.parameters)])
      rig.set("effect.f.frequency", 300, at: 640)
      return rig.render(4096).left
    }
    #expect(Measurements.differingFrames(render([x]), render([x, x])) == 0)
  }

  @Test(arguments: settings)
  func `it is inaudible after its tail, and exactly silent after twice that`(setting: Setting) {
    let rig = ModuleRig()
    let filter = EffectCatalogue.kind(setting.word)!.make(
      address: "effect.f", parameters: rig.parameters)
    for (name, value) in setting.values {
      rig.parameters.parameter(named: "effect.f.\(name)")!.set(value)
    }
    let x = Signals.noise(640, seed: 5, amplitude: 1)
    rig.use([x, x], [filter])
    let sound = Measurements.peak(rig.render(640).left)
    let tail = (filter.tail + 127) / 64 * 64
    #expect(tail < 240_000, "\(tail) frames")
    _ = rig.render(tail)
    #expect(Measurements.peak(rig.render(tail).left) < 1e-5 * max(sound, 1))
    #expect(rig.render(640).left.allSatisfy { $0.bitPattern == 0 })
  }
}
