import Synchronization

/// A ring of trivial elements between one producing and one consuming thread.
///
/// Neither side allocates, locks or waits. A full ring refuses; the caller counts.
public final class SPSCRing<Element: BitwiseCopyable>: @unchecked Sendable {
  @usableFromInline let slots: UnsafeMutablePointer<Element>
  @usableFromInline let mask: UInt
  // Free-running counters; the paddings keep them on separate cache lines.
  // head: written by the consumer (release), read by the producer (acquire).
  @usableFromInline let head = Atomic<UInt>(0)
  private let pad0 = InlineArray<14, Int>(repeating: 0)
  // tail: written by the producer (release), read by the consumer (acquire).
  @usableFromInline let tail = Atomic<UInt>(0)
  private let pad1 = InlineArray<14, Int>(repeating: 0)
  // Each side's last view of the other's counter: spares a cache miss per element.
  @usableFromInline nonisolated(unsafe) var cachedHead: UInt = 0
  private let pad2 = InlineArray<14, Int>(repeating: 0)
  @usableFromInline nonisolated(unsafe) var cachedTail: UInt = 0

  /// - Parameters:
  ///   - capacity: rounded up to a power of two.
  ///   - initial: written to every place, so that no page of the memory is missing when a render
  ///     thread comes to it; nil: pages come when they are used, which makes a start shorter.
  public init(capacity: Int, initial: Element?) {
    let count = 1 << (Int.bitWidth - (max(capacity, 2) - 1).leadingZeroBitCount)
    mask = UInt(count - 1)
    slots = .allocate(capacity: count)
    if let initial { slots.initialize(repeating: initial, count: count) }
  }

  deinit { slots.deallocate() }

  public var capacity: Int { Int(mask) + 1 }

  /// Producer only. False when the ring is full.
  @inlinable public func push(_ element: Element) -> Bool { put(element) }

  @inlinable @inline(__always) func put(_ element: Element) -> Bool {
    let t = tail.load(ordering: .relaxed)
    if t &- cachedHead > mask {
      cachedHead = head.load(ordering: .acquiring)
      if t &- cachedHead > mask { return false }
    }
    slots[Int(bitPattern: t & mask)] = element
    tail.store(t &+ 1, ordering: .releasing)
    return true
  }

  /// Consumer only. False when the ring is empty; `out` is then untouched.
  @inlinable public func pop(into out: inout Element) -> Bool { take(&out) }

  @inlinable @inline(__always) func take(_ out: inout Element) -> Bool {
    let h = head.load(ordering: .relaxed)
    if h == cachedTail {
      cachedTail = tail.load(ordering: .acquiring)
      if h == cachedTail { return false }
    }
    out = slots[Int(bitPattern: h & mask)]
    head.store(h &+ 1, ordering: .releasing)
    return true
  }
}

// The compiler proves a generic only where its element is known, so the rings that reach the render
// thread have their own ends.

extension SPSCRing where Element == Action {
  /// Producer only. False when the ring is full.
  @_noLocks public func push(_ element: Action) -> Bool { put(element) }
  /// Consumer only. False when the ring is empty; `out` is then untouched.
  @_noLocks public func pop(into out: inout Action) -> Bool { take(&out) }
}

extension SPSCRing where Element == RenderEvent {
  /// Producer only. False when the ring is full.
  @_noLocks public func push(_ element: RenderEvent) -> Bool { put(element) }
  /// Consumer only. False when the ring is empty; `out` is then untouched.
  @_noLocks public func pop(into out: inout RenderEvent) -> Bool { take(&out) }
}
