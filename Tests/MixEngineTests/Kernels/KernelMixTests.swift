import MixEngine
import MixTestSupport
import Testing

/// Each kernel against a plain loop, at every length that its vector and its scalar part can share.
@Suite struct KernelMixTests {
  private func check(
    _ name: String, _ kernel: (UnsafePointer<Float>, UnsafeMutablePointer<Float>, Int) -> Void,
    _ plain: (Float, Float, Int) -> Float
  ) {
    for n in 0...67 {
      let source = Signals.noise(n, seed: UInt64(n))
      let base = Signals.noise(n, seed: UInt64(n) + 100)
      let out = Signals.guarded(base) { destination in
        source.withUnsafeBufferPointer { source in
          withUnsafeTemporaryAllocation(of: Float.self, capacity: 1) { one in
            one.initialize(repeating: 0)
            kernel(source.baseAddress ?? UnsafePointer(one.baseAddress!), destination, n)
          }
        }
      }
      let wanted = (0..<n).map { plain(source[$0], base[$0], $0) }
      #expect(Measurements.differingFrames(out, wanted) == 0, "\(name), \(n) frames")
    }
  }

  @Test func `copy copies`() {
    check("copy", { Kernel.copy($0, to: $1, frameCount: $2) }, { x, _, _ in x })
  }

  @Test func `clear and fill write one value`() {
    check("clear", { _, d, n in Kernel.clear(d, frameCount: n) }, { _, _, _ in 0 })
    check("fill", { _, d, n in Kernel.fill(d, with: 0.3, frameCount: n) }, { _, _, _ in 0.3 })
  }

  @Test(arguments: [Float(0), 1, -1, 0.3, 12])
  func `scale multiplies by a constant`(gain: Float) {
    let plain = { (x: Float) in gain == 0 ? 0 : x * gain }
    check("in place", { Kernel.scale($1, by: gain, frameCount: $2) }, { _, d, _ in plain(d) })
    check("into", { Kernel.scale($0, by: gain, into: $1, frameCount: $2) }, { x, _, _ in plain(x) })
  }

  @Test func `multiply multiplies frame by frame`() {
    check("multiply", { Kernel.multiply($1, by: $0, frameCount: $2) }, { x, d, _ in d * x })
  }

  @Test(arguments: [Float(0), 1, -1, 0.3, 12])
  func `mix adds with a constant gain`(gain: Float) {
    check(
      "mix", { Kernel.mix($0, into: $1, frameCount: $2, gain: gain) }, { x, d, _ in d + x * gain })
  }

  @Test(arguments: [Int32(0), 5, 1 << 20])
  func `ramped kernels follow start plus step times index`(index: Int32) {
    let law = { (i: Int) in Float(0.9) + Float(-0.0037) * Float(Int(index) + i) }
    check(
      "mixRamped",
      { Kernel.mixRamped($0, into: $1, frameCount: $2, start: 0.9, step: -0.0037, index: index) },
      { x, d, i in d + x * law(i) })
    check(
      "ramp",
      { Kernel.ramp($1, frameCount: $2, start: 0.9, step: -0.0037, index: index) },
      { _, d, i in d * law(i) })
    check(
      "ramp into",
      { Kernel.ramp($0, into: $1, frameCount: $2, start: 0.9, step: -0.0037, index: index) },
      { x, _, i in x * law(i) })
  }

  @Test func `a signal plus its inverse is silence`() {
    let x = Signals.noise(100, seed: 3)
    let out = Signals.guarded(x) { d in
      x.withUnsafeBufferPointer { Kernel.mix($0.baseAddress!, into: d, frameCount: 100, gain: -1) }
    }
    #expect(out == Signals.silence(100))
  }
}
