/// The program `controller-rig` that runs beside a test in a `VirtualMachineRig`: a MIDI controller
/// that does what a script says. Killed when it is released. Any thread.
public final class ControllerProcess: Sendable {
  private let running: RunningCommand

  /// - Parameters:
  ///   - name: its client's.
  ///   - ports: their names; empty: one, named like the client.
  ///   - script: see `Tests/ControllerRig/main.swift`.
  public init(_ name: String, ports: [String] = [], _ script: String) throws {
    running = try Command.product(
      "controller-rig", [name] + ports, input: Array((script + "\n").utf8)
    ).start()
  }

  /// Its numbers as a client, one for each life.
  public var clients: [Int] {
    lines.filter { $0[1] == "client" }.compactMap { Int($0[2]) }
  }

  /// What it has received, in the words of its script, whatever the port.
  public var heard: [String] {
    lines.filter { $0[1] == "in" }.map { $0.dropFirst(3).joined(separator: " ") }
  }

  /// What it has sent.
  public var sent: [String] { sentTimes.map(\.text) }

  /// What it has sent, and when: microseconds of CLOCK_MONOTONIC.
  public var sentTimes: [(time: Int, text: String)] {
    lines.filter { $0[1] == "out" }.map {
      (Int($0[0]) ?? 0, $0.dropFirst(3).joined(separator: " "))
    }
  }

  public var errors: String { running.errors }
  public var isRunning: Bool { running.isRunning }

  private var lines: [[Substring]] {
    running.output.split(separator: "\n").map { $0.split(separator: " ") }.filter { $0.count > 2 }
  }
}
