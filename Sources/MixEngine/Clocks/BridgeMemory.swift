/// The frames between the two sides of a `ClockBridge`, planar, and what they tell each other.
///
/// Trivial; the bridge owns it.
struct BridgeMemory: BitwiseCopyable, @unchecked Sendable {
  /// Frames around a place that the interpolator may look at.
  static var margin: Int { @_noLocks get { 32 } }

  let left: UnsafeMutablePointer<Float>
  let right: UnsafeMutablePointer<Float>
  /// A power of two.
  let capacity: Int
  let counters: UnsafeMutablePointer<BridgeCounters>

  init(frameCount: Int, targetFrameCount: Int) {
    capacity = 1 << (Int.bitWidth - (max(frameCount, 1024) - 1).leadingZeroBitCount)
    left = .allocate(capacity: capacity)
    left.initialize(repeating: 0, count: capacity)
    right = .allocate(capacity: capacity)
    right.initialize(repeating: 0, count: capacity)
    counters = .allocate(capacity: 1)
    counters.initialize(to: BridgeCounters(targetFrameCount: targetFrameCount))
  }

  func deallocate() {
    left.deallocate()
    right.deallocate()
    counters.deinitialize(count: 1)
    counters.deallocate()
  }

  /// Where a frame lies.
  @_noLocks func index(_ frame: Int64) -> Int { Int(truncatingIfNeeded: frame) & (capacity &- 1) }

  /// How many frames lie behind each other in memory from one on.
  @_noLocks func contiguous(from frame: Int64, _ count: Int) -> Int {
    let room = capacity &- index(frame)
    return count < room ? count : room
  }
}
