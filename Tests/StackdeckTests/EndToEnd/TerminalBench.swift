import Glibc
import MixTestSupport
import Testing

/// A terminal of a test's own, with a shell in it: tmux.
final class TerminalBench {
  static let isInstalled = Command.isInstalled("tmux") && Command.isInstalled("bash")
  static let reason = "tmux or bash is not installed"

  let columns: Int
  let rows: Int
  private let socket: String

  /// - Parameters:
  ///   - directory: where the shell is.
  ///   - locale: what the shell's programs see; the terminal itself can show everything.
  init(_ columns: Int, _ rows: Int, in directory: String, locale: String = "C.UTF-8") throws {
    self.columns = columns
    self.rows = rows
    socket = directory + "/tmux"
    try tmux(
      "-f", "/dev/null", "new-session", "-d", "-x", "\(columns)", "-y", "\(rows)", "-c", directory,
      "-e", "LC_ALL=\(locale)", "-e", "PULSE_SERVER=unix:/nowhere/native",
      "-e", "STACKDECK=\(Command.product("stackdeck").program)",
      "bash --norc --noprofile", ";", "set", "-g", "status", "off", ";", "set", "-g",
      "escape-time", "0")
    // Without the status line there is one more row.
    try tmux("resize-window", "-x", "\(columns)", "-y", "\(rows)")
    #expect(waitFor { !$0.isEmpty })
    try type("PS1='$ '; clear")
    #expect(waitFor { $0 == ["$"] }, "\(screen)")
  }

  deinit {
    _ = try? tmux("kill-server")
  }

  @discardableResult
  func tmux(_ arguments: String...) throws -> String {
    let result = try Command(
      "tmux", ["-S", socket, "-u"] + arguments,
      environment: ["LC_ALL": "C.UTF-8", "TMUX": nil, "TERM": "xterm-256color"]
    ).run()
    guard result.status == 0 else {
      throw WaveFile.Failure(reason: "tmux \(arguments): \(result.errors)")
    }
    return result.output
  }

  /// Types a line and Return.
  func type(_ line: String) throws { try tmux("send-keys", "-l", line + "\n") }

  /// Presses keys by tmux's names: "Space", "Left", "C-c".
  func press(_ keys: String...) throws {
    for key in keys { try tmux("send-keys", key) }
  }

  /// What the terminal shows, a line a row, without empty rows at the end.
  var screen: [String] {
    var lines = ((try? tmux("capture-pane", "-p")) ?? "").split(
      separator: "\n", omittingEmptySubsequences: false
    ).map(String.init)
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }

  /// Whether a line went on in the next row.
  func hasWrapped() throws -> Bool {
    func lines(_ text: String) -> Int { text.split(separator: "\n").count }
    return try lines(tmux("capture-pane", "-p")) != lines(tmux("capture-pane", "-pJ"))
  }

  /// Waits until the screen is as wanted.
  func waitFor(_ isWanted: ([String]) -> Bool) -> Bool {
    waitUntil(limit: .seconds(20)) {
      usleep(30_000)
      return isWanted(screen)
    }
  }

  /// Waits until a line has a text.
  func waitFor(_ text: String) -> Bool { waitFor { $0.contains { $0.contains(text) } } }

  /// What `stty -a` says of the terminal, to compare.
  func settings(_ name: String, in directory: TemporaryDirectory) throws -> String {
    try type("clear; stty -a >\(name); echo d\("")one")
    #expect(waitFor { $0.contains("done") })
    return try directory.text(of: name)
  }

  /// The process that the shell waits for, once it is there.
  func child() throws -> pid_t {
    let shell = try tmux("list-panes", "-F", "#{pane_pid}").filter(\.isNumber)
    var child = ""
    _ = try waitUntil {
      child = try Command("cat", ["/proc/\(shell)/task/\(shell)/children"]).run().output
        .filter(\.isNumber)
      return !child.isEmpty
    }
    return try #require(pid_t(child))
  }
}

extension [String] {
  /// Whether a line has a text.
  func contains(_ text: String) -> Bool { contains { $0.contains(text) } }
}
