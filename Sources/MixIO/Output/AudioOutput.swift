/// What drives a renderer in real time: a device, or a timer.
///
/// Whoever makes an output checks the parameters; an output gets only sensible ones. Control thread
/// unless said otherwise. After `close` nothing renders any more and it can't be started again.
public protocol AudioOutput: AnyObject, Sendable {
  /// Begins to render. Returns when the device takes sound.
  func start() throws(OutputProblem)
  /// What it does now. Any thread but the render thread.
  var state: OutputState { get }
  /// What has happened since the last call, oldest first.
  func takeNotices() -> [OutputNotice]
  /// Ends with a short fade to zero, lets what was rendered be heard, and stops rendering. Closing
  /// what is closed does nothing.
  func close()
  /// How long the frame that is rendered now takes to be heard, as last measured; nil while that is
  /// not known. Any thread.
  var latency: Duration? { get }
  /// How often the device had to wait for sound. Any thread.
  var underrunCount: Int { get }
  /// Frames that it has rendered. Any thread.
  var renderedFrameCount: Int64 { get }
  /// The frame of the render clock that is heard at a time; nil while that is not known well.
  ///
  /// - Parameter nanoseconds: on CLOCK_MONOTONIC. Any thread.
  func heardFrame(at nanoseconds: Int64) -> Double?
}

extension AudioOutput {
  public func heardFrame(at nanoseconds: Int64) -> Double? { nil }
}
