import MixEngine
import MixTestSupport
import Testing

@Suite struct FaderTests {
  private let length = 4096

  private func render(
    _ clip: [[Float]], law: BalanceLaw = .linear, _ set: (ModuleRig) -> Void
  ) -> (left: [Float], right: [Float]) {
    let rig = ModuleRig()
    let fader = Fader(strip: "player.a", parameters: rig.parameters, law: law)
    rig.use(clip, [fader])
    set(rig)
    return rig.render(length)
  }

  @Test func `at 0 dB it changes no bit`() {
    let x = Signals.noise(length, seed: 1), y = Signals.noise(length, seed: 2)
    let out = render([x, y]) { _ in }
    #expect(Measurements.differingFrames(out.left, x) == 0)
    #expect(Measurements.differingFrames(out.right, y) == 0)
  }

  @Test func `values set before it is first heard do not glide`() {
    let x = Signals.constant(1, length)
    let out = render([x, x]) {
      $0.parameters.parameter(named: "player.a.gain")!.set(-20)
      $0.parameters.parameter(named: "player.a.balance")!.set(0.5)
    }
    #expect(out.left.allSatisfy { $0 == 0.05 })
    #expect(out.right.allSatisfy { $0 == 0.1 })
  }

  @Test func `a change is a straight line of 5 ms, whatever the quantum`() {
    let x = Signals.constant(1, length)
    let out = render([x, x]) { $0.set("player.a.gain", -.infinity, at: 640) }
    for i in 0..<length {
      let ideal = i < 640 ? 1 : i < 880 ? 1 - Double(i - 640) / 240 : 0
      #expect(abs(Double(out.left[i]) - ideal) < 1e-6)
    }
    #expect(out.right == out.left)
    #expect(out.left[880...].allSatisfy { $0.bitPattern == 0 })
  }

  @Test func `a muted strip is exactly silent, and comes back at its gain`() {
    let x = Signals.noise(length, seed: 3)
    let out = render([x, x]) {
      $0.set("player.a.mute", 1, at: 64)
      $0.set("player.a.mute", 0, at: 1024)
    }
    #expect(out.left[304..<1024].allSatisfy { $0 == 0 })
    #expect(Measurements.differingFrames(out.left[1264...], x[1264...]) == 0)
  }

  @Test func `a send begins silent, and has a level and nothing else`() {
    let rig = ModuleRig()
    let send = Fader(
      send: "player.a.sends.echo", level: Fader.sendDescriptor(to: "echo"),
      parameters: rig.parameters)
    let x = Signals.constant(1, length), y = Signals.noise(length, seed: 4)
    rig.use([x, y], [send])
    rig.set("player.a.sends.echo", 0, at: 640)
    let out = rig.render(length)
    #expect(out.left[..<640].allSatisfy { $0.bitPattern == 0 })
    for i in 640..<880 { #expect(abs(Double(out.left[i]) - Double(i - 640) / 240) < 1e-6) }
    #expect(Measurements.differingFrames(out.left[880...], x[880...]) == 0)
    #expect(Measurements.differingFrames(out.right[880...], y[880...]) == 0)
    // What stands at the strip's addresses is the strip's.
    for name in ["gain", "balance", "mute"] {
      #expect(rig.parameters.parameter(named: "player.a.\(name)") == nil)
    }
  }

  @Test(arguments: [(-1, 1, 0), (-0.5, 1, 0.5), (0, 1, 1), (0.25, 0.75, 1), (1, 0, 1)])
  func `linear balance lets one side fall`(position: Float, left: Float, right: Float) {
    let out = render([Signals.constant(1, length), Signals.constant(1, length)]) {
      $0.parameters.parameter(named: "player.a.balance")!.set(position)
    }
    #expect(out.left.allSatisfy { $0 == left })
    #expect(out.right.allSatisfy { $0 == right })
  }

  @Test(arguments: [-1, -0.7, -0.25, 0, 0.1, 0.5, 1])
  func `constant-power balance keeps the power`(position: Float) {
    let out = render(
      [Signals.constant(1, length), Signals.constant(1, length)], law: .constantPower
    ) {
      $0.parameters.parameter(named: "player.a.balance")!.set(position)
    }
    let power = Double(out.left[0]) * Double(out.left[0]) + Double(out.right[0] * out.right[0])
    #expect(abs(power - 1) < 1e-6)
    if position == 0 { #expect(out.left[0] == out.right[0]) }
  }

  @Test func `a mono strip is heard on both sides, and balance makes it stereo`() {
    let x = Signals.noise(length, seed: 4)
    let out = render([x]) { $0.set("player.a.balance", 1, at: 1024) }
    #expect(Measurements.differingFrames(out.right, x) == 0)
    #expect(Measurements.differingFrames(out.left[..<1024], x[..<1024]) == 0)
    #expect(out.left[1264...].allSatisfy { $0 == 0 })
  }

  @Test func `what leaves fades out and tells so, and fades in again`() {
    let rig = ModuleRig()
    let fader = Fader(strip: "player.a", parameters: rig.parameters)
    rig.use([Signals.constant(1, 100_000), Signals.constant(1, 100_000)], [fader])
    #expect(rig.render(640).left.allSatisfy { $0 == 1 })
    fader.isPresent = false
    let leaving = rig.render(256).left
    #expect(leaving[0] == 1 && leaving[240...].allSatisfy { $0 == 0 })
    #expect(Measurements.largestStep(leaving) < 1.01 / 240)
    _ = rig.render(64)
    #expect(fader.isFadedOut)
    fader.isPresent = true
    #expect(!fader.isFadedOut)
    let back = rig.render(640).left
    #expect(back[0] == 0 && back[240...].allSatisfy { $0 == 1 })
    #expect(Measurements.largestStep(back) < 1.01 / 240)
    #expect(!fader.isFadedOut)
  }

  @Test func `what joins a running mix fades in`() {
    let rig = ModuleRig()
    let fader = Fader(strip: "player.a", parameters: rig.parameters, fadesIn: true)
    rig.use([Signals.constant(1, 4096), Signals.constant(1, 4096)], [fader])
    let out = rig.render(640).left
    #expect(out[0] == 0 && out[120] == 0.5 && out[240...].allSatisfy { $0 == 1 })
  }

  @Test func `jumps of every parameter keep to the bound of the ramp`() {
    let x = Signals.constant(1, length)
    let out = render([x, x]) {
      for (i, gain) in [-.infinity, 12, -6, 12, 0].enumerated() as EnumeratedSequence<[Float]> {
        $0.set("player.a.gain", gain, at: 64 * (2 + 3 * i))
        $0.set("player.a.balance", i % 2 == 0 ? -1 : 1, at: 64 * (3 + 3 * i))
        $0.set("player.a.mute", Float(i % 2), at: 64 * (4 + 3 * i))
      }
    }
    // 12 dB are 3.98: the longest way in 240 frames.
    #expect(Measurements.largestStep(out.left) < 3.99 / 240)
    #expect(Measurements.largestStep(out.right) < 3.99 / 240)
  }

  @Test func `nonsense is held in its range`() {
    let x = Signals.constant(1, length)
    let out = render([x, x]) {
      $0.set("player.a.gain", .nan, at: 64)
      $0.set("player.a.gain", .infinity, at: 1024)
      $0.set("player.a.balance", 7, at: 2048)
    }
    #expect(out.left[..<1024].allSatisfy { $0 == 1 })
    #expect(abs(Double(out.left[2000]) - 3.981_071_7) < 1e-5)
    #expect(out.left[2400...].allSatisfy { $0 == 0 })
    #expect(abs(Double(out.right[2400]) - 3.981_071_7) < 1e-5)
  }

  @Test func `its gains fused with the mixing are the same bits`() {
    let parameters = ParameterTable()
    let x = Signals.noise(640, seed: 5), y = Signals.noise(640, seed: 6)
    let bed = Signals.noise(640, seed: 7)
    func render(fused: Bool) -> [Float] {
      let rig = ModuleRig()
      let fader = Fader(strip: "a", parameters: rig.parameters)
      let first = ClipSource([bed, bed], parameters: parameters)
      let second = ClipSource([x, y], parameters: parameters)
      let handle = fader.handle
      let (a, b) = (ModuleReference(first), ModuleReference(second))
      @_noLocks @Sendable func block(_ context: RenderContext) {
        a.process(context)
        b.process(context)
        handle.update()
        if fused {
          handle.add(to: 1, of: context.stack)
          context.stack.pop()
        } else {
          handle.apply(to: context.stack)
          context.stack.mix(2)
        }
        context.output()
        context.stack.pop()
      }
      rig.renderer.setBlock(keepingAlive: [fader, first, second], block)
      rig.set("a.gain", -7, at: 64)
      rig.set("a.balance", 0.3, at: 128)
      let out = rig.render(640)
      return out.left + out.right
    }
    #expect(Measurements.differingFrames(render(fused: true), render(fused: false)) == 0)
  }
}
