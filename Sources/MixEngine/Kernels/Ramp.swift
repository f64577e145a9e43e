/// A value that moves to its target in a straight line, so that a change is not heard as a click.
///
/// The value at a frame is `start + step × index`, never a running sum, and exactly `target` once
/// `length` frames are over: how the frames are cut into calls cannot change a bit.
/// A plain value: the owner applies it to as many channels as it likes (`Kernel.apply`), then
/// advances it once. Thread: the owner's; all of it is real-time safe.
public struct Ramp: BitwiseCopyable, Sendable {
  /// Longest line in frames: each index is exact as a `Float` (at 48 kHz nearly six minutes).
  public static var longest: Int { @_noLocks get { 1 &<< 24 } }

  /// Value at index 0 of the line.
  public private(set) var start: Float
  /// Value at index `length` and ever after.
  public private(set) var target: Float
  /// Change per frame.
  public private(set) var step: Float
  /// Frames from `start` to `target`.
  public private(set) var length: Int32
  /// Frames since the start of the line; stops at `length`.
  public private(set) var index: Int32

  /// A ramp that rests at a value.
  @_noLocks public init(_ value: Float) {
    start = value
    target = value
    step = 0
    length = 0
    index = 0
  }

  /// Whether the value has arrived and does not move.
  public var isFlat: Bool { @_noLocks get { index >= length } }

  /// Whether the value rests at `other`.
  @_noLocks public func rests(at other: Float) -> Bool { index >= length && target == other }

  /// Frames until the value arrives.
  public var remaining: Int { @_noLocks get { Int(length &- index) } }

  /// The value at the next frame.
  public var value: Float { @_noLocks get { value(after: 0) } }

  /// The value at the frame that lies `frames` (0 or more) after the next one.
  @_noLocks public func value(after frames: Int) -> Float {
    let at = Int(index) &+ frames
    return at >= Int(length) ? target : start + step * Float(Int32(truncatingIfNeeded: at))
  }

  /// Starts a new line from the present value. A target that is already being approached does not
  /// start again, and one that is not a number is ignored.
  ///
  /// - Parameter frames: Length of the line, at most `longest`; 0 or less jumps.
  @_noLocks public mutating func move(to newTarget: Float, over frames: Int) {
    if newTarget == target || newTarget != newTarget { return }
    if frames <= 0 { return jump(to: newTarget) }
    start = value
    target = newTarget
    length = Int32(truncatingIfNeeded: frames < Ramp.longest ? frames : Ramp.longest)
    step = (newTarget - start) / Float(length)
    index = 0
  }

  /// Takes a value at once.
  @_noLocks public mutating func jump(to value: Float) { self = Ramp(value) }

  /// Goes `frames` on.
  @_noLocks public mutating func advance(_ frames: Int) {
    index = frames < remaining ? index &+ Int32(truncatingIfNeeded: frames) : length
  }
}
