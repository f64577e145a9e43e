import MixEngine
import MixTestSupport
import Testing

@Suite struct DelayLineTests {
  private func withLine(_ capacity: Int, _ body: (inout DelayLine) -> Void) {
    var memory = Signals.silence(capacity)
    memory = Signals.guarded(memory) {
      var line = DelayLine(memory: $0, capacity: capacity)
      body(&line)
    }
  }

  @Test(arguments: [1, 3, 8, 63, 64, 65, 90, 100], [1, 7, 64, 300])
  func `a delay is the same signal later, to the bit`(frames: Int, slice: Int) {
    var x = Signals.noise(1000, seed: 1)
    x[5] = -0.0
    x[6] = .nan
    let wanted = Signals.silence(frames) + x.dropLast(frames)
    withLine(100) { line in
      let out = Signals.guarded(x) {
        for at in stride(from: 0, to: 1000, by: slice) {
          line.delay($0 + at, by: frames, frameCount: min(slice, 1000 - at))
        }
      }
      #expect(Measurements.differingFrames(out, wanted) == 0)
    }
  }

  @Test func `a delay of no frames changes nothing and still remembers`() {
    let x = Signals.noise(64, seed: 2)
    withLine(50) { line in
      let first = Signals.guarded(x) { line.delay($0, by: 0, frameCount: 64) }
      #expect(first == x)
      let next = Signals.guarded(x) { line.delay($0, by: 10, frameCount: 64) }
      #expect(next == Array(x[54...]) + Array(x[..<54]))
    }
  }

  @Test(arguments: [1, 5, 64, 77, 100], [1, 64, 333])
  func `an echo follows its formula`(delay: Int, slice: Int) {
    let x = Signals.noise(1000, seed: 3)
    var line = [Float](repeating: 0, count: 1000)
    let wanted = x.indices.map { i in
      let d = i >= delay ? line[i - delay] : 0
      line[i] = x[i] + d * 0.6
      return x[i] * 0.8 + d * 0.5
    }
    withLine(100) { line in
      let out = Signals.guarded(x) {
        for at in stride(from: 0, to: 1000, by: slice) {
          line.echo(
            $0 + at, delay: delay, feedback: 0.6, dry: 0.8, wet: 0.5,
            frameCount: min(slice, 1000 - at))
        }
      }
      #expect(Measurements.differingFrames(out, wanted) == 0)
    }
  }

  @Test func `what was written is read again at any delay`() {
    let x = Signals.numbered(1000, first: 1)
    withLine(100) { line in
      for at in stride(from: 0, to: 1000, by: 40) {
        x.withUnsafeBufferPointer { line.write($0.baseAddress! + at, frameCount: 40) }
        guard at >= 80 else { continue }
        for delay in [40, 41, 77, 100] {
          let out = Signals.guarded(Signals.silence(40)) {
            line.read(into: $0, delay: delay, frameCount: 40)
          }
          #expect(out == Array(x[at + 40 - delay..<at + 80 - delay]))
        }
      }
      line.reset()
      let out = Signals.guarded(Signals.constant(1, 100)) {
        line.read(into: $0, delay: 100, frameCount: 100)
      }
      #expect(out == Signals.silence(100))
    }
  }
}
