import MixEngine
import Testing

@Suite struct FramePositionTests {
  @Test func `steps are the nearest number of 2⁻³² frames`() {
    #expect(FramePosition.step(rate: 1) == FramePosition.oneFrame)
    #expect(FramePosition.step(rate: -0.5) == -(1 << 31))
    #expect(FramePosition.step(rate: 44_100.0 / 48_000) == 3_946_001_203)
    #expect(
      FramePosition.step(rate: 1e9) == 16 << 32 && FramePosition.step(rate: -1e9) == -16 << 32)
    #expect(FramePosition.step(rate: .nan) == 0)
  }

  @Test(arguments: [0.91875, 1, 2.5, -0.3, -1, -16, 16])
  func `many steps at once are many single steps`(rate: Double) {
    let step = FramePosition.step(rate: rate)
    let start = FramePosition(1_000_000_000_000, fraction: 0xFFFF_FFF0)
    var place = start
    for count in 0..<1000 {
      #expect(place == start.advanced(by: step, count: count))
      place.advance(by: step)
    }
    let far = start.advanced(by: step, count: Int(Int32.max))
    let exact = Double(Int32.max) * Double(step) / 4_294_967_296
    #expect(abs(far.value - start.value - exact) < 1e-3)
  }

  @Test func `places are ordered`() {
    #expect(FramePosition(3) < FramePosition(3, fraction: 1))
    #expect(FramePosition(-1, fraction: .max) < FramePosition(0))
    #expect(FramePosition(2, fraction: 1 << 31).value == 2.5)
  }
}
