import Synchronization

/// The way out of the render thread: a ring of events to one listener. A trivial handle.
public struct Mailbox: BitwiseCopyable, @unchecked Sendable {
  private let ring: Unmanaged<SPSCRing<RenderEvent>>
  private let lost: UnsafeMutablePointer<Atomic<Int>>

  init(_ ring: SPSCRing<RenderEvent>, lost: UnsafeMutablePointer<Atomic<Int>>) {
    self.ring = .passUnretained(ring)
    self.lost = lost
  }

  @_noLocks func tell(_ event: RenderEvent) {
    if !push(event) { lost.pointee.add(1, ordering: .relaxed) }
  }

  @_noLocks private func push(_ event: RenderEvent) -> Bool {
    ring._withUnsafeGuaranteedRef { $0.push(event) }
  }
}
