import Glibc
import Synchronization

/// A program that runs beside the test.
///
/// Any thread. Released while the program runs, it kills it together with its children.
public final class RunningCommand: Sendable {
  /// The process identifier, which is also that of its process group.
  public let process: pid_t
  public let program: String
  private let outputFile: MemoryFile
  private let errorFile: MemoryFile
  private let end = Mutex<CommandResult.End?>(nil)

  init(process: pid_t, program: String, output: MemoryFile, errors: MemoryFile) {
    self.process = process
    self.program = program
    outputFile = output
    errorFile = errors
  }

  deinit {
    if isRunning { _ = kill() }
  }

  /// What the program has written to standard output so far.
  public var output: String { String(decoding: outputFile.bytes, as: UTF8.self) }
  /// The bytes that the program has written to standard output so far.
  public var outputBytes: [UInt8] { outputFile.bytes }
  /// What the program has written to standard error so far.
  public var errors: String { String(decoding: errorFile.bytes, as: UTF8.self) }

  /// Whether the program has not ended yet.
  public var isRunning: Bool { reap() == nil }

  /// Sends a signal to the program (not to its children). Nothing happens once it has ended.
  public func send(_ signal: Int32) {
    // Under the lock, so that the number cannot belong to another process by now.
    end.withLock { if $0 == nil { _ = Glibc.kill(process, signal) } }
  }

  /// Waits for the program's end; past `limit` it is killed and the result says `.timedOut`.
  public func wait(limit: Duration = .seconds(60)) -> CommandResult {
    let ended = waitUntil(limit: limit) { !isRunning }
    if !ended { return result(kill() ?? .timedOut) }
    return result(reap() ?? .timedOut)
  }

  /// Kills the program and its children and waits for its end.
  /// - Returns: How it had ended if it was quicker, else nil.
  private func kill() -> CommandResult.End? {
    let before = reap()
    if before != nil { return before }
    Glibc.kill(-process, SIGKILL)
    waitUntil(limit: .seconds(10)) { reap() != nil }
    end.withLock { $0 = .timedOut }
    return nil
  }

  private func reap() -> CommandResult.End? {
    end.withLock { end in
      if end != nil { return end }
      var status: Int32 = 0
      guard waitpid(process, &status, WNOHANG) == process else { return nil }
      // The macros WIFEXITED and so on, which Swift does not import.
      let signal = status & 0x7f
      end = signal == 0 ? .exited((status >> 8) & 0xff) : .signalled(signal)
      return end
    }
  }

  private func result(_ end: CommandResult.End) -> CommandResult {
    CommandResult(end: end, outputBytes: outputFile.bytes, errors: errors)
  }
}
