/// A place in a file between two frames, exact to 2⁻³² of a frame however long the file is.
///
/// Steps between places are `Int64` in units of 2⁻³² of a frame (`FramePosition.step`); negative ones go back.
/// Real-time safe.
public struct FramePosition: BitwiseCopyable, Equatable, Comparable, Sendable {
  /// The frame at or before the place; may be negative (before the file).
  public var frame: Int64
  /// How far behind `frame` the place is, in units of 2⁻³² of a frame.
  public var fraction: UInt32

  @_noLocks public init(_ frame: Int64, fraction: UInt32 = 0) {
    self.frame = frame
    self.fraction = fraction
  }

  /// The step for `rate` frames (of the file) a frame (of the output), to the nearest 2⁻³²; rates
  /// beyond ±16 are held there, and one that is not a number is 0.
  @_noLocks public static func step(rate: Double) -> Int64 {
    if rate != rate { return 0 }
    let limited = rate < 16 ? (rate > -16 ? rate : -16) : 16
    let scaled = limited * 4_294_967_296
    return Int64(scaled < 0 ? scaled - 0.5 : scaled + 0.5)
  }

  /// The step of one whole frame.
  public static var oneFrame: Int64 { @_noLocks get { 1 &<< 32 } }

  /// The place `count` steps from here (0 ≤ count < 2³¹).
  @_noLocks public func advanced(by step: Int64, count: Int = 1) -> FramePosition {
    let low = (step & 0xFFFF_FFFF) &* Int64(count) &+ Int64(fraction)
    return FramePosition(
      frame &+ (step &>> 32) &* Int64(count) &+ (low &>> 32),
      fraction: UInt32(truncatingIfNeeded: low))
  }

  /// Goes on by `count` steps (0 ≤ count < 2³¹).
  @_noLocks public mutating func advance(by step: Int64, count: Int = 1) {
    self = advanced(by: step, count: count)
  }

  /// In frames, rounded to a `Double`.
  public var value: Double {
    @_noLocks get { Double(frame) + Double(fraction) / 4_294_967_296 }
  }

  // Written out: what the compiler makes for other files cannot be proved real-time safe.
  @_noLocks public static func == (a: FramePosition, b: FramePosition) -> Bool {
    a.frame == b.frame && a.fraction == b.fraction
  }

  @_noLocks public static func < (a: FramePosition, b: FramePosition) -> Bool {
    a.frame != b.frame ? a.frame < b.frame : a.fraction < b.fraction
  }
}
