import Glibc

/// A sound server of a test's own, without hardware: the face of a script in `Tests/rigs`.
///
/// Both kinds have the sinks `main`, `cue`, `quad` (four channels) and `micfeed`, and the source
/// `mic`, which hears what is played into `micfeed`. Use `PulseRig` or `PipeWireRig`. Any thread,
/// one at a time. The server ends when the rig is released, and with the test process at the latest.
open class ServerRig {
  /// Where the server's files lie.
  public let directory: TemporaryDirectory
  private let script: String

  /// Makes a rig whose server is not started yet.
  public init(script: String) throws {
    directory = try TemporaryDirectory()
    self.script = Rigs.path(script)
  }

  deinit {
    try? stop()
  }

  /// The server's address, as `PULSE_SERVER` and `pa_context_connect` take it.
  open var server: String { "unix:" + directory["run/native"] }

  /// Variables with which a client finds this server and no other, and starts none.
  open var environment: [String: String?] {
    [
      "PULSE_SERVER": server,
      "PULSE_COOKIE": directory["cookie"],
      "PULSE_RUNTIME_PATH": directory["run"],
      "PULSE_STATE_PATH": directory["state"],
      "PULSE_CLIENTCONFIG": directory["client.conf"],
      "XDG_RUNTIME_DIR": directory["run"],
    ]
  }

  /// Starts the server, or starts it anew, and waits until it answers.
  /// - Throws: `RigError` with the server's last words.
  public func start() throws {
    try call("start")
  }

  /// Ends the server politely and waits for its end.
  public func stop() throws {
    try call("stop")
  }

  /// Ends the server with SIGKILL: its clients see a lost connection.
  public func crash() throws {
    try call("crash")
  }

  /// Runs `pactl` on this server.
  /// - Returns: What it printed.
  /// - Throws: `RigError` if it fails.
  @discardableResult
  public func pactl(_ arguments: String...) throws -> String {
    let result = try Command("pactl", arguments, environment: environment).run()
    guard result.status == 0 else {
      throw RigError(what: "pactl " + arguments.joined(separator: " "), result: result)
    }
    return result.output
  }

  /// Makes a sink. Returns the module's number, with which it can be unloaded.
  public func loadSink(_ name: String) throws -> String {
    let answer = try pactl(
      "load-module", "module-null-sink", "sink_name=\(name)", "norewinds=1", "format=float32le",
      "rate=48000", "channels=2")
    return String(answer.prefix { $0.isNumber })
  }

  /// The names of the sinks, in the server's order.
  public func sinkNames() throws -> [String] {
    try names(of: "sinks")
  }

  /// The names of the sources, monitors included, in the server's order.
  public func sourceNames() throws -> [String] {
    try names(of: "sources")
  }

  /// Calls the script with a command and this rig's directory.
  public func call(_ command: String, _ arguments: String...) throws {
    let result = try Command(
      script, [command, directory.path] + arguments, environment: ["RIG_OWNER": "\(getpid())"]
    ).run()
    guard result.status == 0 else { throw RigError(what: "\(script) \(command)", result: result) }
  }

  private func names(of kind: String) throws -> [String] {
    try pactl("list", "short", kind).split(separator: "\n").compactMap { line in
      let fields = line.split(separator: "\t")
      return fields.count > 1 ? String(fields[1]) : nil
    }
  }
}
