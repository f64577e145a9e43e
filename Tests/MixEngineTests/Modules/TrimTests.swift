import MixEngine
import MixTestSupport
import Testing

@Suite struct TrimTests {
  @Test func `at 0 dB it changes no bit`() {
    let rig = ModuleRig()
    let x = Signals.noise(1024, seed: 1)
    rig.use([x, x], [Trim(strip: "player.a", parameters: rig.parameters)])
    #expect(Measurements.differingFrames(rig.render(1024).left, x) == 0)
  }

  @Test func `it moves in a straight line of 5 ms`() {
    let rig = ModuleRig()
    let trim = Trim(strip: "player.a", parameters: rig.parameters)
    rig.use([Signals.constant(1, 2048)], [trim])
    trim.trim.set(-20)
    rig.set("player.a.trim", 20, at: 640)
    let out = rig.render(2048).left
    for i in 0..<2048 {
      let ideal = i < 640 ? 0.1 : i < 880 ? 0.1 + 9.9 * Double(i - 640) / 240 : 10
      #expect(abs(Double(out[i]) - ideal) < 1e-5)
    }
  }

  @Test func `memory of others is not written`() {
    let rig = ModuleRig()
    let clip = ClipSource(
      [Signals.noise(640, seed: 2)], isExternal: true, parameters: rig.parameters)
    let before = clip.contents
    let trim = Trim(strip: "player.a", parameters: rig.parameters)
    trim.trim.set(6)
    rig.use([clip, trim])
    let out = rig.render(640).left
    #expect(clip.contents == before)
    #expect(Measurements.differingFrames(out, before[0]) > 600)
  }
}
