import Glibc
import MixEngine
import MixTestSupport
import Testing

@Suite struct DuckTests {
  /// Music through a duck that listens to a voice, which is not heard.
  private final class Rig {
    let rig: ModuleRig
    let duck: Duck

    /// - Parameter voiceFirst: whether the voice is made before the music in each quantum.
    init(
      voice: [Float], music: [[Float]], voiceFirst: Bool = true, rate: Int = 48_000,
      _ values: [String: Float] = [:]
    ) {
      rig = ModuleRig(rate: rate)
      duck = Duck(address: "effect.d", parameters: rig.parameters)
      for (name, value) in values {
        rig.parameters.parameter(named: "effect.d.\(name)")!.set(value)
      }
      let (speaker, player) = (
        ClipSource([voice], parameters: rig.parameters),
        ClipSource(music, parameters: rig.parameters)
      )
      let modules = [speaker, duck.listener, player, duck] as [Module]
      let (s, l, p, d) = (
        ModuleReference(speaker), ModuleReference(duck.listener), ModuleReference(player),
        ModuleReference(duck)
      )
      @_noLocks @Sendable func before(_ context: RenderContext) {
        s.process(context)
        l.process(context)
        context.stack.pop(1)
        p.process(context)
        d.process(context)
        context.output()
        context.stack.popAll()
      }
      @_noLocks @Sendable func after(_ context: RenderContext) {
        p.process(context)
        d.process(context)
        s.process(context)
        l.process(context)
        context.stack.pop(1)
        context.output()
        context.stack.popAll()
      }
      if voiceFirst {
        rig.renderer.setBlock(keepingAlive: modules, before)
      } else {
        rig.renderer.setBlock(keepingAlive: modules, after)
      }
    }

    func render(_ count: Int) -> (left: [Float], right: [Float]) { rig.render(count) }
  }

  private func gain(_ decibels: Double) -> Float { Float(pow(10, decibels / 20)) }

  @Test(
    arguments: [
      (8000, 1, 10, 10), (44_100, 50, 300, 500), (48_000, 50, 300, 500), (96_000, 200, 20, 50),
    ] as [(Int, Float, Float, Float)])
  func `it goes down, holds and comes up in straight lines`(
    rate: Int, attack: Float, hold: Float, release: Float
  ) {
    let frames = { (ms: Float) in Double(ms) / 1000 * Double(rate) }
    let low = Double(gain(-14)), start = 1000, spoken = Int(frames(attack)) + 777
    let count = start + spoken + Int(frames(hold) + frames(release)) + 2000
    let voice =
      Signals.constant(gain(-35.1), start) + Signals.constant(gain(-34.9), spoken)
      + Signals.constant(gain(-35.1), count - start - spoken)
    let music = Signals.constant(0.5, count)
    let out = Rig(
      voice: voice, music: [music, music], rate: rate,
      [
        "depth": -14, "threshold": -35, "attack_ms": attack, "hold_ms": hold,
        "release_ms": release,
      ]
    ).render(count)
    for side in [out.left, out.right] {
      var worst = 0.0
      for i in music.indices {
        let over = Double(i - start + 1)
        let up = Double(i - start - spoken + 1) - frames(hold).rounded()
        let down = min(
          over > 0 ? over / max(1, frames(attack)) : 0, up > 0 ? 1 - up / frames(release) : 1)
        let expected = 1 - (1 - low) * min(max(down, 0), 1)
        worst = max(worst, abs(Double(side[i] / music[i]) - expected))
      }
      #expect(worst < 1e-5)
    }
    #expect(out.left[start - 1] == 0.5)
    #expect(out.left[count - 1] == 0.5)
  }

  @Test func `without a voice it changes no bit`() {
    let x = Signals.noise(9600, seed: 1), y = Signals.noise(9600, seed: 2)
    let out = Rig(voice: Signals.noise(9600, seed: 3, amplitude: 0.009), music: [x, y])
      .render(9600)
    #expect(Measurements.differingFrames(out.left, x) == 0)
    #expect(Measurements.differingFrames(out.right, y) == 0)
  }

  @Test func `a voice that is made later in the quantum acts a quantum later`() {
    let voice = Signals.silence(6400) + Signals.constant(0.5, 12_800)
    let music = Signals.constant(0.5, 19_200)
    let before = Rig(voice: voice, music: [music, music]).render(19_200).left
    let after = Rig(voice: voice, music: [music, music], voiceFirst: false).render(19_200).left
    #expect(Measurements.differingFrames(before[..<19_136], after[64...]) == 0)
    #expect(before[19_199] < 0.26)
  }

  @Test func `a voice that is gone lets the music up`() {
    let rig = ModuleRig()
    let duck = Duck(address: "effect.d", parameters: rig.parameters)
    let music = Signals.constant(0.5, 96_000)
    rig.use([Signals.constant(0.5, 9600)], [duck.listener])
    _ = rig.render(9600)
    // Nobody gives the listener anything more.
    rig.use([music], [duck])
    #expect(rig.render(64).left.last! < 0.5)
    let out = rig.render(80_000).left
    #expect(out.last == 0.5)
  }

  @Test func `forced it is down without a voice`() {
    let music = Signals.constant(0.5, 9600)
    let rig = Rig(
      voice: Signals.silence(9600), music: [music, music], ["force": 1, "depth": -20])
    let out = rig.render(9600).left
    #expect(abs(out[9599] - 0.05) < 1e-6)
    #expect(abs(rig.duck.reduction! + 20) < 1e-3)
  }

  @Test(arguments: ["threshold", "depth", "force"])
  func `no step is beyond the line's`(name: String) {
    let count = 48_000, music = Signals.constant(0.5, count)
    let rig = Rig(
      voice: Signals.constant(0.1, count), music: [music, music],
      ["attack_ms": 1, "release_ms": 10, "hold_ms": 10, "threshold": name == "force" ? 0 : -40])
    let range: (Float, Float) = name == "force" ? (1, 0) : (0, -60)
    for i in 1...6 {
      rig.rig.set("effect.d.\(name)", i % 2 == 1 ? range.0 : range.1, at: 6400 * i)
    }
    let out = rig.render(count).left
    #expect(Measurements.largestStep(out) <= 0.5 / 48 * 1.001)
    #expect(Measurements.largestStep(out) > 0.5 / 10_000)
  }

  @Test func `mono is as both sides alike`() {
    let voice = Signals.silence(640) + Signals.constant(0.5, 18_560)
    let music = Signals.noise(19_200, seed: 4)
    let mono = Rig(voice: voice, music: [music]).render(19_200)
    let stereo = Rig(voice: voice, music: [music, music]).render(19_200)
    #expect(Measurements.differingFrames(mono.left, stereo.left) == 0)
    #expect(Measurements.differingFrames(mono.right, stereo.right) == 0)
  }
}
