import MixEngine
import MixTestSupport
import Testing

@Suite struct RampTests {
  /// The plain twin: one frame after the other, from the law alone.
  private func expected(_ lines: [(at: Int, target: Float, frames: Int)], _ count: Int) -> [Float] {
    var (start, target, length, index) = (Float(0.25), Float(0.25), 0, 0)
    return (0..<count).map { frame in
      var value: Float {
        index >= length ? target : start + (target - start) / Float(length) * Float(index)
      }
      for line in lines where line.at == frame {
        start = value
        target = line.target
        length = line.frames
        index = 0
      }
      defer { index += 1 }
      return value
    }
  }

  @Test func `a ramp is a straight line and then exactly its target`() {
    for (from, to, length) in [(Float(1), Float(0), 240), (0, 1, 240), (-0.3, 0.7, 7), (0.1, 4, 1)]
    {
      var ramp = Ramp(from)
      ramp.move(to: to, over: length)
      for i in 0...length + 3 {
        let ideal =
          Double(from) + (Double(to) - Double(from)) * Double(min(i, length)) / Double(length)
        #expect(abs(Double(ramp.value) - ideal) < 5e-7)
        #expect(
          ramp.value(after: 2)
            == {
              var r = ramp; r.advance(2); return r.value
            }())
        #expect(ramp.isFlat == (i >= length))
        ramp.advance(1)
      }
      #expect(ramp.value == to && ramp.rests(at: to))
    }
  }

  @Test func `a new target starts a new line from the present value`() {
    var ramp = Ramp(0)
    ramp.move(to: 1, over: 100)
    ramp.advance(40)
    let present = ramp.value
    ramp.move(to: -1, over: 50)
    #expect(ramp.value == present && ramp.length == 50)
    ramp.advance(25)
    #expect(abs(ramp.value - (present - 1) / 2) < 1e-6)
  }

  @Test func `the same target again does not start again`() {
    var ramp = Ramp(0)
    ramp.move(to: 1, over: 100)
    ramp.advance(99)
    ramp.move(to: 1, over: 100)
    #expect(ramp.remaining == 1)
    ramp.move(to: .nan, over: 100)
    #expect(ramp.target == 1 && ramp.remaining == 1)
  }

  @Test func `a line of no frames is a jump`() {
    var ramp = Ramp(0)
    ramp.move(to: 0.5, over: 0)
    #expect(ramp.rests(at: 0.5))
  }

  @Test func `a line is never longer than indices are exact`() {
    var ramp = Ramp(0)
    ramp.move(to: 1, over: Int(Int32.max) + 10)
    #expect(ramp.remaining == Ramp.longest)
    ramp.advance(.max)
    #expect(ramp.isFlat && ramp.value == 1)
  }

  @Test(arguments: [1, 2, 7, 8, 63, 64, 500])
  func `slices of any length give the same bits`(slice: Int) {
    let lines: [(at: Int, target: Float, frames: Int)] = [
      (0, 1, 240), (300, 0, 96), (420, 0.7, 240),
    ]
    let law = expected(lines, 900)
    let x = Signals.noise(900, seed: 1)
    let base = Signals.noise(900, seed: 2)
    var (inPlace, copied, mixed, values) = (x, Signals.silence(900), base, Signals.silence(900))
    var ramp = Ramp(0.25)
    var at = 0
    while at < 900 {
      for line in lines where line.at == at { ramp.move(to: line.target, over: line.frames) }
      let next = lines.map(\.at).first { $0 > at } ?? 900
      let n = min(slice, next - at)
      inPlace.withUnsafeMutableBufferPointer {
        Kernel.apply(ramp, to: $0.baseAddress! + at, frameCount: n)
      }
      x.withUnsafeBufferPointer { x in
        copied.withUnsafeMutableBufferPointer {
          Kernel.apply(ramp, to: x.baseAddress! + at, into: $0.baseAddress! + at, frameCount: n)
        }
        mixed.withUnsafeMutableBufferPointer {
          Kernel.mix(x.baseAddress! + at, into: $0.baseAddress! + at, frameCount: n, ramp: ramp)
        }
      }
      values.withUnsafeMutableBufferPointer {
        Kernel.write(ramp, to: $0.baseAddress! + at, frameCount: n)
      }
      ramp.advance(n)
      at += n
    }
    #expect(Measurements.differingFrames(values, law) == 0)
    // Rests at 0 are exact silence, also where the source is negative (−x × 0 would be −0).
    let product = zip(x, law).map { $1 == 0 ? 0 : $0 * $1 }
    #expect(Measurements.differingFrames(inPlace, product) == 0)
    #expect(Measurements.differingFrames(copied, product) == 0)
    let sum = zip(base, zip(x, law)).map { $0 + $1.0 * $1.1 }
    #expect(Measurements.differingFrames(mixed, sum) == 0)
  }

  @Test func `resting at 1 changes no bit, of any number`() {
    let strange: [Float] = [
      .nan, .infinity, -0.0, Float(bitPattern: 9), -.leastNonzeroMagnitude, 3, -1, 0, 2, 5,
    ]
    let out = Signals.guarded(strange) { Kernel.apply(Ramp(1), to: $0, frameCount: 10) }
    #expect(Measurements.differingFrames(out, strange) == 0)
  }

  @Test func `no step is larger than the line's`() {
    let ones = Signals.constant(1, 1000)
    let out = Signals.guarded(ones) {
      var ramp = Ramp(1)
      ramp.move(to: 0, over: 240)
      Kernel.apply(ramp, to: $0, frameCount: 1000)
    }
    #expect(Measurements.largestStep(out) < 1.0 / 240 + 1e-6)
    #expect(out[240] == 0 && out[239] > 0 && out[0] == 1)
  }
}
