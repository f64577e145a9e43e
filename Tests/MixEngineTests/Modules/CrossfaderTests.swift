import MixEngine
import MixTestSupport
import Testing

@Suite struct CrossfaderTests {
  /// Gains of the left and the right side, as two faders have them after all ramps.
  private func gains(
    _ position: Float, _ curve: CrossfaderCurve, contour: Float = 0, reverse: Bool = false
  ) -> (left: Float, right: Float) {
    let rig = ModuleRig()
    let crossfader = Crossfader(parameters: rig.parameters, curve: curve)
    crossfader.position.set(position)
    crossfader.contour.set(contour)
    crossfader.reverse.set(reverse ? 1 : 0)
    func side(_ side: CrossfadeSide) -> Float {
      let fader = Fader(
        strip: "player.\(side)", parameters: rig.parameters, crossfader: crossfader, side: side)
      rig.use([Signals.constant(1, 10_000)], [crossfader, fader])
      return rig.render(64).left[63]
    }
    #expect(side(.none) == 1)
    return (side(.left), side(.right))
  }

  private static let positions: [Float] = [-1, -0.98, -0.5, -0.1, 0, 0.25, 0.7, 0.99, 1]

  @Test(arguments: positions) func `additive is full as far as the middle`(x: Float) {
    let gain = gains(x, .additive)
    #expect(abs(gain.left - (x > 0 ? 1 - x : 1)) < 1e-6)
    #expect(abs(gain.right - (x < 0 ? 1 + x : 1)) < 1e-6)
  }

  @Test(arguments: positions) func `constant power is constant`(x: Float) {
    let gain = gains(x, .constantPower)
    let root = (2 * (1 + Double(x) * Double(x))).squareRoot()
    #expect(abs(Double(gain.left) - (1 - Double(x)) / root) < 1e-6)
    #expect(abs(Double(gain.right) - (1 + Double(x)) / root) < 1e-6)
    #expect(abs(gain.left * gain.left + gain.right * gain.right - 1) < 1e-6)
  }

  @Test(arguments: positions) func `linear gains add up to 1`(x: Float) {
    let gain = gains(x, .linear)
    #expect(abs(gain.left - (1 - x) / 2) < 1e-6 && abs(gain.left + gain.right - 1) < 1e-6)
  }

  @Test(arguments: positions) func `a cut is full but for the ends`(x: Float) {
    let gain = gains(x, .cut)
    #expect(abs(gain.left - min(1, (1 - x) / 0.04)) < 1e-5)
    #expect(abs(gain.right - min(1, (1 + x) / 0.04)) < 1e-5)
  }

  @Test(arguments: CrossfaderCurve.allCases) func `at full contour it cuts`(
    curve: CrossfaderCurve
  ) {
    for x in Self.positions where abs(x) < 0.96 {
      let gain = gains(x, curve, contour: 100)
      #expect(gain.left == 1 && gain.right == 1)
    }
    #expect(gains(-1, curve, contour: 100) == (1, 0))
  }

  @Test func `reversed it is the other side's`() {
    let there = gains(0.3, .constantPower)
    let back = gains(0.3, .constantPower, reverse: true)
    #expect(there == (back.right, back.left))
  }

  /// Frames from the first to the last of the line that a jump to the right makes of the left side.
  private func lineFrames(_ curve: CrossfaderCurve, also address: String? = nil) -> Int {
    let rig = ModuleRig()
    let crossfader = Crossfader(parameters: rig.parameters, curve: curve)
    crossfader.position.set(-1)
    let fader = Fader(
      strip: "a", parameters: rig.parameters, crossfader: crossfader, side: .left)
    rig.use([Signals.constant(1, 4096)], [crossfader, fader])
    rig.set("crossfader.position", 1, at: 640)
    if let address { rig.set(address, 0.5, at: 640) }
    let out = rig.render(4096).left
    return out.firstIndex(of: 0)! - 640
  }

  @Test func `a cut takes 2 ms, everything else 5 ms`() {
    #expect(lineFrames(.cut) == 96)
    #expect(lineFrames(.additive) == 240)
    #expect(lineFrames(.cut, also: "a.balance") == 240)
  }

  @Test func `another curve is heard from the next quantum on`() {
    let rig = ModuleRig()
    let crossfader = Crossfader(parameters: rig.parameters)
    let fader = Fader(
      strip: "a", parameters: rig.parameters, crossfader: crossfader, side: .right)
    rig.use([Signals.constant(1, 4096)], [crossfader, fader])
    #expect(rig.render(64).left == Signals.constant(1, 64))
    crossfader.setCurve(.linear)
    let out = rig.render(640).left
    #expect(out[120] == 0.75 && out[240...].allSatisfy { $0 == 0.5 })
    fader.side = .none
    #expect(rig.render(640).left[240...].allSatisfy { $0 == 1 })
  }
}
