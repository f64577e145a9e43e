import MixTestSupport
import Testing

@testable import MixEngine

@Suite struct RenderClockTests {
  private let rate = SampleRate(48_000)
  private let millisecond: Int64 = 1_000_000
  private let start: Int64 = 1_000_000_000_000

  /// Runs a clock that is asked for 448 frames at a time, each request late by some milliseconds, and
  /// asks every millisecond at which frame something is to act that arrives then.
  private func arrivals(
    milliseconds: Int, late: (Int) -> Double
  ) -> [(frame: Int64, firstFree: Int64)] {
    let clock = RenderClock.allocate()
    defer { clock.deallocate() }
    var request = 0
    func time(_ request: Int) -> Int64 {
      start + Int64((Double(request) * 448 / 48 + late(request)) * Double(millisecond))
    }
    var arrivals: [(Int64, Int64)] = []
    for now in 0..<milliseconds {
      let nanoseconds = start + Int64(now) * millisecond
      while time(request) <= nanoseconds {
        clock.publish(
          frame: Int64(request * 448), requestFrames: 448, sampleRate: rate, at: time(request))
        request += 1
      }
      if request > 0 {
        arrivals.append((clock.arrivalFrame(sampleRate: rate, at: nanoseconds), clock.frame))
      }
    }
    return arrivals
  }

  @Test func `things 100 ms apart act 100 ms apart, however late requests are`() {
    // 0 to 9 ms, in no order.
    let arrivals = arrivals(milliseconds: 3000) { Double($0 * 7919 % 10) }
    for n in 1000..<arrivals.count {
      let distance = arrivals[n].frame - arrivals[n - 100].frame
      #expect(abs(distance - 4800) <= 48, "\(n)")
    }
    // Never in what is rendered already, and not long after it.
    for arrival in arrivals {
      #expect(arrival.frame >= arrival.firstFree)
      #expect(arrival.frame <= arrival.firstFree + 48 * 20)
    }
  }

  @Test func `a clock that stood still goes on without a debt`() {
    // Half a second in which nobody asks, at the hundredth request.
    let arrivals = arrivals(milliseconds: 3000) { $0 < 100 ? 0 : 500 }
    for arrival in arrivals {
      #expect(arrival.frame >= arrival.firstFree)
      #expect(arrival.frame <= arrival.firstFree + 448 + 1920)
    }
    for n in 1600..<arrivals.count {
      #expect(arrivals[n].frame - arrivals[n - 100].frame == 4800)
    }
  }

  @Test func `before the first request everything acts at the frame where it begins`() {
    let clock = RenderClock.allocate()
    defer { clock.deallocate() }
    clock.publish(frame: 640, requestFrames: 0, sampleRate: rate, at: start)
    #expect(clock.arrivalFrame(sampleRate: rate, at: start + 5000 * millisecond) == 640)
    clock.publish(frame: .max - 63, requestFrames: 0, sampleRate: rate, at: start)
    #expect(clock.arrivalFrame(sampleRate: rate, at: start) == .max - 63)
  }
}
