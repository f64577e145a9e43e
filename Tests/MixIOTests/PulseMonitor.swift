import MixTestSupport

/// Records what a sink of a test's server plays, as long as it lives.
struct PulseMonitor {
  private let command: RunningCommand

  init(_ sink: String, of rig: ServerRig) throws {
    command = try Command(
      "parec",
      [
        "--device=\(sink).monitor", "--format=float32le", "--rate=48000", "--channels=2", "--raw",
        "--latency-msec=10",
      ], environment: rig.environment
    ).start()
  }

  /// What it has heard so far, interleaved.
  var heard: [Float] {
    let bytes = command.outputBytes
    return bytes.withUnsafeBytes { raw in
      (0..<raw.count / 8 * 2).map { raw.loadUnaligned(fromByteOffset: 4 * $0, as: Float.self) }
    }
  }

  /// Whether it hears at all: a monitor that has just begun misses what comes at once.
  func waitUntilListening() -> Bool { waitUntil { command.outputBytes.count > 4096 } }

  /// Whether a tenth of a second of silence comes: all that was played has been heard.
  func waitForSilence() -> Bool {
    waitUntil { heard.suffix(9600).allSatisfy { $0 == 0 } }
  }
}
