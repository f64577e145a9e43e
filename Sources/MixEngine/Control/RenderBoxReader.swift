import Synchronization

/// The render thread's end of a `RenderBox`: a trivial handle to its two words.
struct RenderBoxReader: BitwiseCopyable, @unchecked Sendable {
  // Exchanged by the control thread (seq-cst), read by the render thread (seq-cst).
  let current: UnsafeMutablePointer<Atomic<UnsafeRawPointer>>
  // Odd while the render thread is inside a cycle. Written by the render thread.
  let epoch: UnsafeMutablePointer<Atomic<UInt>>

  init(_ initial: UnsafeRawPointer) {
    current = .allocate(capacity: 1)
    current.initialize(to: Atomic(initial))
    epoch = .allocate(capacity: 1)
    epoch.initialize(to: Atomic(0))
  }

  func deallocate() {
    current.deallocate()
    epoch.deallocate()
  }

  /// Begins a cycle with the object that is current.
  @_noLocks func enter() -> UnsafeRawPointer {
    // Sequentially consistent: the writer must not see an even epoch from before while this
    // thread already reads the pointer.
    let old = epoch.pointee.load(ordering: .relaxed)
    epoch.pointee.store(old &+ 1, ordering: .sequentiallyConsistent)
    return current.pointee.load(ordering: .sequentiallyConsistent)
  }

  /// Ends the cycle.
  @_noLocks func leave() {
    // One thread writes: a load and a store cost a tenth of an addition that others could see.
    let old = epoch.pointee.load(ordering: .relaxed)
    epoch.pointee.store(old &+ 1, ordering: .releasing)
  }
}
