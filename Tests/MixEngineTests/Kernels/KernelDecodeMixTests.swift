import MixEngine
import MixTestSupport
import Testing

@Suite struct KernelDecodeMixTests {
  private let words = (0..<200).map { Int16(truncatingIfNeeded: $0 &* 7919 &- 32_768) }

  /// Decoded, then mixed by the plain kernels.
  private func plain(_ n: Int, _ left: Ramp, _ right: Ramp) -> ([Float], [Float]) {
    var (l, r) = (Signals.silence(n), Signals.silence(n))
    var (sumLeft, sumRight) = (Signals.noise(n, seed: 1), Signals.noise(n, seed: 2))
    Kernel.decode16(words, &l, &r, frameCount: n)
    Kernel.mix(l, into: &sumLeft, frameCount: n, ramp: left)
    Kernel.mix(r, into: &sumRight, frameCount: n, ramp: right)
    return (sumLeft, sumRight)
  }

  @Test func `constant gains give the bits of decoding and mixing, at every length`() {
    for n in 0...67 {
      for (left, right) in [(1, 1), (0.3, 0.7), (2.5, 1e-4)] as [(Float, Float)] {
        let wanted = plain(n, Ramp(left), Ramp(right))
        var r = Signals.noise(n, seed: 2)
        let l = Signals.guarded(Signals.noise(n, seed: 1)) { l in
          r = Signals.guarded(r) {
            Kernel.decodeMix16(
              words, into: l, $0, frameCount: n, leftGain: left, rightGain: right)
          }
        }
        #expect(Measurements.differingFrames(l, wanted.0) == 0)
        #expect(Measurements.differingFrames(r, wanted.1) == 0)
      }
    }
  }

  @Test func `moving gains give the bits of decoding and mixing, at every length`() {
    for n in 0...67 {
      var (left, right) = (Ramp(0.2), Ramp(1))
      left.move(to: 0.9, over: 500)
      right.move(to: 0, over: 333)
      left.advance(17)
      right.advance(101)
      let wanted = plain(n, left, right)
      var r = Signals.noise(n, seed: 2)
      let l = Signals.guarded(Signals.noise(n, seed: 1)) { l in
        r = Signals.guarded(r) {
          Kernel.decodeMixRamped16(
            words, into: l, $0, frameCount: n, leftStart: left.start, leftStep: left.step,
            leftIndex: left.index, rightStart: right.start, rightStep: right.step,
            rightIndex: right.index)
        }
      }
      #expect(Measurements.differingFrames(l, wanted.0) == 0)
      #expect(Measurements.differingFrames(r, wanted.1) == 0)
    }
  }
}
