/// What brings sound in real time, from a device into a `ClockBridge`.
///
/// Whoever makes an input checks the parameters; an input gets only sensible ones. Control thread
/// unless said otherwise. After `close` nothing is brought any more and it can't be started again.
public protocol AudioInput: AnyObject, Sendable {
  /// Begins to listen. Returns after the first attempt.
  func start() throws(OutputProblem)
  /// What it does now. Any thread but the render thread.
  var state: InputState { get }
  /// What has happened since the last call, oldest first.
  func takeNotices() -> [InputNotice]
  /// Stops listening: the bridge's reader fades to silence. Closing what is closed does nothing.
  func close()
  /// How long a frame takes from the device to the bridge's reader, as granted; nil while nothing
  /// comes. Any thread.
  var latency: Duration? { get }
}
