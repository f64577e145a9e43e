import MixTestSupport
import Testing

/// What tests of outputs do with a server.
extension ServerRig {
  func removeEverySink(_ kind: ServerKind) throws {
    if kind == .pipeWire {
      for name in try sinkNames() {
        _ = try Command("pw-cli", ["destroy", name], environment: environment).run()
      }
      return
    }
    for line in try pactl("list", "short", "modules").split(separator: "\n")
    where line.contains("module-null-sink") {
      try pactl("unload-module", String(line.prefix { $0.isNumber }))
    }
  }

  /// The number of the only stream that plays.
  func inputIndex() throws -> String {
    var index = ""
    waitUntil {
      index =
        (try? pactl("list", "short", "sink-inputs")).map { $0.prefix { $0.isNumber } }
        .map(String.init) ?? ""
      return !index.isEmpty
    }
    return index
  }

  /// Sends a signal to the process that talks to clients.
  func signalServer(_ name: String) throws {
    let file = self is PipeWireRig ? "pulse.pid" : "daemon.pid"
    let result = try Command(
      "sh", ["-c", "kill -\(name) $(cat \(file))"], directory: directory.path
    ).run()
    #expect(result.status == 0)
  }
}

extension ServerRig {
  /// Lets PulseAudio remember what users do to streams, as distributions do. Before the first start.
  func restoringStreams() throws {
    try call("start")
    try stop()
    let script = try directory.text(of: "default.pa")
    try directory.write(script + "load-module module-stream-restore\n", to: "default.pa")
  }
}
