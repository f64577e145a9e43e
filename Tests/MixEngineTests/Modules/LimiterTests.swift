import Glibc
import MixEngine
import MixTestSupport
import Testing

@Suite struct LimiterTests {
  private func make(
    _ rig: ModuleRig, _ values: [String: Float] = [:]
  ) -> Limiter {
    let limiter = Limiter(address: "effect.e", parameters: rig.parameters)
    for (name, value) in values {
      rig.parameters.parameter(named: "effect.e.\(name)")!.set(value)
    }
    return limiter
  }

  private func render(
    _ clip: [[Float]], rate: Int = 48_000, _ values: [String: Float] = [:], frames: Int? = nil
  ) -> (left: [Float], right: [Float]) {
    let rig = ModuleRig(rate: rate)
    rig.use(clip, [make(rig, values)])
    return rig.render(frames ?? clip[0].count)
  }

  /// Signals whose peaks lie between their samples, or come out of nowhere.
  static let nasty: [(name: String, signal: [Float])] = {
    var all: [(String, [Float])] = []
    for (i, gain) in ([0.6, 1, 3, 30] as [Float]).enumerated() {
      all.append(("noise \(gain)", Signals.noise(9600, seed: UInt64(i + 1), amplitude: 2 * gain)))
    }
    var state: UInt64 = 88_172_645_463_325_252
    let signs = (0..<9600).map { _ -> Float in
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return state & 1 == 0 ? 1.2 : -1.2
    }
    all.append(("signs", signs))
    for hertz in [11_950.0, 12_000, 12_031, 15_000, 20_000] {
      for phase in [0, 0.25, 0.5, 0.9] {
        let x = (0..<9600).map {
          Float(1.3 * sin(2 * Double.pi * hertz / 48_000 * Double($0) + Double.pi * phase / 2))
        }
        all.append(("tone \(hertz) \(phase)", x))
      }
    }
    var bursts = Signals.silence(9600), impulses = bursts, steps = bursts
    for i in bursts.indices {
      if i / 400 % 3 == 1 { bursts[i] = Float(4 * sin(Double(i) * 1.57)) }
      if i % 611 == 0 { impulses[i] = i % 2 == 0 ? 5 : -3 }
      if i % 997 == 1 || i % 997 == 2 { impulses[i] = 2 }
      steps[i] = i / 300 % 4 == 0 ? 0.2 : i / 300 % 4 == 1 ? 2 : i / 300 % 4 == 2 ? -8 : 0.9
    }
    all += [("bursts", bursts), ("impulses", impulses), ("steps", steps)]
    all.append(("square", (0..<9600).map { $0 / 17 % 2 == 0 ? 1.1 : -1.1 }))
    return all
  }()

  private static let ways: [[String: Float]] = [
    [:], ["attack_ms": 1, "release_ms": 1], ["attack_ms": 1.5, "release_ms": 60, "ceiling": -6],
    ["attack_ms": 30, "gain": 12, "ceiling": -1],
  ]

  @Test(arguments: 0..<4) func `no true peak is above the ceiling`(way: Int) {
    let values = Self.ways[way], ceiling = Double(values["ceiling"] ?? -0.3)
    for (name, x) in Self.nasty {
      // Sides that differ: the louder one must not hide the other.
      let out = render([x, x.map { $0 * 0.7 }.reversed()], values, frames: x.count + 1600)
      for side in [out.left, out.right] {
        let peak = Measurements.decibels(Measurements.truePeak(side))
        #expect(peak <= ceiling, "\(name), \(values)")
      }
    }
  }

  @Test func `nor by a longer meter where there is nothing near half the rate`() {
    for hertz in [997.0, 5000, 11_950, 12_000] {
      for phase in [0, 0.25, 0.5] {
        let x = (0..<4800).map {
          Float(1.8 * sin(2 * Double.pi * (hertz / 48_000 * Double($0) + phase / 4)))
            * Float(min(1, Double($0) / 480))
        }
        let out = render([x, x]).left
        let peak = Measurements.decibels(Measurements.longTruePeak(out, in: 0..<4700))
        #expect(peak <= -0.2, "\(hertz) \(phase)")
      }
    }
  }

  @Test func `parameter changes leave peaks below the ceiling, and no step`() {
    let x = Signals.sine(200, 48_000, amplitude: 0.9)
    let rig = ModuleRig()
    rig.use([x, x], [make(rig, ["ceiling": -2])])
    rig.set("effect.e.gain", 20, at: 6400)
    rig.set("effect.e.release_ms", 1, at: 12_800)
    rig.set("effect.e.gain", -10, at: 16_000)
    rig.set("effect.e.gain", 12, at: 22_400)
    rig.set("effect.e.ceiling", -12, at: 28_800)
    rig.set("effect.e.ceiling", -2, at: 35_200)
    rig.set("effect.e.attack_ms", 1, at: 41_600)
    let out = rig.render(48_000).left
    #expect(Measurements.decibels(Measurements.truePeak(out)) <= -2)
    // From the new ceiling on, as late as all is.
    let low = Array(out[(28_800 + 576)..<(35_200 + 500)])
    #expect(Measurements.decibels(Measurements.peak(low)) <= -12)
    #expect(Measurements.largestStep(out) < 0.06)
  }

  @Test(arguments: [8000, 44_100, 48_000, 192_000], [1, 1.5, 12, 30] as [Float])
  func `what does not exceed the ceiling is later by the attack, and else the same`(
    rate: Int, attack: Float
  ) {
    let x = Signals.noise(19_200, seed: 1, amplitude: 0.4)
    let y = Signals.sine(
      rate == 8000 ? 400 : 997, 19_200, rate: Double(rate), amplitude: 0.96)
    let rig = ModuleRig(rate: rate)
    let limiter = make(rig, ["attack_ms": attack])
    rig.use([x, y], [limiter])
    let out = rig.render(19_200), late = limiter.latency
    #expect(late == max(32, Int((Double(attack) / 1000 * Double(rate)).rounded())))
    #expect(limiter.tail == 0)
    #expect(Measurements.differingFrames(out.left[late...], x[..<(19_200 - late)]) == 0)
    #expect(Measurements.differingFrames(out.right[late...], y[..<(19_200 - late)]) == 0)
    #expect(out.left[..<late].allSatisfy { $0 == 0 })
    #expect(limiter.reduction == 0)
  }

  @Test func `after a peak it comes back to the input's bits`() {
    var x = Signals.noise(48_000, seed: 2, amplitude: 0.1)
    x[9600] = 3
    let out = render([x, x]).left, late = 576
    // Down only within the attack, and back after fourteen times the release.
    let before = Signals.silence(late) + x[..<(9590 - late)]
    #expect(Measurements.differingFrames(out[..<9590], before) == 0)
    let after = x[(27_600 - late)..<(48_000 - late)]
    #expect(Measurements.differingFrames(out[27_600...], after) == 0)
    #expect(abs(out[9600 + late]) <= Float(pow(10, -0.3 / 20)))
    #expect(abs(out[9600 + late]) > 0.95)
  }

  @Test func `both sides have the same gain, and mono is as both sides alike`() {
    let x = Signals.noise(9600, seed: 3, amplitude: 2), y = Signals.sine(300, 9600, amplitude: 0.5)
    for clip in [[x, y], [y, x]] {
      let out = render(clip)
      for i in 600..<9600 where abs(clip[0][i - 576]) > 0.01 && abs(clip[1][i - 576]) > 0.01 {
        let a = out.left[i] / clip[0][i - 576], b = out.right[i] / clip[1][i - 576]
        #expect(abs(a - b) < 1e-6)
      }
    }
    #expect(Measurements.differingFrames(render([x]).left, render([x, x]).left) == 0)
  }

  @Test func `a steady tone keeps its form, and the reduction is told`() {
    let rig = ModuleRig()
    let limiter = make(rig, ["ceiling": -6, "release_ms": 60])
    rig.use([Signals.constant(1, 9600) + Signals.constant(0.1, 48_000)], [limiter])
    #expect(limiter.reduction == 0)
    let out = rig.render(9600).left
    #expect(abs(limiter.reduction! + 6.05) < 0.01)
    #expect(abs(Measurements.decibels(Double(out[9599])) + 6.05) < 0.01)
    limiter.on.set(0)
    _ = rig.render(640)
    #expect(limiter.reduction == 0)
    limiter.on.set(1)
    _ = rig.render(40_000)
    #expect(limiter.reduction == 0)
  }

  @Test func `off it is as late, and knows what comes when it is switched on`() {
    let x = Signals.noise(9600, seed: 5, amplitude: 2)
    let rig = ModuleRig()
    let limiter = make(rig, ["on": 0])
    rig.use([x, x], [limiter])
    rig.set("effect.e.on", 1, at: 3200)
    let out = rig.render(9600).left
    #expect(Measurements.differingFrames(out[576..<3200], x[..<(3200 - 576)]) == 0)
    // 5 ms after it came on.
    #expect(Measurements.decibels(Measurements.truePeak(out, in: 3446..<9590)) <= -0.3)
  }

  @Test func `silence stays exact silence`() {
    let noise = Signals.noise(640, seed: 4, amplitude: 3)
    let x = Signals.silence(640) + noise + Signals.silence(19_200)
    let out = render([x, x]).left
    #expect(out[..<(640 + 576)].allSatisfy { $0 == 0 })
    #expect(out[(1280 + 576)...].allSatisfy { $0 == 0 })
  }
}
