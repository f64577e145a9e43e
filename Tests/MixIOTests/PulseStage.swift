import MixEngine
import MixTestSupport
import Testing

@testable import MixIO

/// An output that plays a known signal on a test's server, and a monitor that hears it.
final class PulseStage {
  let renderer = Renderer(sampleRate: SampleRate(48000))
  let monitor: PulseMonitor
  let output: PulseOutput
  /// All that was told so far.
  private(set) var notices: [OutputNotice] = []

  init(
    _ rig: ServerRig, signal: PulseKnownSignal, sink: String = "main",
    _ change: (inout PulseSettings) -> Void = { _ in }
  ) throws {
    signal.play(on: renderer)
    monitor = try PulseMonitor(sink, of: rig)
    #expect(monitor.waitUntilListening())
    var settings = PulseSettings.ofTest(rig)
    change(&settings)
    output = PulseOutput(renderer, settings)
    try output.start()
  }

  /// Waits until so many frames more are rendered.
  func waitUntilRendered(_ more: Int64) -> Bool {
    let goal = output.renderedFrameCount + more
    return waitUntil { output.renderedFrameCount >= goal }
  }

  /// Waits for a state, and takes the notices on the way.
  func waitForState(_ isWanted: (OutputState) -> Bool) -> Bool {
    waitUntil {
      notices += output.takeNotices()
      return isWanted(output.state)
    }
  }

  /// The states that were told so far.
  var states: [OutputState] {
    notices += output.takeNotices()
    return notices.compactMap { if case .state(let state) = $0.event { state } else { nil } }
  }

  /// The volumes that were told so far.
  var volumes: [OutputVolume] {
    notices += output.takeNotices()
    return notices.compactMap { if case .volume(let volume) = $0.event { volume } else { nil } }
  }
}

extension PulseSettings {
  /// For a test's server. The test process does not become a real-time one.
  static func ofTest(_ rig: ServerRig) -> PulseSettings {
    var settings = PulseSettings(server: rig.server)
    settings.asksForRealtime = false
    return settings
  }
}

extension PulseKnownSignal {
  /// Expects that no frame is heard twice, or before an earlier one.
  func expectOrder(_ pieces: [Piece]) {
    for (earlier, later) in zip(pieces, pieces.dropFirst()) {
      #expect(later.first >= earlier.end, "\(later) after \(earlier)")
    }
  }
}
