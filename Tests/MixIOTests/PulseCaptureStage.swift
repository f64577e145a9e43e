import MixEngine
import MixTestSupport
import Testing

@testable import MixIO

/// An input that listens on a test's server, and what comes out of it.
final class PulseCaptureStage {
  let bridge = ClockBridge(sampleRate: SampleRate(48000), targetFrameCount: 960)
  let tap: BridgeTap
  let capture: PulseCapture
  /// All states that were told so far.
  private(set) var states: [InputState] = []

  init(
    _ rig: ServerRig, _ place: PulseCaptureSettings.Place, channels: [Int]? = nil,
    _ change: (inout PulseCaptureSettings) -> Void = { _ in }
  ) throws {
    tap = BridgeTap(bridge)
    var settings = PulseCaptureSettings(place, server: rig.server, channels: channels)
    settings.asksForRealtime = false
    change(&settings)
    capture = PulseCapture(bridge, settings)
    try capture.start()
  }

  /// Waits for a state, and takes frames and notices on the way.
  func waitForState(_ isWanted: (InputState) -> Bool) -> Bool {
    tap.wait {
      states += capture.takeNotices().map(\.state)
      return isWanted(capture.state)
    }
  }

  /// Waits until the last tenth of a second is at a level on both sides.
  func waitForLevels(_ left: Double, _ right: Double) -> Bool {
    tap.wait {
      guard tap.frameCount > 9600 else { return false }
      let last = Array(tap.heard.suffix(9600))
      return abs(Measurements.rms(Signals.channel(0, of: last)) - left) < 0.002
        && abs(Measurements.rms(Signals.channel(1, of: last)) - right) < 0.002
    }
  }
}

extension ServerRig {
  /// Plays raw floats into a sink until they end.
  func play(
    _ interleaved: [Float], into sink: String, channels: Int = 2, map: String? = nil
  ) throws -> RunningCommand {
    var arguments = [
      "--playback", "--raw", "--format=float32le", "--rate=48000", "--channels=\(channels)",
      "--device=\(sink)", "--latency-msec=20", "--no-remix",
    ]
    if let map { arguments.append("--channel-map=\(map)") }
    return try Command(
      "pacat", arguments, environment: environment,
      input: interleaved.withUnsafeBytes { Array($0) }
    ).start()
  }

  /// How many sinks have a name, or one made of it.
  func countSinks(_ name: String) throws -> Int {
    try sinkNames().filter { $0.hasPrefix(name) }.count
  }
}
