/// The gain that keeps a sound under its ceiling, from how far each frame exceeds it: known so many
/// frames ahead, it is down in time, without a step.
///
/// The gain that a frame needs is held over the whole time that it takes to get there, so that it is
/// the least of what all frames within need; it falls at once and rises as a one-pole filter. Then it
/// is averaged twice, over halves of that time: an average of gains that are all low enough is low
/// enough itself, and moves in the smooth curve of a triangle's integral.
/// Gains are whole multiples of 2^−30, rounded down, so that sums of them are exact: what is not
/// lowered any more has a gain of exactly 1.
///
/// A handle: the owner frees it with `deallocate`. Thread: the owner's.
struct LookAheadGain: BitwiseCopyable, @unchecked Sendable {
  /// Frames from when a frame's need is told to when its gain comes out.
  let latency: Int
  private let peaks: UnsafeMutablePointer<PeakHold.Peak>
  private let numbers: UnsafeMutablePointer<Int64>
  private let firstCount: Int
  private let secondCount: Int
  private let full: Int64
  private let share: Double
  private let window: Int

  private var hold: PeakHold
  private var first: AverageLine
  private var second: AverageLine
  /// What the first average gets.
  private var gain = 1.0
  private var need = 1.0
  private var lastPeak: Float = 0
  /// Frames since one exceeded the ceiling.
  private var quietFrames: Int
  /// The gain that came out last.
  private(set) var last: Float = 1

  /// Control thread.
  ///
  /// - Parameter latency: 2 or more.
  init(latency: Int) {
    self.latency = latency
    // The gain stays down for some frames on either side: what lies between two frames comes of
    // those around them.
    let slack = min(6, max(0, (latency - 2) / 4))
    let counts = latency + 2 - slack
    firstCount = counts / 2
    secondCount = counts - firstCount
    window = counts + 2 * slack
    let one: Int64 = 1 << 30
    full = one * Int64(firstCount) * Int64(secondCount)
    share = 1 / Double(full)
    let capacity = PeakHold.capacity(for: window)
    peaks = .allocate(capacity: capacity)
    peaks.initialize(repeating: PeakHold.Peak(), count: capacity)
    numbers = .allocate(capacity: counts)
    hold = PeakHold(memory: peaks, capacity: capacity, frameCount: window)
    first = AverageLine(memory: numbers, count: firstCount, value: one)
    second = AverageLine(
      memory: numbers + firstCount, count: secondCount, value: one * Int64(firstCount))
    quietFrames = window
  }

  func deallocate() {
    peaks.deallocate()
    numbers.deallocate()
  }

  /// Forgets everything. Cost: O(latency).
  @_noLocks mutating func reset() {
    hold.reset()
    first = AverageLine(memory: numbers, count: firstCount, value: 1 &<< 30)
    second = AverageLine(
      memory: numbers + firstCount, count: secondCount, value: Int64(firstCount) &<< 30)
    gain = 1
    need = 1
    lastPeak = 0
    last = 1
    quietFrames = window
  }

  /// Whether nothing is lowered, or about to be.
  var isAtRest: Bool {
    @_noLocks get {
      if quietFrames < window { return false }
      if gain != 1 { return false }
      return second.sum == full
    }
  }

  /// Goes on by frames that do not exceed the ceiling, while it is at rest. Cost: O(1).
  @_noLocks mutating func rest() {
    hold.reset()
    lastPeak = 0
    need = 1
    last = 1
  }

  /// Replaces peaks by gains, those of `latency` frames before.
  ///
  /// - Parameters:
  ///   - values: peaks; not negative, not NaN.
  ///   - ceiling: what a peak may reach.
  ///   - target: where a peak comes that exceeds it: not above the ceiling.
  ///   - release: how much of the rest of its way to 1 the gain goes in a frame.
  /// - Returns: false when all of the gains are 1.
  @_noLocks mutating func run(
    _ values: UnsafeMutablePointer<Float>, frameCount: Int, ceiling: Float, target: Float,
    release: Double
  ) -> Bool {
    var (hold, first, second, gain, need) = (hold, first, second, gain, need)
    var (lastPeak, quiet, acts) = (lastPeak, quietFrames, false)
    var out: Float = 1
    for i in 0..<frameCount {
      // Beyond 1: how many times the target a peak is.
      var ratio: Float = 0
      if values[i] > ceiling {
        ratio = values[i] / target
        quiet = 0
      } else if quiet < window {
        quiet &+= 1
      }
      let peak = hold.next(ratio)
      if peak != lastPeak {
        lastPeak = peak
        need = peak > 1 ? 1 / Double(peak) : 1
      }
      gain += (1 - gain) * release
      // Far below what can be heard; so that it comes to an end.
      if 1 - gain < 1e-6 { gain = 1 }
      if gain > need { gain = need }
      let sum = second.next(first.next(Int64(gain * 1_073_741_824)))
      if sum == full {
        out = 1
      } else {
        out = Float(Double(sum) * share)
        acts = true
      }
      values[i] = out
    }
    self.hold = hold
    self.first = first
    self.second = second
    self.gain = gain
    self.need = need
    self.lastPeak = lastPeak
    quietFrames = quiet
    last = out
    return acts
  }
}
