/// Who sends actions. Each has a ring of its own, so that none waits for another; where a quantum
/// begins they are drained in this order.
public enum ActingThread: Int, CaseIterable, Sendable {
  /// The thread that owns the engine: session changes, `play`'s fade-over.
  case control
  case terminal
  case midi
  case socket
}
