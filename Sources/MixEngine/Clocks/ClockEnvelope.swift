/// Reads a device's clock off the times at which its callbacks come.
///
/// A callback can only be late. So of all that come in a while the earliest tells best where the
/// device is: the upper envelope of (frames so far − rate × time). It is right to some hundredths of a
/// millisecond where single callbacks are off by ten.
///
/// A plain value of one thread; all of it is real-time safe.
public struct ClockEnvelope: BitwiseCopyable, Sendable {
  /// How long callbacks are gathered for one value.
  public static var windowNanoseconds: Int64 { @_noLocks get { 250_000_000 } }

  private let framesPerNanosecond: Double
  private var windowEnd: Int64 = .min
  private var current = -Double.infinity
  private var previous = -Double.infinity

  /// (Frames − rate × time) of the device, the greatest of the last two windows; not a number before
  /// one is complete.
  public private(set) var value = Double.nan

  @_noLocks public init(sampleRate: SampleRate) {
    framesPerNanosecond = Double(sampleRate.hertz) / 1_000_000_000
  }

  /// Frames that pass in a time at the nominal rate.
  @_noLocks public func frames(_ nanoseconds: Int64) -> Double {
    Double(nanoseconds) * framesPerNanosecond
  }

  /// Forgets all: the device stood still, or is another one.
  @_noLocks public mutating func reset() {
    windowEnd = .min
    current = -Double.infinity
    previous = -Double.infinity
    value = Double.nan
  }

  /// Takes note of a callback.
  ///
  /// - Parameters:
  ///   - frames: of the device so far, with those of this callback.
  ///   - nanoseconds: CLOCK_MONOTONIC, taken first thing in the callback.
  /// - Returns: whether a window ended: `value` is new.
  @_noLocks @discardableResult public mutating func add(
    frames: Double, at nanoseconds: Int64
  ) -> Bool {
    var isNew = false
    if windowEnd == .min {
      windowEnd = nanoseconds &+ ClockEnvelope.windowNanoseconds
    } else if nanoseconds >= windowEnd {
      value = current > previous ? current : previous
      previous = current
      current = -Double.infinity
      isNew = true
      windowEnd = windowEnd &+ ClockEnvelope.windowNanoseconds
      // Nothing came for longer than a window.
      if windowEnd <= nanoseconds { windowEnd = nanoseconds &+ ClockEnvelope.windowNanoseconds }
    }
    let place = frames - self.frames(nanoseconds)
    if place > current { current = place }
    return isNew
  }
}
