import Glibc

/// Signals that end the process on the spot: the terminal is restored before they do.
enum CrashSignals {
  private static let numbers = [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGQUIT]
  /// What the signals did before, by their numbers.
  private nonisolated(unsafe) static let before = UnsafeMutablePointer<sigaction>.allocate(
    capacity: 64)

  /// Must be called once, from the control thread.
  static func install() {
    before.initialize(repeating: sigaction(), count: 64)
    for number in numbers {
      var action = sigaction()
      action.__sigaction_handler.sa_handler = { number in CrashSignals.handle(number) }
      sigemptyset(&action.sa_mask)
      sigaction(number, &action, before + Int(number))
    }
  }

  private static func handle(_ number: Int32) {
    TerminalMode.restore()
    sigaction(number, before + Int(number), nil)
    // Delivered when this handler returns.
    raise(number)
  }
}
