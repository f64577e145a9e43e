import Glibc
import MixEngine
import MixTestSupport
import Testing

@Suite struct GateTests {
  private func rig(
    _ clip: [[Float]], rate: Int = 48_000, _ values: [String: Float] = [:]
  ) -> ModuleRig {
    let rig = ModuleRig(rate: rate)
    let gate = Gate(address: "effect.e", parameters: rig.parameters)
    for (name, value) in values {
      rig.parameters.parameter(named: "effect.e.\(name)")!.set(value)
    }
    rig.use(clip, [gate])
    return rig
  }

  private func gain(_ decibels: Double) -> Float { Float(pow(10, decibels / 20)) }

  @Test(
    arguments: [
      (8000, 1, 10, 10), (44_100, 0.1, 150, 200), (48_000, 1, 150, 200), (96_000, 200, 20, 50),
      (192_000, 5, 300, 100),
    ] as [(Int, Float, Float, Float)])
  func `it opens, holds and closes to the depth in straight lines`(
    rate: Int, attack: Float, hold: Float, release: Float
  ) {
    let frames = { (ms: Float) in Double(ms) / 1000 * Double(rate) }
    let depth: Float = -30, low = Double(gain(-30))
    let start = 640, loud = Int(frames(attack)) + 1000
    let count = loud + Int(frames(hold) + frames(release)) + 2000
    let x =
      Signals.constant(gain(-50.1), start) + Signals.constant(gain(-49.9), loud)
      + Signals.constant(gain(-50.1), count - loud)
    let values = [
      "depth": depth, "attack_ms": attack, "hold_ms": hold, "release_ms": release,
    ]
    let out = rig([x, x], rate: rate, values).render(x.count)
    for side in [out.left, out.right] {
      var worst = 0.0
      for i in x.indices {
        // Frames that are over since it began to open, and to close.
        let up = Double(i - start + 1)
        let down = Double(i - start - loud + 1) - frames(hold).rounded()
        let opening = min(
          up > 0 ? up / max(1, frames(attack)) : 0, down > 0 ? 1 - down / frames(release) : 1)
        let expected = low + (1 - low) * min(max(opening, 0), 1)
        worst = max(worst, abs(Double(side[i] / x[i]) - expected))
      }
      #expect(worst < 1e-5)
    }
    #expect(out.left[start + loud - 1].bitPattern == x[start + loud - 1].bitPattern)
  }

  @Test func `levels around the threshold are let through or lowered`() {
    for step in 0..<20 {
      let level = -97 + 5 * Double(step)
      let x = Signals.sine(1000, 9600, amplitude: pow(10, level / 20))
      let out = rig([x, x], ["depth": -40]).render(9600).left
      let peak = Measurements.decibels(Measurements.peak(out[4800...]))
      #expect(abs(peak - (level >= -50 ? level : level - 40)) < 0.05)
    }
  }

  @Test func `open it changes no bit`() {
    let x = Signals.noise(9600, seed: 1), y = Signals.noise(9600, seed: 2, amplitude: 1e-6)
    for clip in [[x, y], [y, x]] {
      let out = rig(clip).render(9600)
      #expect(Measurements.differingFrames(out.left, clip[0]) == 0)
      #expect(Measurements.differingFrames(out.right, clip[1]) == 0)
    }
  }

  @Test func `either side opens it for both`() {
    let soft = Signals.constant(1e-4, 9600)
    let x = Signals.constant(1e-4, 4800) + Signals.constant(0.5, 4800)
    for clip in [[x, soft], [soft, x]] {
      let out = rig(clip).render(9600)
      for i in 0..<9600 {
        #expect(abs(out.left[i] / clip[0][i] - out.right[i] / clip[1][i]) < 1e-6)
      }
      #expect(abs(out.left[4700] / clip[0][4700] - 0.001) < 1e-6)
      #expect(out.right[5000] == clip[1][5000])
    }
  }

  @Test func `a deep tone does not make it flutter`() {
    let x = Signals.sine(50, 48_000, amplitude: Double(gain(-49)))
    let out = rig([x, x], ["hold_ms": 10, "release_ms": 10]).render(48_000).left
    // From its first peak on.
    #expect(Measurements.differingFrames(out[480...], x[480...]) == 0)
  }

  @Test func `a turn on the way goes back as steeply`() {
    var x = Signals.constant(1e-4, 24_000)
    for i in 6400..<6424 { x[i] = 0.5 }
    let values: [String: Float] = [
      "attack_ms": 200, "hold_ms": 10, "release_ms": 100, "depth": -80,
    ]
    let out = rig([x, x], values).render(24_000).left
    let g = zip(out, x).map { Double($0 / $1) }
    // Opening for 24 loud frames and 480 of the hold, of 9600; closing with 4800.
    let top: Double = 504.0 / 9600, later: Double = top - 100.0 / 4800
    #expect(abs(g[6903] - 1e-4 - 0.9999 * top) < 1e-5)
    #expect(abs(g[6903 + 100] - 1e-4 - 0.9999 * later) < 1e-5)
    #expect(abs(g[6903 + 260] - 1e-4) < 1e-6)
  }

  @Test(arguments: ["threshold", "depth"]) func `no step is beyond the line's`(name: String) {
    let (first, second): (Float, Float) = (0, -80)
    let x = Signals.constant(0.001, 48_000)
    var values: [String: Float] = ["attack_ms": 1, "release_ms": 10, "threshold": -40]
    values[name] = first
    let rig = rig([x, x], values)
    for i in 1...6 { rig.set("effect.e.\(name)", i % 2 == 1 ? second : first, at: 6400 * i) }
    let out = rig.render(48_000).left
    #expect(Measurements.largestStep(out) <= 0.001 / 48 * 1.001)
    #expect(Measurements.largestStep(out) > 0.001 / 1000)
  }

  @Test func `it tells how far it is closed`() {
    let rig = ModuleRig()
    let gate = Gate(address: "effect.e", parameters: rig.parameters)
    rig.use([Signals.constant(1e-4, 6400) + Signals.constant(0.5, 6400)], [gate])
    #expect(gate.reduction == 0)
    _ = rig.render(6400)
    #expect(abs(gate.reduction! + 60) < 1e-3)
    _ = rig.render(640)
    #expect(gate.reduction == 0)
    gate.on.set(0)
    rig.parameters.parameter(named: "effect.e.threshold")!.set(0)
    _ = rig.render(6400)
    #expect(gate.reduction == 0)
  }

  @Test func `silence stays exact silence, and mono is as both sides alike`() {
    let x = Signals.silence(640) + Signals.noise(640, seed: 4) + Signals.silence(19_200)
    let stereo = rig([x, x]).render(x.count), mono = rig([x]).render(x.count)
    #expect(stereo.left[..<640].allSatisfy { $0 == 0 })
    #expect(stereo.left[1280...].allSatisfy { $0 == 0 })
    #expect(Measurements.peak(stereo.left[640..<1280]) > 0.1)
    #expect(Measurements.differingFrames(mono.left, stereo.left) == 0)
  }
}
