import Synchronization

/// A handle to one value that other threads set and the render thread reads.
///
/// Trivial: copying it costs nothing. The memory belongs to the `ParameterTable`, which the holder
/// of a handle must keep alive (modules do, through `Module.parameters`).
public struct Parameter: BitwiseCopyable, @unchecked Sendable {
  /// The wish. Written by any thread (relaxed), read by the render thread after it has seen the
  /// change bit.
  let wish: UnsafeMutablePointer<Atomic<UInt32>>
  /// The word that holds this parameter's change bit. Set by any thread (release) after the wish,
  /// taken by the render thread (acquire) where a quantum begins.
  let changes: UnsafeMutablePointer<Atomic<UInt64>>
  /// The render thread's copy: written and read by it alone.
  let copy: UnsafeMutablePointer<Float>
  /// Place in the table.
  public let index: Int32

  @_noLocks init(
    wish: UnsafeMutablePointer<Atomic<UInt32>>, changes: UnsafeMutablePointer<Atomic<UInt64>>,
    copy: UnsafeMutablePointer<Float>, index: Int32
  ) {
    self.wish = wish
    self.changes = changes
    self.copy = copy
    self.index = index
  }

  /// Any thread: asks for a value; it is heard from the next quantum on.
  @_noLocks public func set(_ value: Float) {
    wish.pointee.store(value.bitPattern, ordering: .relaxed)
    changes.pointee.bitwiseOr(1 &<< UInt64(truncatingIfNeeded: index & 63), ordering: .releasing)
  }

  /// Any thread: the value asked for last, whether heard yet or not.
  public var wanted: Float {
    @_noLocks get { Float(bitPattern: wish.pointee.load(ordering: .relaxed)) }
  }

  /// Render thread: the value of this quantum.
  public var value: Float {
    @_noLocks get { copy.pointee }
  }

  /// Render thread: whether a switch is on in this quantum.
  public var isOn: Bool {
    @_noLocks get { copy.pointee > 0.5 }
  }
}
