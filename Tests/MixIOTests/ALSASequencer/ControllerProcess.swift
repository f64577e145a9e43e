import MixTestSupport

/// The program `controller-rig` that runs beside a test.
final class ControllerProcess {
  private let running: RunningCommand

  init(_ name: String, ports: [String] = [], _ script: String) throws {
    running = try Command.product(
      "controller-rig", [name] + ports, input: Array((script + "\n").utf8)
    ).start()
  }

  /// Its numbers as a client, one for each life.
  var clients: [Int] {
    lines.filter { $0[1] == "client" }.compactMap { Int($0[2]) }
  }

  /// What it has received, in its own words, whatever the port.
  var heard: [String] {
    lines.filter { $0[1] == "in" }.map { $0.dropFirst(3).joined(separator: " ") }
  }

  /// What it has sent.
  var sent: [String] {
    lines.filter { $0[1] == "out" }.map { $0.dropFirst(3).joined(separator: " ") }
  }

  var errors: String { running.errors }
  var isRunning: Bool { running.isRunning }

  private var lines: [[Substring]] {
    running.output.split(separator: "\n").map { $0.split(separator: " ") }.filter { $0.count > 2 }
  }
}
