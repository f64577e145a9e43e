import MixEngine
import MixTestSupport
import Testing

@Suite struct InterpolatorTests {
  private static let table = InterpolatorTable(upTo: 4)
  private let interpolator = table.interpolator

  /// `count` frames from a place of a signal that is silent outside of its frames.
  private func read(
    _ x: [Float], at position: FramePosition, step: Int64, _ count: Int,
    _ interpolator: Interpolator? = nil
  ) -> [Float] {
    let interpolator = interpolator ?? self.interpolator
    let span = interpolator.span(at: position, step: step, frameCount: count)
    let piece = (0..<span.count).map { i in
      let frame = Int(span.first) + i
      return x.indices.contains(frame) ? x[frame] : 0
    }
    return Signals.guarded(Signals.silence(count)) { out in
      piece.withUnsafeBufferPointer {
        interpolator.render(
          $0.baseAddress! - Int(span.first), at: position, step: step, out, frameCount: count)
      }
    }
  }

  @Test func `whole frames are copied bit for bit, forwards and backwards`() {
    var x = Signals.noise(300, seed: 1)
    x[7] = .nan
    x[9] = -0.0
    let ahead = read(x, at: FramePosition(5), step: FramePosition.oneFrame, 200)
    #expect(Measurements.differingFrames(ahead, x[5..<205]) == 0)
    let back = read(x, at: FramePosition(204), step: -FramePosition.oneFrame, 200)
    #expect(Measurements.differingFrames(back, x[5..<205].reversed()) == 0)
    let span = interpolator.span(at: FramePosition(5), step: 1 << 32, frameCount: 200)
    #expect(span == (5, 200))
  }

  @Test(arguments: [0.3, 0.91875, 1.07, 1.6, 2, 3.7, -0.8, -1.4])
  func `pieces in any order give the same bits as one`(rate: Double) {
    let x = Signals.noise(6000, seed: 2)
    let step = FramePosition.step(rate: rate)
    let start = FramePosition(rate > 0 ? 200 : 5800, fraction: 0x1234_5678)
    let whole = read(x, at: start, step: step, 1000)
    for (first, count) in [(999, 1), (500, 64), (0, 7), (17, 441), (458, 42)] {
      let piece = read(x, at: start.advanced(by: step, count: first), step: step, count)
      #expect(Measurements.differingFrames(piece, whole[first..<first + count]) == 0)
    }
  }

  @Test(arguments: [0.3, 0.91875, 1.0, 1.5, 2.7])
  func `backwards is forwards mirrored`(rate: Double) {
    let x = Signals.noise(4000, seed: 3)
    let step = FramePosition.step(rate: rate)
    let start = FramePosition(100, fraction: 0x4000_0000)
    let ahead = read(x, at: start, step: step, 900)
    // The mirror of place p is 3999 − p.
    let mirrored = FramePosition(3898, fraction: 0xC000_0000)
    let back = read(x.reversed(), at: mirrored, step: -step, 900)
    #expect(Measurements.maximumDifference(ahead, back) < 1e-6)
  }

  @Test(arguments: [0.459375, 1.2, 2, 3.9, -1.1])
  func `stereo is two times mono`(rate: Double) {
    let (x, y) = (Signals.noise(3000, seed: 4), Signals.noise(3000, seed: 5))
    let step = FramePosition.step(rate: rate)
    let start = FramePosition(rate > 0 ? 100 : 2900, fraction: 77)
    for n in 0...67 {
      var right: [Float] = []
      let left = Signals.guarded(Signals.silence(n)) { l in
        right = Signals.guarded(Signals.silence(n)) {
          interpolator.render(x, y, at: start, step: step, l, $0, frameCount: n)
        }
      }
      #expect(Measurements.differingFrames(left, read(x, at: start, step: step, n)) == 0)
      #expect(Measurements.differingFrames(right, read(y, at: start, step: step, n)) == 0)
    }
  }

  @Test(arguments: [0, 0.5, 1, 1.05, 1.07, 2.5, 4, 7, 16, -0.5, -2])
  func `nothing outside of the span is read, and both its ends are`(rate: Double) {
    let step = FramePosition.step(rate: rate)
    let start = FramePosition(2000, fraction: 0x8000_0000)
    let span = interpolator.span(at: start, step: step, frameCount: 64)
    let first = Int(span.first)
    var x = [Float](repeating: .nan, count: 5000)
    for i in first..<first + span.count { x[i] = 0.5 }
    let sound = withPiece(x, start, step)
    #expect(sound.allSatisfy { $0.isFinite })
    // Rates beyond the last band that was built use a shorter filter than the margins allow for.
    guard abs(rate) <= 4 else { return }
    for end in [first, first + span.count - 1] {
      x[end] = .nan
      #expect(withPiece(x, start, step).contains { $0.isNaN })
      x[end] = 0.5
    }
  }

  private func withPiece(_ x: [Float], _ start: FramePosition, _ step: Int64) -> [Float] {
    Signals.guarded(Signals.silence(64)) {
      interpolator.render(x, at: start, step: step, $0, frameCount: 64)
    }
  }

  @Test(arguments: [0, 0.3, 0.999, 1.3, 2, 3.9])
  func `a constant stays constant and silence stays exact`(rate: Double) {
    let step = FramePosition.step(rate: rate)
    let start = FramePosition(300, fraction: 12_345)
    let out = read(Signals.constant(0.5, 3000), at: start, step: step, 500)
    #expect(Measurements.maximumDifference(out, Signals.constant(0.5, 500)) < 1e-6)
    #expect(read(Signals.silence(3000), at: start, step: step, 500) == Signals.silence(500))
  }

  @Test func `bands are built when they are asked for`() {
    let small = InterpolatorTable()
    let x = Signals.sine(15_000, 6000)
    let step = FramePosition.step(rate: 2)
    let start = FramePosition(200)
    // 15 kHz at twice the speed is beyond hearing; without its band it comes back as 18 kHz.
    let before = read(x, at: start, step: step, 2000, small.interpolator)
    small.prepare(upTo: 2)
    let after = read(x, at: start, step: step, 2000, small.interpolator)
    #expect(Measurements.rms(before) > 0.3)
    #expect(Measurements.decibels(Measurements.rms(after)) < -90)
    #expect(after == read(x, at: start, step: step, 2000))
  }

  @Test(arguments: [16, 32, 64, 96, 128, 256])
  func `other lengths of the filter work, too`(taps: Int) {
    let table = InterpolatorTable(taps: taps, upTo: 2)
    let x = Signals.sine(2000, 4000)
    for rate in [0.7, 1.9] {
      let out = read(
        x, at: FramePosition(1000), step: FramePosition.step(rate: rate), 1000, table.interpolator)
      let fit = Measurements.fitSine(out, frequency: 2000 * rate)
      #expect(fit.signalToNoise > (taps < 32 ? 60 : 100), "\(taps) taps, rate \(rate)")
      #expect(abs(fit.amplitude - 0.5) < (taps < 32 ? 0.01 : 1e-5))
    }
  }
}
