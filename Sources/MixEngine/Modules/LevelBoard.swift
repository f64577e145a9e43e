import Synchronization

/// Where a meter puts its figures for its readers. Trivial; the `LevelMeter` has the memory.
///
/// All values are written by the render thread and read by readers, relaxed: each stands for itself,
/// and two that are a quantum apart make no wrong picture.
struct LevelBoard: BitwiseCopyable, @unchecked Sendable {
  static var slotCount: Int {
    @_noLocks get { 8 }
  }

  /// Quanta over which the mean square goes: 4096 frames.
  static var windowLength: Int {
    @_noLocks get { 64 }
  }

  /// One bit a reader's slot. Set and cleared by readers' threads; 0: there is nothing to do.
  let readers: UnsafeMutablePointer<Atomic<UInt32>>
  /// Greatest sample since the reader of a slot has read, as a `Float`'s bits (which are in the
  /// order of the numbers): two channels a slot. A reader puts 0.
  let peaks: UnsafeMutablePointer<Atomic<UInt32>>
  /// A `Float`'s bits, by channel.
  let held: UnsafeMutablePointer<Atomic<UInt32>>
  /// A `Float`'s bits, by channel.
  let meanSquares: UnsafeMutablePointer<Atomic<UInt32>>
  /// Samples beyond full scale since the meter was made, by channel.
  let clips: UnsafeMutablePointer<Atomic<Int>>

  init() {
    func cells(_ count: Int) -> UnsafeMutablePointer<Atomic<UInt32>> {
      let cells = UnsafeMutablePointer<Atomic<UInt32>>.allocate(capacity: count)
      for i in 0..<count { (cells + i).initialize(to: Atomic(0)) }
      return cells
    }
    readers = cells(1)
    peaks = cells(2 * Self.slotCount)
    held = cells(2)
    meanSquares = cells(2)
    clips = .allocate(capacity: 2)
    for i in 0..<2 { (clips + i).initialize(to: Atomic(0)) }
  }

  func deallocate() {
    readers.deallocate()
    peaks.deallocate()
    held.deallocate()
    meanSquares.deallocate()
    clips.deallocate()
  }

  /// Render thread: raises what the readers in `mask` will find.
  @_noLocks func raisePeaks(_ peak: Float, channel: Int, mask: UInt32) {
    let bits = peak.bitPattern
    var rest = mask
    while rest != 0 {
      let slot = rest.trailingZeroBitCount
      rest &= rest &- 1
      // A reader that takes the peak between these lines takes the greater one of before; what is
      // stored then belongs to its next reading.
      let cell = peaks + (2 &* slot &+ channel)
      if bits > cell.pointee.load(ordering: .relaxed) {
        cell.pointee.store(bits, ordering: .relaxed)
      }
    }
  }
}
