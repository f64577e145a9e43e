/// When to try again: soon at first, then less and less often. Times are CLOCK_MONOTONIC in
/// nanoseconds.
struct Backoff {
  /// Attempts that were begun.
  private(set) var attempt = 0
  /// When the next is due.
  private(set) var due: Int64 = 0

  /// Notes that an attempt begins.
  mutating func begin() { attempt += 1 }

  /// Notes that it was in vain: 50 ms after the first, doubling up to 2 s.
  mutating func fail(at now: Int64) {
    due = now + min(50 << Int64(min(max(attempt - 1, 0), 10)), 2000) * 1_000_000
  }

  /// Lets the next attempt be due at once, since something has changed.
  mutating func hurry() { due = 0 }
}
