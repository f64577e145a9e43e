import Glibc

/// A clock that never jumps.
enum MonotonicClock {
  static var nanoseconds: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  static var seconds: Double { Double(nanoseconds) / 1e9 }
}
