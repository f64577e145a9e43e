import Glibc
import MixTestSupport
import Testing

extension RunningCommand {
  /// Waits until the program has told something on standard error.
  func waitForErrors(_ text: String) -> Bool {
    waitUntil { errors.contains(text) || !isRunning } && errors.contains(text)
  }

  /// Waits for an orderly end, expects its status and returns what was printed.
  @discardableResult
  func expectEnd(
    _ status: Int32, limit: Duration = .seconds(120),
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> CommandResult {
    let result = wait(limit: limit)
    #expect(result.end == .exited(status), "\(result.errors)", sourceLocation: sourceLocation)
    return result
  }
}

extension MixBench {
  /// A file's size in bytes; 0 while there is none.
  func size(of name: String) -> Int {
    var information = stat()
    return stat(self[name], &information) == 0 ? Int(information.st_size) : 0
  }

  /// Waits until a take of floats or 24-bit samples on the disk has so many seconds.
  func waitForTake(_ name: String, seconds: Double, bytesPerFrame: Int = 8) -> Bool {
    waitUntil(limit: .seconds(60)) {
      size(of: name) > Int(seconds * 48_000) * bytesPerFrame
    }
  }
}

/// What a sink of a test's server plays, as its monitor hears it.
final class LiveMonitor {
  private let command: RunningCommand

  init(_ sink: String, of rig: ServerRig) throws {
    command = try Command(
      "parec",
      [
        "--device=\(sink).monitor", "--format=float32le", "--rate=48000", "--channels=2", "--raw",
        "--latency-msec=50",
      ], environment: rig.environment
    ).start()
    // One that has just begun misses what comes at once.
    #expect(waitUntil { command.outputBytes.count > 4096 })
  }

  /// Both channels so far.
  var heard: [[Float]] {
    let bytes = command.outputBytes
    let frames = bytes.count / 8
    return bytes.withUnsafeBytes { raw in
      (0...1).map { channel in
        (0..<frames).map {
          raw.loadUnaligned(fromByteOffset: 8 * $0 + 4 * channel, as: Float.self)
        }
      }
    }
  }
}

/// What was heard beside what was rendered, behind the 5 ms with which an output fades in.
struct HeardSound {
  /// Frame of what was heard that is the first of what was rendered.
  let lag: Int
  let correlation: Double
  /// Louder (positive) or softer than rendered.
  let decibels: Double
  /// Frames that are other than rendered.
  let differingFrames: Int
  /// Whether the first 5 ms are a straight line from nothing to what was rendered.
  let fadesIn: Bool

  static let fade = 240

  /// Nil if what was rendered does not lie in what was heard from its start to its end.
  init?(_ heard: [Float], rendered: [Float]) {
    // A stretch of noise in the middle occurs once. Floats through a server may round once.
    let middle = rendered.count / 2
    let probe = Array(rendered[middle..<middle + 16])
    let place = heard.indices.dropLast(16).first { n in
      abs(heard[n] - probe[0]) < 1e-5
        && (1..<16).allSatisfy { abs(heard[n + $0] - probe[$0]) < 1e-5 }
    }
    guard let place, place >= middle, place - middle + rendered.count <= heard.count else {
      return nil
    }
    lag = place - middle
    let same = Array(heard[lag + Self.fade..<lag + rendered.count])
    let whole = Array(rendered[Self.fade...])
    correlation = Measurements.correlation(whole, same)
    decibels = Measurements.decibels(Measurements.rms(same) / Measurements.rms(whole))
    differingFrames = zip(same, whole).count { abs($0 - $1) > 1e-6 }
    let first = lag
    fadesIn = (0..<Self.fade).allSatisfy {
      abs(heard[first + $0] - rendered[$0] * Float($0) / Float(Self.fade)) < 1e-5
    }
  }
}
