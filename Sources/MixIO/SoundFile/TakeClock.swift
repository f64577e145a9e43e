import CRealtime
import Glibc
import MixEngine

/// The time of day at which a frame was rendered: takes are named after it.
public enum TakeClock: Sendable {
  /// Frames are rendered when they are heard.
  case live
  /// Frames are rendered as fast as it goes: they are named as if they had been played from `start`
  /// (CLOCK_REALTIME) on.
  case offline(start: timespec, SampleRate)

  /// Offline, from now on.
  public static func offline(_ sampleRate: SampleRate) -> TakeClock {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    return .offline(start: now, sampleRate)
  }

  /// - Parameters:
  ///   - frame: on the render clock.
  ///   - nanoseconds: CLOCK_MONOTONIC when it was rendered.
  func moment(of frame: Int64, nanoseconds: Int64) -> timespec {
    switch self {
    case .live:
      var now = timespec()
      clock_gettime(CLOCK_REALTIME, &now)
      return TakeClock.moment(now, plus: nanoseconds - crt_monotonic_ns())
    case .offline(let start, let rate):
      return TakeClock.moment(start, plus: frame, at: rate)
    }
  }

  /// The moment a number of frames later.
  static func moment(_ moment: timespec, plus frames: Int64, at rate: SampleRate) -> timespec {
    let (seconds, rest) = frames.quotientAndRemainder(dividingBy: Int64(rate.hertz))
    return TakeClock.moment(
      moment, plus: seconds * 1_000_000_000 + rest * 1_000_000_000 / Int64(rate.hertz))
  }

  private static func moment(_ moment: timespec, plus nanoseconds: Int64) -> timespec {
    let sum = Int64(moment.tv_nsec) + nanoseconds
    let rest = (sum % 1_000_000_000 + 1_000_000_000) % 1_000_000_000
    return timespec(
      tv_sec: moment.tv_sec + Int((sum - rest) / 1_000_000_000), tv_nsec: Int(rest))
  }
}
