import Glibc
import Synchronization

/// The terminal's mode while keys are read one by one, and the way back from it.
///
/// The way back must be open from everywhere: the normal end, `exit`, a signal's handler, a crash.
/// So the state is in fixed places and `restore` calls only what signal handlers may call
/// (POSIX: `tcsetattr`, `write`).
enum TerminalMode {
  /// The mode before ours. Written before `isRaw` becomes true, read while it is.
  private nonisolated(unsafe) static let before = UnsafeMutablePointer<termios>.allocate(
    capacity: 1)
  private static let isRaw = Atomic<Bool>(false)
  /// Whether the cursor stands in status lines, which a sudden end leaves on the screen.
  private static let isDrawn = Atomic<Bool>(false)
  private static let input = STDIN_FILENO
  private static let output = STDOUT_FILENO

  /// Whether this process may read and set the terminal: a stopped or background job may not, it
  /// would be stopped.
  static var isForeground: Bool { tcgetpgrp(input) == getpgrp() }

  /// Keys come at once and are not shown; signal keys (^C, ^Z) still make signals, and ^S stops
  /// nothing.
  ///
  /// - Returns: Whether the terminal is in that mode now.
  static func enter() -> Bool {
    if isRaw.load(ordering: .acquiring) { return true }
    guard isForeground, tcgetattr(input, before) == 0 else { return false }
    registerOnce
    var raw = before.pointee
    raw.c_lflag &= ~tcflag_t(ICANON | ECHO | IEXTEN)
    raw.c_iflag &= ~tcflag_t(IXON)
    withUnsafeMutableBytes(of: &raw.c_cc) { characters in
      characters[Int(VMIN)] = 1
      characters[Int(VTIME)] = 0
    }
    guard tcsetattr(input, TCSANOW, &raw) == 0 else { return false }
    isRaw.store(true, ordering: .releasing)
    return true
  }

  /// Says whether there are status lines on the screen, with the cursor in them.
  static func setDrawn(_ drawn: Bool) { isDrawn.store(drawn, ordering: .releasing) }

  /// Puts everything back. Any thread, signal handlers too; once is enough.
  static func restore() {
    if isDrawn.exchange(false, ordering: .acquiringAndReleasing) { write(afterStatusLines) }
    if isRaw.exchange(false, ordering: .acquiringAndReleasing) {
      tcsetattr(input, TCSANOW, before)
    }
  }

  /// The next line, automatic margins, a visible cursor.
  private static let afterStatusLines: StaticString = "\r\n\u{1B}[?7h\u{1B}[?25h"

  private static func write(_ text: StaticString) {
    _ = Glibc.write(output, text.utf8Start, text.utf8CodeUnitCount)
  }

  /// Runs its body once in the life of the process, before the first change of mode.
  private static let registerOnce: Void = {
    atexit { TerminalMode.restore() }
    CrashSignals.install()
  }()
}
