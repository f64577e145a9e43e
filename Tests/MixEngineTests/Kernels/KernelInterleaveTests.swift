import MixEngine
import MixTestSupport
import Testing

@Suite struct KernelInterleaveTests {
  @Test func `stereo is joined and split at every length`() {
    for n in 0...67 {
      let (x, y) = (Signals.noise(n, seed: 1), Signals.noise(n, seed: 2))
      let joined = Signals.guarded(Signals.silence(2 * n)) {
        Kernel.interleave(x, y, $0, frameCount: n)
      }
      #expect(joined == Signals.interleaved([x, y]))
      var right: [Float] = []
      let left = Signals.guarded(Signals.silence(n)) { l in
        right = Signals.guarded(Signals.silence(n)) {
          Kernel.deinterleave(joined, l, $0, frameCount: n)
        }
      }
      #expect(left == x && right == y)
    }
  }

  @Test func `a channel of many is taken out and put in`() {
    let channels = (0..<5).map { Signals.noise(50, seed: UInt64($0)) }
    let frames = Signals.interleaved(channels)
    var built = Signals.constant(9, 250)
    for (c, x) in channels.enumerated() {
      let out = Signals.guarded(Signals.silence(50)) {
        Kernel.extract(channel: c, of: 5, frames, to: $0, frameCount: 50)
      }
      #expect(out == x)
      Kernel.insert(channel: c, of: 5, x, into: &built, frameCount: 50)
    }
    #expect(built == frames)
  }
}
