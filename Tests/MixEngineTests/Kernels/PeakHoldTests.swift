import Glibc
import MixEngine
import MixTestSupport
import Testing

@Suite struct PeakHoldTests {
  private func run(_ x: [Float], window: Int) -> [Float] {
    let capacity = PeakHold.capacity(for: window)
    let memory = UnsafeMutablePointer<PeakHold.Peak>.allocate(capacity: capacity)
    defer { memory.deallocate() }
    memory.initialize(repeating: PeakHold.Peak(), count: capacity)
    var hold = PeakHold(memory: memory, capacity: capacity, frameCount: window)
    return x.map { hold.next($0) }
  }

  @Test(arguments: [1, 2, 3, 7, 8, 64, 480])
  func `it is the greatest of the last frames`(window: Int) {
    // Noise, a rise, a fall, and plateaus of equal values.
    let x =
      Signals.noise(1000, seed: 1).map { abs($0) } + Signals.ramp(700, from: 0, to: 1)
      + Signals.ramp(700, from: 1, to: 0)
      + Signals.noise(1000, seed: 2).map { (abs($0) * 6).rounded() }
    let out = run(x, window: window)
    for i in x.indices {
      #expect(out[i] == x[max(0, i - window + 1)...i].max()!, "\(i)")
    }
  }

  @Test func `what is forgotten does not count`() {
    let memory = UnsafeMutablePointer<PeakHold.Peak>.allocate(capacity: 16)
    defer { memory.deallocate() }
    var hold = PeakHold(memory: memory, capacity: 16, frameCount: 10)
    #expect(hold.value == 0 && hold.next(1) == 1)
    hold.reset()
    #expect(hold.value == 0 && hold.next(0.5) == 0.5 && hold.value == 0.5)
  }

  @Test func `peaks of two channels are those of the greater magnitude`() {
    for count in 0...67 {
      var l = Signals.noise(count, seed: 3), r = Signals.noise(count, seed: 4)
      if count > 20 {
        (l[3], r[5], l[20], r[20]) = (.nan, .nan, .nan, .nan)
        (l[7], r[count - 1], l[count - 1]) = (-.infinity, .nan, -0.25)
      }
      var out = Signals.silence(count)
      Kernel.peaks(l, r, into: &out, frameCount: count)
      for i in 0..<count {
        let a = l[i].isNaN ? 0 : abs(l[i]), b = r[i].isNaN ? 0 : abs(r[i])
        #expect(out[i] == max(a, b), "\(count) \(i)")
      }
    }
  }

  @Test func `gains of decibels are exact enough, and 1 at 0 dB`() {
    for count in 0...67 {
      let x = (0..<count).map { Float($0 * 7 - 300) * 0.987 }
      var out = x
      Kernel.gains(ofDecibels: &out, frameCount: count)
      for i in 0..<count {
        let gain = pow(10, Double(x[i]) / 20)
        // The argument itself is a Float: 300 dB are known to 1e-5 dB.
        #expect(abs(Double(out[i]) / gain - 1) < 1e-6 + abs(Double(x[i])) * 3e-8)
      }
    }
    var zero: [Float] = [0, -0.0, 0, 0, 0, 0, 0, 0, 0]
    Kernel.gains(ofDecibels: &zero, frameCount: 9)
    #expect(zero.allSatisfy { $0 == 1 })
  }
}
