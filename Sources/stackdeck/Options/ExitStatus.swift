/// What the program returns to its caller. The man page's EXIT STATUS says the same.
enum ExitStatus: Int32, CaseIterable, Sendable {
  /// Done, `q` included.
  case done = 0
  /// Failed while running.
  case failed = 1
  /// A wrong command line or session, or a file that the session names is missing or unreadable.
  case wrongInput = 2
  /// No sound server, device or sequencer.
  case noDevice = 3
  /// A recording is incomplete.
  case incompleteRecording = 4
  /// The terminal was closed (SIGHUP).
  case hungUp = 129
  /// Interrupted (SIGINT).
  case interrupted = 130
  /// Terminated (SIGTERM).
  case terminated = 143
}
