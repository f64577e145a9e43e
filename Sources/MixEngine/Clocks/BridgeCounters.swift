import Synchronization

/// What both sides of a `ClockBridge` tell each other and the other threads.
struct BridgeCounters: ~Copyable {
  // The writer's. `written` is stored last (releasing): who sees it sees the frames.
  let written = Atomic<Int64>(0)
  /// Bits of the writer's `ClockEnvelope`.
  let envelope = Atomic<UInt64>(Double.nan.bitPattern)
  /// How often it began anew: what was known of its clock is void.
  let epoch = Atomic<Int>(0)
  let isRunning = Atomic<Bool>(false)
  let targetFrameCount: Atomic<Int>
  let overruns = Atomic<Int>(0)

  // The reader's. Frames before `consumed` may be written over (releasing).
  let consumed = Atomic<Int64>(0)
  let isReading = Atomic<Bool>(false)
  /// Bits of (frame that is read − reader's frame).
  let offset = Atomic<UInt64>(Double.nan.bitPattern)
  /// Bits of the offset that is steered to.
  let wanted = Atomic<UInt64>(Double.nan.bitPattern)
  let drift = Atomic<UInt64>(0)
  let isSettled = Atomic<Bool>(false)
  let underruns = Atomic<Int>(0)
  let jumps = Atomic<Int>(0)

  init(targetFrameCount: Int) { self.targetFrameCount = Atomic(targetFrameCount) }
}
