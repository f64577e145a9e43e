import MixEngine
import MixTestSupport
import Testing

/// What holds for every type of effect.
@Suite struct EffectTests {
  private static let words = EffectCatalogue.kinds.map(\.word)

  /// An effect of a type that is not flat.
  private func make(_ word: String, _ rig: ModuleRig) -> Effect {
    let effect = EffectCatalogue.kind(word)!.make(address: "effect.e", parameters: rig.parameters)
    rig.parameters.parameter(named: "effect.e.gain")?.set(-12)
    rig.parameters.parameter(named: "effect.e.time")?.set(0.01)
    rig.parameters.parameter(named: "effect.e.force")?.set(1)
    if word == "gate" { rig.parameters.parameter(named: "effect.e.threshold")!.set(0) }
    return effect
  }

  @Test func `the catalogue is in the order of the documentation`() {
    #expect(
      Self.words == [
        "bandpass", "lowpass", "highpass", "lowshelf", "highshelf", "parametric", "delay",
        "reverb", "distortion", "dynamics", "compressor", "expander", "gate",
        "limiter", "duck", "flanger",
      ])
    let mixes: [String: Float] = [
      "delay": 50, "flanger": 50, "reverb": 30, "distortion": 50,
    ]
    for kind in EffectCatalogue.kinds {
      #expect(kind.descriptors[0].name == "on" && kind.descriptors[0].defaultValue == 1)
      #expect(kind.descriptors[1].name == "mix")
      #expect(kind.descriptors[1].defaultValue == (mixes[kind.word] ?? 100))
      #expect(!kind.summary.isEmpty)
      for descriptor in kind.descriptors {
        #expect(descriptor.range.contains(descriptor.defaultValue))
      }
    }
    #expect(EffectCatalogue.kind("reverberator") == nil)
    #expect(EffectCatalogue.kinds.filter(\.listens).map(\.word) == ["duck"])
  }

  @Test(arguments: words) func `a type tells a reduction if its effects do`(word: String) {
    let effect = make(word, ModuleRig())
    #expect(EffectCatalogue.kind(word)!.tellsReduction == (effect.reduction != nil))
  }

  @Test func `ranges and defaults are those of the vocabulary`() {
    let table: [(String, String, ClosedRange<Float>, Float)] = [
      ("bandpass", "frequency", 20...20_000, 5000), ("bandpass", "bandwidth", 100...12_000, 600),
      ("lowpass", "frequency", 20...20_000, 6900), ("lowpass", "resonance", -20...40, 0),
      ("highpass", "frequency", 20...20_000, 6900), ("highpass", "resonance", -20...40, 0),
      ("lowshelf", "frequency", 20...20_000, 80), ("lowshelf", "gain", -40...40, 0),
      ("highshelf", "frequency", 20...20_000, 10_000), ("highshelf", "gain", -40...40, 0),
      ("parametric", "frequency", 20...20_000, 2000), ("parametric", "q", 0.1...20, 1),
      ("parametric", "gain", -20...20, 0), ("delay", "time", 0...2, 1),
      ("delay", "feedback", -100...100, 50), ("delay", "lowpass", 20...20_000, 15_000),
      ("dynamics", "threshold", -40...20, -20), ("dynamics", "headroom", 0.1...40, 5),
      ("dynamics", "expansion_ratio", 1...50, 2),
      ("dynamics", "expansion_threshold", -80...20, -80), ("dynamics", "attack_ms", 0.1...200, 1),
      ("dynamics", "release_ms", 10...3000, 50), ("dynamics", "gain", -40...40, 0),
      ("compressor", "threshold", -60...0, -20), ("compressor", "ratio", 1...20, 3),
      ("compressor", "attack_ms", 0.1...200, 5), ("compressor", "release_ms", 10...3000, 120),
      ("compressor", "gain", -20...20, 0), ("expander", "threshold", -60...0, -45),
      ("expander", "ratio", 1...20, 2), ("expander", "attack_ms", 0.1...200, 5),
      ("expander", "release_ms", 10...3000, 120), ("expander", "gain", -20...20, 0),
      ("gate", "threshold", -80...0, -50), ("gate", "depth", -80...0, -60),
      ("gate", "attack_ms", 0.1...200, 1), ("gate", "hold_ms", 10...3000, 150),
      ("gate", "release_ms", 10...3000, 200),
      ("limiter", "ceiling", -40...0, -0.3), ("limiter", "attack_ms", 1...30, 12),
      ("limiter", "release_ms", 1...60, 24), ("limiter", "gain", -40...40, 0),
      ("duck", "depth", -60...0, -12), ("duck", "threshold", -60...0, -40),
      ("duck", "attack_ms", 0.1...200, 50), ("duck", "hold_ms", 10...3000, 300),
      ("duck", "release_ms", 10...3000, 500), ("duck", "force", 0...1, 0),
      ("flanger", "period", 0.1...20, 4), ("flanger", "depth", 0...100, 50),
      ("flanger", "feedback", -95...95, 30), ("reverb", "decay", 0.001...20, 1),
      ("reverb", "decay_high", 0.001...20, 0.5), ("reverb", "min_delay_ms", 0.1...1000, 8),
      ("reverb", "max_delay_ms", 0.1...1000, 50), ("reverb", "randomize", 1...1000, 1),
      ("reverb", "gain", -20...20, 0), ("distortion", "delay_ms", 0.1...500, 0.1),
      ("distortion", "decay", 0.1...50, 1), ("distortion", "delay_mix", 0...100, 50),
      ("distortion", "decimation", 0...100, 0), ("distortion", "rounding", 0...100, 0),
      ("distortion", "decimation_mix", 0...100, 50), ("distortion", "linear", 0...1, 1),
      ("distortion", "squared", 0...20, 0), ("distortion", "cubic", 0...20, 0),
      ("distortion", "polynomial_mix", 0...100, 50),
      ("distortion", "ring_frequency_1", 0.5...8000, 100),
      ("distortion", "ring_frequency_2", 0.5...8000, 100),
      ("distortion", "ring_balance", 0...100, 50), ("distortion", "ring_mix", 0...100, 0),
      ("distortion", "soft_clip", -80...20, -6),
    ]
    for (word, name, range, value) in table {
      let descriptor = EffectCatalogue.kind(word)!.descriptors.first { $0.name == name }!
      #expect(descriptor.range == range && descriptor.defaultValue == value, "\(word) \(name)")
    }
    #expect(EffectCatalogue.kinds.map { $0.descriptors.count - 2 }.reduce(0, +) == table.count)
    #expect(Delay.descriptors.last?.word?.text == "off")
  }

  @Test(arguments: words, ["on", "mix"])
  func `off, or at no mix, it changes no bit`(word: String, parameter: String) {
    let rig = ModuleRig()
    let effect = make(word, rig)
    rig.parameters.parameter(named: "effect.e.\(parameter)")!.set(0)
    let x = Signals.noise(4096, seed: 1), y = Signals.noise(4096, seed: 2)
    rig.use([x, y], [effect])
    let out = rig.render(4096), late = effect.latency
    #expect(Measurements.differingFrames(out.left[late...], x[..<(4096 - late)]) == 0)
    #expect(Measurements.differingFrames(out.right[late...], y[..<(4096 - late)]) == 0)
  }

  @Test(arguments: words) func `it comes and goes without a click and forgets`(word: String) {
    let rig = ModuleRig()
    let effect = make(word, rig)
    let x = Signals.sine(440, 1 << 15)
    rig.use([x, x], [effect])
    for i in 0..<4 { rig.set("effect.e.on", Float(i % 2), at: 3200 * (i + 1)) }
    let out = rig.render(x.count).left
    let own = Measurements.largestStep(x)
    #expect(Measurements.largestStep(out) < 2 * own + 1.0 / 240)
    // 5 ms after each end it is the dry sound, to the bit, as late as the other.
    for i in [0, 2] {
      let part = (3200 * (i + 1) + 256)..<(3200 * (i + 2)), late = effect.latency
      let dry = x[(part.lowerBound - late)..<(part.upperBound - late)]
      #expect(Measurements.differingFrames(out[part], dry) == 0)
    }
  }

  private static let withoutTail = [
    "dynamics", "compressor", "expander", "gate", "limiter", "duck",
  ]

  @Test(arguments: withoutTail) func `what only changes levels has no tail`(word: String) {
    let rig = ModuleRig()
    let effect = make(word, rig)
    rig.use([Signals.noise(640, seed: 9)], [effect])
    _ = rig.render(6400)
    #expect(effect.tail == 0)
  }

  @Test(arguments: words.filter { !withoutTail.contains($0) })
  func `what is not heard has no tail`(word: String) {
    let rig = ModuleRig()
    let effect = make(word, rig)
    rig.use([Signals.silence(64)], [effect])
    _ = rig.render(64)
    let tail = effect.tail
    #expect(tail > 0)
    effect.on.set(0)
    _ = rig.render(256)
    #expect(effect.tail == tail)
    _ = rig.render(64)
    #expect(effect.tail == 0)
    effect.on.set(1)
    _ = rig.render(64)
    #expect(effect.tail == tail)
  }

  @Test(arguments: words) func `half of the mix is half of both`(word: String) {
    func render(mix: Float) -> [Float] {
      let rig = ModuleRig()
      let effect = make(word, rig)
      effect.mix.set(mix)
      let x = Signals.noise(4096, seed: 3)
      rig.use([x, x], [effect])
      return rig.render(4096).left
    }
    let dry = render(mix: 0), wet = render(mix: 100), half = render(mix: 37)
    for i in 0..<4096 {
      #expect(abs(half[i] - (0.63 * dry[i] + 0.37 * wet[i])) < 1e-6)
    }
    #expect(Measurements.maximumDifference(dry, wet) > 0.01)
  }

  @Test(arguments: words, [Float.nan, .infinity, -.infinity, 3e38])
  func `strange samples do not stay`(word: String, sample: Float) {
    let rig = ModuleRig()
    let effect = make(word, rig)
    var x = Signals.noise(8192, seed: 4)
    x[1000] = sample
    rig.use([x, x], [effect])
    rig.set("effect.e.mix", 40, at: 4096)
    let out = rig.render(8192).left
    #expect(out[1024...].allSatisfy { $0.isFinite })
    #expect(Measurements.peak(out[1600...]) > 0.01)
    if !sample.isFinite {
      #expect(rig.faults.pointee.nonFinite.load(ordering: .relaxed) > 0)
    }
  }

  @Test(arguments: words) func `denormal numbers in are no denormal numbers out`(word: String) {
    let rig = ModuleRig()
    let x = Signals.constant(Float(bitPattern: 70_000), 4096)
    rig.use([x, x], [make(word, rig)])
    #expect(rig.render(4096).left.allSatisfy { $0 == 0 || abs($0) >= .leastNormalMagnitude })
  }

  @Test(arguments: words, [false, true])
  func `memory of others is not written`(word: String, mixed: Bool) {
    let rig = ModuleRig()
    let effect = make(word, rig)
    effect.mix.set(mixed ? 50 : 100)
    let clip = ClipSource(
      [Signals.noise(1024, seed: 5), Signals.noise(1024, seed: 6)], isExternal: true,
      parameters: rig.parameters)
    let before = clip.contents
    rig.use([clip, effect])
    let out = rig.render(1024).left
    #expect(clip.contents == before)
    #expect(Measurements.differingFrames(out, before[0]) > 900)
  }

  /// Every parameter jumps to every end of its range, and the requests have many sizes.
  @Test(arguments: words) func `the cut of the requests changes no bit`(word: String) {
    func render(_ requests: [Int]) -> [Float] {
      let rig = ModuleRig()
      let effect = make(word, rig)
      rig.use([Signals.noise(20_000, seed: 7), Signals.noise(20_000, seed: 8)], [effect])
      var frame = 100
      for descriptor in EffectCatalogue.kind(word)!.descriptors {
        for value in [descriptor.range.lowerBound, descriptor.range.upperBound, 1] {
          let index = rig.parameters.parameter(named: "effect.e.\(descriptor.name)")!.index
          rig.renderer.send(
            Action(
              .move, target: index, value: Double(value), duration: 333, frame: Int64(frame)),
            from: .control)
          frame += 711
        }
      }
      let out = rig.render(20_000, requests: requests)
      return out.left + out.right
    }
    let whole = render([20_000])
    for requests in [[1], [64], [128], [441], [513], [4096], [1, 700, 63, 64, 65, 3, 1000]] {
      #expect(Measurements.differingFrames(render(requests), whole) == 0, "\(requests)")
    }
  }
}
