/// Carries stereo frames from one device's clock to another's: two crystals never agree.
///
/// One thread writes what its device brings, another reads as many frames as its own device asks for.
/// Between them lies a ring, read by an interpolator whose step follows the drift of the two clocks,
/// at most ±500 ppm; while they agree frames are copied bit for bit.
public final class ClockBridge: @unchecked Sendable {
  /// What is shown of a bridge.
  public struct Report: Equatable, Sendable {
    /// By how much the writer's clock is fast, in parts per million; 0 until it is known.
    public var driftPPM: Double
    /// Frames that wait.
    public var fillFrameCount: Double
    /// How often there was nothing to read while the source ran, or too much waited.
    public var underruns: Int
    public var overruns: Int
    /// How often the place of reading was set anew.
    public var jumps: Int
    /// Whether frames come, and the drift has been measured.
    public var isSettled: Bool
  }

  public let sampleRate: SampleRate

  /// - Parameter targetFrameCount: how many frames lie between what is written and what is read, as
  ///   the larger of both sides' pieces demands.
  public init(sampleRate: SampleRate, targetFrameCount: Int) {
    self.sampleRate = sampleRate
  }

  // MARK: Any thread

  public var report: Report {
    Report(
      driftPPM: 0, fillFrameCount: 0, underruns: 0, overruns: 0, jumps: 0, isSettled: false)
  }

  /// The frame, counted from the first that was written, that the writer's device brings at a time;
  /// nil while that is not known.
  ///
  /// - Parameter nanoseconds: on CLOCK_MONOTONIC.
  public func writtenFrame(at nanoseconds: Int64) -> Double? { nil }

  /// The frame, counted as above, that a frame of the reader's clock gets; nil while nothing is read.
  public func readFrame(atFrame frame: Int64) -> Double? { nil }

  // MARK: Writer

  /// A stream begins, or begins anew: what comes has nothing to do with what came before. On the
  /// thread that writes.
  ///
  /// - Parameter targetFrameCount: as granted by the device; nil: as before.
  public func begin(targetFrameCount: Int? = nil) {}

  /// The stream is gone: the reader fades to silence. On the thread that writes.
  public func end() {}

  /// - Parameters:
  ///   - samples: interleaved stereo.
  ///   - nanoseconds: CLOCK_MONOTONIC when they were brought, taken first thing in the callback.
  @_noLocks public func write(
    _ samples: UnsafePointer<Float>, frameCount: Int, at nanoseconds: Int64
  ) {}

  /// As many frames were lost on the device's side.
  @_noLocks public func writeSilence(frameCount: Int, at nanoseconds: Int64) {}

  // MARK: Reader

  /// Gives the next frames, silence where there are none.
  ///
  /// - Parameters:
  ///   - left: planar.
  ///   - frame: of the reader's clock; a jump means that it stood still.
  ///   - nanoseconds: CLOCK_MONOTONIC when they were asked for.
  @_noLocks public func read(
    into left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, frameCount: Int,
    frame: Int64, at nanoseconds: Int64
  ) {
    Kernel.clear(left, frameCount: frameCount)
    Kernel.clear(right, frameCount: frameCount)
  }
}
