import Glibc
import Synchronization

/// Turns signals into bytes of a pipe, which the event loop reads with everything else.
///
/// The first SIGINT, SIGTERM or SIGHUP asks for a tidy close; the second stops at once, wherever
/// the program is: its handler restores the terminal and ends the process. There is one watcher.
///
/// Control thread, but for `wake`.
final class SignalWatcher {
  /// Signals that ask for the end, with the status that answers each.
  private static let closing: [(Int32, ExitStatus)] = [
    (SIGINT, .interrupted), (SIGTERM, .terminated), (SIGHUP, .hungUp),
  ]
  private static let others = [SIGTSTP, SIGCONT, SIGWINCH]

  /// Where handlers write. Set before the handlers are installed, never closed after: a handler may
  /// be running on another thread.
  private static let pipeEnd = Atomic<Int32>(-1)
  private static let closingCount = Atomic<Int>(0)

  /// What the signals did before, to be restored at the end.
  private var before: [(Int32, sigaction)] = []

  /// Readable when there is something to `take`.
  let descriptor: Descriptor

  init() {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { preconditionFailure("no pipe for signals") }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      // Full pipes drop bytes: nothing waits in a handler, and one byte of a kind is enough.
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    descriptor = Descriptor(number: ends[0])
    Self.closingCount.store(0, ordering: .relaxed)
    Self.pipeEnd.store(ends[1], ordering: .releasing)
    for (number, _) in Self.closing where !Self.isIgnored(number) {
      install(number) { number in
        if SignalWatcher.closingCount.add(1, ordering: .relaxed).oldValue > 0 {
          TerminalMode.restore()
          _exit(128 + number)
        }
        SignalWatcher.note(number)
      }
    }
    for number in Self.others {
      install(number) { number in SignalWatcher.note(number) }
    }
  }

  /// Signals do what they did before. The pipe stays open: a handler may be running.
  deinit {
    for (number, action) in before {
      var action = action
      sigaction(number, &action, nil)
    }
  }

  /// The numbers of the signals since the last call, and 0 for `wake`.
  func take() -> [Int32] {
    var numbers: [Int32] = []
    var buffer = [UInt8](repeating: 0, count: 256)
    while true {
      let count = read(descriptor.number, &buffer, buffer.count)
      if count <= 0 { return numbers }
      numbers += buffer[..<count].map(Int32.init)
    }
  }

  /// The status that answers a signal, if it asks for the end.
  static func status(of number: Int32) -> ExitStatus? {
    closing.first { $0.0 == number }?.1
  }

  /// Makes `take` return a 0. Any thread.
  static func wake() { note(0) }

  /// Stops this process as ^Z does, and returns when it goes on.
  static func stopUntilContinued() {
    var action = sigaction()
    var ours = sigaction()
    action.__sigaction_handler.sa_handler = SIG_DFL
    sigemptyset(&action.sa_mask)
    sigaction(SIGTSTP, &action, &ours)
    // The signal stops the process inside of this call, unless nobody could continue it.
    raise(SIGTSTP)
    sigaction(SIGTSTP, &ours, nil)
  }

  private static func note(_ number: Int32) {
    let savedError = errno
    var byte = UInt8(truncatingIfNeeded: number)
    _ = write(pipeEnd.load(ordering: .acquiring), &byte, 1)
    errno = savedError
  }

  private func install(_ number: Int32, _ handler: @escaping @convention(c) (Int32) -> Void) {
    var action = sigaction()
    var old = sigaction()
    action.__sigaction_handler.sa_handler = handler
    action.sa_flags = Int32(SA_RESTART)
    sigemptyset(&action.sa_mask)
    sigaction(number, &action, &old)
    before.append((number, old))
  }

  /// Whether the caller wants us to live through it, as `nohup` does.
  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    sigaction(number, nil, &action)
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
      == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
