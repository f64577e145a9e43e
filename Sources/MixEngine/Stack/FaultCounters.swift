import Synchronization

/// What went wrong on the render thread, as counters: it never traps and never prints there.
/// Written by the render thread (relaxed), read by anybody.
public struct FaultCounters: ~Copyable, Sendable {
  /// Pushes refused because the stack was full.
  public let overflows = Atomic<Int>(0)
  /// Operations on entries that are not there, or with numbers out of range.
  public let misuses = Atomic<Int>(0)
  /// Outputs to channels that the output does not have.
  public let clampedOutputs = Atomic<Int>(0)
  /// Modules that left more or fewer entries on the stack than they should.
  public let imbalances = Atomic<Int>(0)
  /// Quanta that were not finite and were silenced.
  public let nonFinite = Atomic<Int>(0)
  /// Actions that came after their frame, or found no room.
  public let lateActions = Atomic<Int>(0)
  public let lostActions = Atomic<Int>(0)
  /// Entries that found the events ring full.
  public let lostEvents = Atomic<Int>(0)
}
