import MixEngine
import MixTestSupport
import Testing

@Suite struct KernelMeasureTests {
  @Test func `peak and sum of squares equal the plain ones at every length`() {
    for n in 0...67 {
      var x = Signals.noise(n, seed: UInt64(n))
      for place in 0..<n {
        let kept = x[place]
        x[place] = place % 2 == 0 ? 0.75 : -0.75
        let found = Kernel.measure(x, frameCount: n)
        let sum = x.reduce(0.0) { $0 + Double($1) * Double($1) }
        #expect(found.peak == 0.75 && abs(Double(found.sumOfSquares) - sum) < 1e-5 * sum)
        x[place] = kept
      }
    }
    #expect(Kernel.measure(Signals.noise(1, seed: 1), frameCount: 0) == (0, 0))
  }

  @Test(arguments: [Float.nan, .infinity, -.infinity])
  func `one strange sample is found wherever it stands`(strange: Float) {
    for n in 1...67 {
      var x = Signals.noise(n, seed: UInt64(n))
      #expect(Kernel.isFinite(x, frameCount: n))
      for place in 0..<n {
        let kept = x[place]
        x[place] = strange
        #expect(!Kernel.isFinite(x, frameCount: n))
        x[place] = kept
      }
    }
    #expect(Kernel.isFinite([.greatestFiniteMagnitude, 1], frameCount: 2))
    #expect(Kernel.isFinite([.nan], frameCount: 0))
  }

  @Test func `silence is 0 of either sign and nothing else`() {
    for n in 0...67 {
      var x = (0..<n).map { $0 % 2 == 0 ? Float(0) : -0.0 }
      #expect(Kernel.isSilent(x, frameCount: n))
      for place in 0..<n {
        let kept = x[place]
        x[place] = .leastNonzeroMagnitude
        #expect(!Kernel.isSilent(x, frameCount: n))
        x[place] = kept
      }
    }
  }
}
