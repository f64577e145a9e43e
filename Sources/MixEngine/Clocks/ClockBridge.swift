import Synchronization

/// Carries stereo frames from one device's clock to another's: two crystals never agree.
///
/// One thread writes what its device brings, another reads as many frames as its own device asks for.
/// Between them lies a ring, read by an interpolator whose step follows the drift of the two clocks,
/// at most ±500 ppm; while they agree frames are copied bit for bit.
///
///     capture ─ writer ─▶ ring ─ interpolator ─▶ reader ─ render thread
///                  └──── clocks ──▶ drift ──┘
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
    /// How often the place of reading was set anew, since a device lost or repeated frames.
    public var jumps: Int
    /// Whether frames come, and the drift has been measured.
    public var isSettled: Bool
  }

  public let sampleRate: SampleRate
  /// The two ends, for threads that must not look at objects. They live as long as the bridge.
  public let writer: BridgeWriter
  public let reader: BridgeReader
  private let memory: BridgeMemory
  /// Holds what the reader interpolates with.
  private let table: InterpolatorTable

  /// - Parameter targetFrameCount: how many frames lie between what is written and what is read, as
  ///   the larger of both sides' pieces demands.
  public init(sampleRate: SampleRate, targetFrameCount: Int) {
    self.sampleRate = sampleRate
    memory = BridgeMemory(
      frameCount: Int(sampleRate.frames(seconds: 2)) + 4 * targetFrameCount,
      targetFrameCount: max(targetFrameCount, 0))
    table = InterpolatorTable()
    let writing = UnsafeMutablePointer<BridgeWriter.State>.allocate(capacity: 1)
    writing.initialize(to: BridgeWriter.State(envelope: ClockEnvelope(sampleRate: sampleRate)))
    writer = BridgeWriter(memory: memory, state: writing)
    let reading = UnsafeMutablePointer<BridgeReaderState>.allocate(capacity: 1)
    reading.initialize(
      to: BridgeReaderState(sampleRate: sampleRate, interpolator: table.interpolator))
    reader = BridgeReader(memory: memory, state: reading)
  }

  deinit {
    reader.state.pointee.deallocate()
    reader.state.deallocate()
    writer.state.deallocate()
    memory.deallocate()
  }

  // MARK: Any thread

  public var report: Report {
    let counters = memory.counters
    let offset = Double(bitPattern: counters.pointee.offset.load(ordering: .relaxed))
    let waiting =
      counters.pointee.written.load(ordering: .relaxed)
      - counters.pointee.consumed.load(ordering: .relaxed) - Int64(BridgeMemory.margin)
    return Report(
      driftPPM: Double(bitPattern: counters.pointee.drift.load(ordering: .relaxed)) * 1e6,
      fillFrameCount: offset.isNaN ? 0 : Double(max(waiting, 0)),
      underruns: counters.pointee.underruns.load(ordering: .relaxed),
      overruns: counters.pointee.overruns.load(ordering: .relaxed),
      jumps: counters.pointee.jumps.load(ordering: .relaxed),
      isSettled: !offset.isNaN && counters.pointee.isSettled.load(ordering: .relaxed))
  }

  /// The frame, counted from the first that was written, that the writer's device brings at a time;
  /// nil while that is not known.
  ///
  /// - Parameter nanoseconds: on CLOCK_MONOTONIC.
  public func writtenFrame(at nanoseconds: Int64) -> Double? {
    let place = Double(bitPattern: memory.counters.pointee.envelope.load(ordering: .relaxed))
    guard !place.isNaN else { return nil }
    return place + ClockEnvelope(sampleRate: sampleRate).frames(nanoseconds)
  }

  /// The frame, counted as above, that a frame of the reader's clock gets; nil while nothing is read.
  public func readFrame(atFrame frame: Int64) -> Double? {
    let offset = Double(bitPattern: memory.counters.pointee.offset.load(ordering: .relaxed))
    return offset.isNaN ? nil : Double(frame) + offset
  }

  /// The frame, counted as above, that a frame of the reader's clock should get, and gets when the
  /// drift has been learnt; nil while that is not known.
  public func dueFrame(atFrame frame: Int64) -> Double? {
    let offset = Double(bitPattern: memory.counters.pointee.wanted.load(ordering: .relaxed))
    return offset.isNaN ? nil : Double(frame) + offset
  }

  // MARK: Writer

  // All of it on one thread at a time: who opens a stream locks out the one that brings its frames.

  /// See `BridgeWriter`; nil: the target stays.
  public func begin(targetFrameCount: Int? = nil) {
    writer.begin(targetFrameCount: targetFrameCount ?? 0)
  }

  /// See `BridgeWriter`.
  public func end() { writer.end() }

  /// See `BridgeWriter`.
  @_noLocks public func write(
    _ samples: UnsafePointer<Float>, frameCount: Int, at nanoseconds: Int64
  ) {
    writer.write(samples, frameCount: frameCount, at: nanoseconds)
  }

  /// See `BridgeWriter`.
  @_noLocks public func writeSilence(frameCount: Int, at nanoseconds: Int64) {
    writer.writeSilence(frameCount: frameCount, at: nanoseconds)
  }

  // MARK: Reader

  /// See `BridgeReader`.
  @_noLocks public func read(
    into left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, frameCount: Int,
    frame: Int64, at nanoseconds: Int64
  ) {
    reader.read(into: left, right, frameCount: frameCount, frame: frame, at: nanoseconds)
  }
}
