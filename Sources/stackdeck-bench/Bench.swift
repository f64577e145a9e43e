import Glibc

/// What something costs: the median of several rounds, in processor time of this thread, so that
/// what else the machine does counts little.
struct Bench {
  /// One line of the result.
  struct Result {
    let name: String
    let nanosecondsPerFrame: Double

    var framesPerSecond: Double { 1e9 / nanosecondsPerFrame }
  }

  private static let rounds = 21
  private(set) var results: [Result] = []
  /// What is done once, and not in each frame.
  private(set) var times: [(name: String, milliseconds: Double)] = []

  /// Measures `body`, which makes `frameCount` frames.
  mutating func measure(_ name: String, frameCount: Int, _ body: () -> Void) {
    results.append(Result(name: name, nanosecondsPerFrame: Self.cost(frameCount, body)))
  }

  mutating func add(_ name: String, nanosecondsPerFrame: Double) {
    results.append(Result(name: name, nanosecondsPerFrame: nanosecondsPerFrame))
  }

  mutating func add(_ name: String, milliseconds: Double) { times.append((name, milliseconds)) }

  /// Nanoseconds a frame.
  static func cost(_ frameCount: Int, _ body: () -> Void) -> Double {
    body()
    var times: [Double] = []
    for _ in 0..<rounds {
      let began = now()
      body()
      times.append((now() - began) / Double(frameCount))
    }
    times.sort()
    return times[times.count / 2]
  }

  private static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
  }
}
