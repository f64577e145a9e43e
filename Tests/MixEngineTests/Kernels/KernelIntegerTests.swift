import MixEngine
import MixTestSupport
import Testing

@Suite struct KernelIntegerTests {
  private let all16 = (Int(Int16.min)...Int(Int16.max)).map { Int16($0) }

  @Test func `every 16-bit sample survives decoding and encoding`() {
    let frames = all16.flatMap { [$0, ~$0] }
    var left = Signals.silence(65_536)
    var right = Signals.silence(65_536)
    Kernel.decode16(frames, &left, &right, frameCount: 65_536)
    #expect(left == all16.map { Float($0) / 32_768 })
    #expect(right == all16.map { Float(~$0) / 32_768 })
    var back = [Int16](repeating: 1, count: 131_072)
    #expect(Kernel.encode16(left, right, &back, frameCount: 65_536) == 0)
    #expect(back == frames)
  }

  @Test func `stereo conversions equal the plain ones at every length`() {
    for n in 0...67 {
      let x = Signals.noise(n, seed: UInt64(n) + 1, amplitude: 1.2)
      let y = Signals.noise(n, seed: UInt64(n) + 2, amplitude: 1.2)
      var fast = [Int16](repeating: 99, count: 2 * n + 1)
      var plain = fast
      let clips = Kernel.encode16(x, y, &fast, frameCount: n)
      var plainClips = Kernel.encode16(channel: 0, of: 2, x, into: &plain, frameCount: n)
      plain.withUnsafeMutableBufferPointer {
        plainClips += Kernel.encode16(channel: 1, of: 2, y, into: $0.baseAddress!, frameCount: n)
      }
      #expect(fast == plain && clips == plainClips && fast[2 * n] == 99)
      #expect(clips == (x + y).count { abs($0) > 1 })
      #expect(
        zip(x, stride(from: 0, to: 2 * n, by: 2)).allSatisfy {
          let scaled = ($0 * 32_768).rounded(.toNearestOrEven)
          return fast[$1] == Int16(max(-32_768, min(32_767, scaled)))
        })
      var (a, b) = (Signals.silence(n), Signals.silence(n))
      let l = Signals.guarded(Signals.silence(n)) { l in
        b = Signals.guarded(b) { Kernel.decode16(fast, l, $0, frameCount: n) }
      }
      Kernel.decode16(channel: 0, of: 2, fast, to: &a, frameCount: n)
      #expect(l == a && b == (0..<n).map { Float(fast[2 * $0 + 1]) / 32_768 })
    }
  }

  @Test func `samples beyond full scale are clipped and counted`() {
    let x: [Float] = [1, -1, 1.01, -1.01, .infinity, -.infinity, .nan, 0.5, 1e30, 0.999_99]
    var out = [Int16](repeating: 0, count: 20)
    #expect(Kernel.encode16(x, Signals.silence(10), &out, frameCount: 10) == 5)
    let wanted: [Int16] = [
      32_767, -32_768, 32_767, -32_768, 32_767, -32_768, 0, 16_384, 32_767, 32_767,
    ]
    #expect((0..<10).map { out[2 * $0] } == wanted)
    var wide = [Int32](repeating: 0, count: 10)
    #expect(Kernel.encode24(channel: 0, of: 1, x, into: &wide, frameCount: 10) == 5)
    #expect(
      wide[0] == 0x7FFF_FF00 && wide[1] == Int32.min && wide[6] == 0 && wide[7] == 0x4000_0000)
  }

  @Test func `24-bit samples survive decoding and encoding`() {
    var generator = SeededGenerator(seed: 24)
    var samples = (0..<10_000).map { _ in Int32(truncatingIfNeeded: generator.next()) & ~0xFF }
    samples += [Int32.min, 0x7FFF_FF00, -256, 256, 0]
    let n = samples.count / 3
    for channel in 0..<3 {
      var x = Signals.silence(n)
      Kernel.decode32(channel: channel, of: 3, samples, to: &x, frameCount: n)
      let own = (0..<n).map { samples[3 * $0 + channel] }
      #expect(x == own.map { Float(Double($0) / 2_147_483_648) })
      var back = [Int32](repeating: 7, count: n)
      #expect(Kernel.encode24(channel: 0, of: 1, x, into: &back, frameCount: n) == 0)
      #expect(back == own)
    }
  }

  @Test func `24-bit encoding rounds to the nearest value`() {
    let x = Signals.noise(1000, seed: 25, amplitude: 0.01)
    var out = [Int32](repeating: 0, count: 1000)
    _ = Kernel.encode24(channel: 0, of: 1, x, into: &out, frameCount: 1000)
    #expect(out == x.map { Int32((Double($0) * 8_388_608).rounded(.toNearestOrEven)) << 8 })
  }
}
