import Synchronization

/// What anybody may read of an output while its threads work. Written by the render thread
/// (relaxed), kept while streams come and go.
final class PulseCounters: Sendable {
  let underruns = Atomic<Int>(0)
  /// As last measured; −1: not known.
  let latencyMicroseconds = Atomic<Int64>(-1)
  /// (Render frame that is heard − rate × CLOCK_MONOTONIC), the bits of a Double; not a number: not
  /// known.
  let heardFrame = Atomic<UInt64>(Double.nan.bitPattern)
  /// How the render thread is scheduled: −1 not known, 0 in real time, else the errno of the refusal.
  let schedulingError = Atomic<Int32>(-1)

  func forgetHeard() { heardFrame.store(Double.nan.bitPattern, ordering: .relaxed) }
}
