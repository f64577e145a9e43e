import Glibc
import MixEngine
import MixTestSupport
import Testing

/// Compressor, expander and dynamics.
@Suite struct LevelShaperTests {
  struct Setting: CustomTestStringConvertible, Sendable {
    let word: String
    let values: [String: Float]
    var testDescription: String {
      word + values.sorted { $0.key < $1.key }.map { " \($0.key) \($0.value)" }.joined()
    }
  }

  private static let settings: [Setting] = [
    Setting(word: "compressor", values: [:]),
    Setting(word: "compressor", values: ["threshold": -60, "ratio": 20, "gain": 20]),
    Setting(word: "compressor", values: ["threshold": 0, "ratio": 1.5, "gain": -20]),
    Setting(word: "compressor", values: ["ratio": 1]),
    Setting(word: "expander", values: [:]),
    Setting(word: "expander", values: ["threshold": -10, "ratio": 20, "gain": 3]),
    Setting(word: "expander", values: ["threshold": 0, "ratio": 1.25]),
    Setting(word: "dynamics", values: [:]),
    Setting(
      word: "dynamics",
      values: [
        "threshold": -40, "headroom": 0.1, "expansion_ratio": 50, "expansion_threshold": -70,
        "gain": 30,
      ]),
    Setting(
      word: "dynamics",
      values: [
        "threshold": -15, "headroom": 12, "expansion_ratio": 1.5, "expansion_threshold": -30,
      ]),
    Setting(
      word: "dynamics",
      values: ["threshold": -30, "headroom": 20, "expansion_threshold": 20, "gain": -40]),
  ]

  private func rig(
    _ word: String, _ values: [String: Float], _ clip: [[Float]], rate: Int = 48_000
  ) -> ModuleRig {
    let rig = ModuleRig(rate: rate)
    let effect = EffectCatalogue.kind(word)!.make(address: "effect.e", parameters: rig.parameters)
    for (name, value) in values {
      rig.parameters.parameter(named: "effect.e.\(name)")!.set(value)
    }
    rig.use(clip, [effect])
    return rig
  }

  /// The level that comes out of a steady sound, in dB.
  private func curve(_ setting: Setting, _ level: Double) -> Double {
    let kind = EffectCatalogue.kind(setting.word)!
    func value(_ name: String) -> Double {
      let descriptor = kind.descriptors.first { $0.name == name }!
      return Double(setting.values[name] ?? descriptor.defaultValue)
    }
    let threshold = value("threshold")
    var out = level
    switch setting.word {
    case "compressor":
      if level > threshold { out = threshold + (level - threshold) / value("ratio") }
    case "expander":
      if level < threshold {
        out = max(threshold - (threshold - level) * value("ratio"), level - 80)
      }
    default:
      let low = value("expansion_threshold"), room = value("headroom")
      if level > threshold {
        out = threshold + room * (1 - exp(-(level - threshold) / room))
      }
      if level < low { out -= min((low - level) * (value("expansion_ratio") - 1), 80) }
    }
    return out + value("gain")
  }

  /// As loud in every frame: the sign changes, the magnitude does not.
  private func square(_ decibels: Double, _ frameCount: Int) -> [Float] {
    let amplitude = Float(pow(10, decibels / 20))
    return (0..<frameCount).map { $0 / 24 % 2 == 0 ? amplitude : -amplitude }
  }

  /// By how many dB each frame was lowered.
  private func reduction(_ out: [Float], _ x: [Float]) -> [Double] {
    zip(out, x).map { -20 * log10(Double($0 / $1)) }
  }

  @Test(arguments: settings, [48_000, 96_000])
  func `a steady tone comes out at the level of the curve`(setting: Setting, rate: Int) {
    for step in 0..<20 {
      let level = -92 + 5 * Double(step)
      // A frame meets each peak of this tone.
      let x = Signals.sine(
        Double(rate) / 48, 2400, rate: Double(rate), amplitude: pow(10, level / 20))
      let out = rig(setting.word, setting.values, [x, x], rate: rate).render(2400)
      let expected = curve(setting, level)
      for side in [out.left, out.right] {
        let peak = Measurements.decibels(Measurements.peak(side[1200...]))
        #expect(abs(peak - expected) < 0.05, "\(level) dB: \(peak), not \(expected)")
      }
    }
  }

  @Test func `a tone keeps its form`() {
    let x = Signals.sine(60, 48_000, amplitude: 0.8)
    let rig = rig("compressor", ["threshold": -30, "ratio": 8, "release_ms": 10], [x, x])
    let out = rig.render(48_000).left
    let gain = out[24_000...].max()! / 0.8
    let scaled = x.map { $0 * gain }
    #expect(Measurements.signalToNoise(out[24_000...], reference: scaled[24_000...]) > 90)
  }

  @Test(arguments: [
    (8000, 5, 120), (44_100, 0.1, 10), (48_000, 1, 50), (48_000, 0.1, 3000), (96_000, 20, 300),
    (192_000, 200, 1000),
  ])
  func `after its time 63 % of the way are done`(rate: Int, attack: Float, release: Float) {
    let frames = { (ms: Float) in Double(ms) / 1000 * Double(rate) }
    let quiet = rate / 10
    let loud = max(rate / 10, Int(2 * frames(attack))), hold = rate / 100
    let rest = hold + Int(1.2 * frames(release)) + 10
    // What is loud for the compressor is 30 dB over its threshold; the expander is lowered by 20 dB
    // while it is quiet.
    let x = square(-50, quiet) + square(0, loud) + square(-50, rest)
    let times = ["attack_ms": attack, "release_ms": release]
    let cases: [(String, [String: Float], before: Double, after: Double)] = [
      ("compressor", ["threshold": -30, "ratio": 4], 0, 22.5),
      ("expander", ["threshold": -30, "ratio": 2], 20, 0),
      ("dynamics", ["threshold": -30, "headroom": 5, "expansion_threshold": -40], 10, 0),
    ]
    for (word, values, before, after) in cases {
      let after = word == "dynamics" ? 30 - 5 * (1 - exp(-6.0)) : after
      let rig = rig(word, values.merging(times) { $1 }, [x, x], rate: rate)
      let r = reduction(rig.render(x.count).left, x)
      #expect(abs(r[quiet - 1] - before) < 1e-3, "\(word)")
      // Dynamics does both at once, which is a way of its own from −10 to +25 dB.
      let k = max(1, Int(frames(attack)))
      let done = (r[quiet + k - 1] - before) / (after - before)
      let time = -Double(k) / log(1 - done)
      #expect(abs(time / frames(attack) - 1) < 0.02, "\(word): attack \(time)")

      let end = quiet + loud
      let start = r[end + hold - 2]
      #expect(abs(start - after) < abs(after - before) * 0.15, "\(word): still held")
      let m = Int(frames(release))
      let left = (r[end + hold - 2 + m] - before) / (start - before)
      #expect(abs(-Double(m) / log(left) / frames(release) - 1) < 0.02, "\(word): release")
    }
  }

  @Test func `a peak is held for 10 ms`() {
    for rate in [8000, 48_000, 192_000] {
      let x = square(0, rate / 10) + square(-50, rate / 10)
      let rig = rig("compressor", ["attack_ms": 0.1], [x, x], rate: rate)
      let r = reduction(rig.render(x.count).left, x)
      let full = 20 * (1 - 1.0 / 3), end = rate / 10, held = rate / 100
      // The last loud frame is the first of the hold.
      #expect(abs(r[end + held - 2] - full) < 1e-4)
      #expect(r[end + held - 1] < full - 1e-4)
    }
  }

  @Test(
    arguments: [
      ("compressor", -20.1, ["ratio": 20]), ("expander", -44.9, ["ratio": 20]),
      ("dynamics", -20.1, [:]), ("compressor", 0, ["ratio": 1]), ("expander", -90, ["ratio": 1]),
    ] as [(String, Double, [String: Float])])
  func `where nothing is to be lowered it changes no bit`(
    word: String, level: Double, values: [String: Float]
  ) {
    let x = square(level, 9600), y = Signals.noise(9600, seed: 1, amplitude: abs(x[0]))
    let out = rig(word, values, [x, y]).render(9600)
    #expect(Measurements.differingFrames(out.left, x) == 0)
    #expect(Measurements.differingFrames(out.right, y) == 0)
  }

  @Test func `after a loud sound it comes to rest at no change`() {
    let x = square(0, 4800) + square(-30, 48_000)
    let out = rig("compressor", ["release_ms": 10], [x, x]).render(x.count).left
    #expect(Measurements.maximumDifference(out[..<4800], x[..<4800]) > 0.5)
    #expect(Measurements.differingFrames(out[20_000...], x[20_000...]) == 0)
  }

  @Test(arguments: ["compressor", "expander", "dynamics"])
  func `the louder side decides for both`(word: String) {
    let values: [String: Float] = ["threshold": -20, "attack_ms": 1]
    let loud = square(-3, 4800) + square(-60, 4800), soft = Signals.noise(9600, seed: 2)
    let weak = soft.map { $0 * 1e-3 }
    let alone = rig(word, values, [loud, loud]).render(9600)
    for (i, clip) in [[loud, weak], [weak, loud]].enumerated() {
      let out = rig(word, values, clip).render(9600)
      let (a, b) = i == 0 ? (out.left, out.right) : (out.right, out.left)
      #expect(Measurements.differingFrames(a, alone.left) == 0)
      for n in 0..<9600 {
        #expect(abs(b[n] - weak[n] * (alone.left[n] / loud[n])) < 1e-9)
      }
    }
  }

  @Test(arguments: ["compressor", "expander", "dynamics"])
  func `mono is as both sides alike`(word: String) {
    let x = Signals.noise(9600, seed: 3)
    let values: [String: Float] = ["threshold": -12, "gain": 3]
    let mono = rig(word, values, [x]).render(9600), stereo = rig(word, values, [x, x]).render(9600)
    #expect(Measurements.differingFrames(mono.left, stereo.left) == 0)
    #expect(Measurements.differingFrames(stereo.left, stereo.right) == 0)
  }

  @Test(arguments: ["compressor", "expander", "dynamics"])
  func `silence stays exact silence`(word: String) {
    let x = Signals.silence(640) + Signals.noise(640, seed: 4) + Signals.silence(4800)
    let out = rig(word, ["gain": 20], [x, x]).render(x.count)
    for part in [0..<640, 1280..<x.count] {
      #expect(out.left[part].allSatisfy { $0 == 0 } && out.right[part].allSatisfy { $0 == 0 })
    }
    #expect(Measurements.peak(out.left[640..<1280]) > 0.01)
  }

  @Test(arguments: [64, 6400, 96_000])
  func `after silence, however long, it follows as ever`(silence: Int) {
    let x = Signals.silence(silence) + square(0, 4800)
    let expander = rig("expander", ["attack_ms": 5, "release_ms": 10], [x, x])
    let r = reduction(expander.render(x.count).left, x)
    for k in 1...4800 {
      #expect(abs(r[silence + k - 1] - 80 * exp(-Double(k) / 240)) < 1e-3)
    }
    let compressor = rig("compressor", ["attack_ms": 5, "ratio": 2], [x, x])
    let c = reduction(compressor.render(x.count).left, x)
    for k in 1...4800 {
      #expect(abs(c[silence + k - 1] - 10 * (1 - exp(-Double(k) / 240))) < 1e-3)
    }
  }

  @Test func `a threshold that moves in silence is heard afterwards`() {
    let x = Signals.silence(6400) + square(-30, 4800)
    let rig = rig("compressor", ["ratio": 2, "attack_ms": 0.1], [x, x])
    rig.set("effect.e.threshold", -40, at: 3200)
    let r = reduction(rig.render(x.count).left, x)
    #expect(abs(r[6500] - 5) < 1e-3)
  }

  @Test(arguments: 0..<8)
  func `a sound that never becomes louder never exceeds the curve`(seed: UInt64) {
    // A staircase down in random steps, as tones of random signs.
    var generator = SeededGenerator(seed: seed)
    var level = 3.0
    var x: [Float] = []
    while x.count < 48_000 {
      let noise = Signals.noise(
        500 + Int(generator.next() % 3000), seed: generator.next(),
        amplitude: Float(pow(10, level / 20)))
      x += noise.enumerated().map { $0 % 40 == 0 ? Float(pow(10, level / 20)) : $1 }
      level -= Double(generator.next() % 1000) / 200
    }
    for setting in Self.settings where setting.word != "expander" {
      // Where soft sounds are lowered, too, they take the release to be so.
      if (setting.values["expansion_threshold"] ?? -80) > -80 { continue }
      let out = rig(setting.word, setting.values, [x, x]).render(x.count).left
      for i in x.indices where x[i] != 0 {
        let limit = pow(10, curve(setting, max(Measurements.decibels(Double(x[i])), -79)) / 20)
        if abs(Double(out[i])) > limit * 1.000_01 {
          Issue.record("\(setting) frame \(i): \(x[i]) became \(out[i])")
          break
        }
      }
    }
  }

  @Test(
    arguments: [
      ("compressor", "threshold", -60, 0), ("compressor", "ratio", 1, 20),
      ("compressor", "gain", -20, 20), ("expander", "threshold", -60, 0),
      ("expander", "ratio", 1, 20), ("dynamics", "threshold", -40, 20),
      ("dynamics", "headroom", 0.1, 40), ("dynamics", "expansion_threshold", -80, 20),
      ("dynamics", "expansion_ratio", 1, 50),
    ] as [(String, String, Float, Float)])
  func `jumps of its parameters stay on straight lines of 20 ms`(
    word: String, name: String, low: Float, high: Float
  ) {
    let others: [String: Float] =
      switch (word, name) {
      case ("expander", "ratio"): ["threshold": -2]
      case ("dynamics", "expansion_ratio"): ["expansion_threshold": -4]
      default: [:]
      }
    var values = others.merging(["attack_ms": 0.1, "release_ms": 10, name: low]) { $1 }
    let x = Signals.constant(0.5, 24_000)
    let rig = rig(word, values, [x, x])
    rig.set("effect.e.\(name)", high, at: 6400)
    rig.set("effect.e.\(name)", low, at: 12_800)
    let out = rig.render(24_000).left
    let level = Measurements.decibels(0.5)
    // What the curve itself does on the way, frame by frame. (The gain goes straight as a factor.)
    var bound = 0.0
    var before = Double.nan
    for i in 0...960 {
      values[name] = low + (high - low) * Float(i) / 960
      let gain = pow(10, curve(Setting(word: word, values: values), level) / 20)
      if i > 0 { bound = max(bound, abs(gain - before)) }
      before = gain
    }
    if name == "gain" { bound = (10 - 0.1) / 960 }
    let steps = Measurements.largestStep(out)
    #expect(steps < bound * 1.02 * (name == "gain" ? 0.5 : 1) + 1e-6, "\(steps), not \(bound)")
    #expect(Measurements.maximumDifference(out[6000..<6400], out[11_000..<11_400]) > 0.01)
  }

  @Test func `it tells its reduction, and none where it is off`() {
    let rig = ModuleRig()
    let x = square(0, 4800) + square(-60, 4800) + square(0, 9600)
    let compressor = Compressor(address: "effect.c", parameters: rig.parameters)
    let expander = Expander(address: "effect.e", parameters: rig.parameters)
    compressor.mix.set(50)
    // The compressor's gain is no reduction, nor is it heard by the expander before it.
    rig.parameters.parameter(named: "effect.c.gain")!.set(10)
    rig.use([x, x], [expander, compressor])
    func expect(_ compression: Float, _ expansion: Float) {
      #expect(abs(compressor.reduction! - compression) < 1e-3)
      #expect(abs(expander.reduction! - expansion) < 1e-3)
    }
    expect(0, 0)
    _ = rig.render(4800)
    expect(-20 * 2 / 3, 0)
    // Held for 479 frames more; then the compressor's way back is that of 120 ms.
    _ = rig.render(4800)
    let left = exp(-Float(4800 - 479) / 5760)
    expect(-20 * 2 / 3 * left, -15 * (1 - left))
    compressor.on.set(0)
    expander.on.set(0)
    _ = rig.render(4800)
    expect(0, 0)
  }

  @Test func `switched on in a loud sound it is there at once`() {
    let x = square(0, 9600)
    let rig = rig("compressor", ["on": 0], [x, x])
    rig.set("effect.e.on", 1, at: 4800)
    let out = rig.render(9600).left
    let gain = Float(pow(10, -20 * (1 - 1.0 / 3) / 20))
    // 5 ms of the mix, in a straight line.
    for i in 0..<480 {
      let share = min(Float(i) / 240, 1)
      #expect(abs(out[4800 + i] / x[4800 + i] - (1 + (gain - 1) * share)) < 1e-4)
    }
  }
}
