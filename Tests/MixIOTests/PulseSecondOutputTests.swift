import MixEngine
import MixTestSupport
import Testing

@testable import MixIO

/// Outputs that play what a bridge carries, beside the one whose requests render.
@Suite(.serialized) struct PulseSecondOutputTests {
  private static func settings(_ rig: ServerRig, _ device: String) -> PulseSettings {
    var settings = PulseSettings.ofTest(rig)
    settings.device = device
    return settings
  }

  /// The levels of the last tenth of a second of each channel.
  private static func levels(_ listener: RunningCommand, channels: Int) -> [Double]? {
    let count = 4 * channels * 4800
    let last = listener.outputBytes.suffix(count)
    guard last.count == count else { return nil }
    return Array(last).withUnsafeBytes { raw in
      (0..<channels).map { channel in
        Measurements.rms(
          (0..<4800).map {
            raw.loadUnaligned(fromByteOffset: 4 * ($0 * channels + channel), as: Float.self)
          })
      }
    }
  }

  @Test(
    .enabled(if: ServerKind.isAnyInstalled, "\(ServerKind.reason)"),
    arguments: [([3, 4], [0, 0, 0.4, 0.2]), ([2], [0, 0.3, 0, 0])], ServerKind.installed)
  func `it plays in those channels of its device that it names`(
    _ channels: ([Int], [Double]), _ kind: ServerKind
  ) throws {
    let rig = try kind.makeRig()
    try rig.start()
    let stage = try PulseCaptureStage(rig, .virtualSink("Decks"))
    #expect(stage.waitForState(\.isRunning))
    var settings = Self.settings(rig, "quad")
    settings.channels = channels.0
    let output = PulseOutput(stage.bridge, settings)
    try output.start()
    #expect(output.state.device?.name == "quad")
    let levels: [Float] = [0.4, 0.2]
    let player = try rig.play((0..<1_920_000).map { levels[$0 % 2] }, into: "Decks")
    let listener = try Command(
      "parec",
      [
        "--device=quad.monitor", "--format=float32le", "--rate=48000", "--channels=4", "--raw",
        "--latency-msec=20", "--channel-map=front-left,front-right,rear-left,rear-right",
      ], environment: rig.environment
    ).start()
    #expect(
      waitUntil {
        guard let heard = Self.levels(listener, channels: 4) else { return false }
        return zip(heard, channels.1).allSatisfy { abs($0 - $1) < 0.002 }
      })
    _ = player
    output.close()
    #expect(output.state == .closed)
  }

  @Test(
    .enabled(if: ServerKind.isAnyInstalled, "\(ServerKind.reason)"),
    arguments: ServerKind.installed)
  func `it waits for its own device, and is heard on no other`(_ kind: ServerKind) throws {
    let rig = try kind.makeRig()
    try rig.start()
    let bridge = ClockBridge(sampleRate: SampleRate(48000), targetFrameCount: 960)
    var settings = Self.settings(rig, "booth")
    settings.waitsForDevice = true
    let output = PulseOutput(bridge, settings)
    try output.start()
    #expect(output.state.device == nil)
    #expect(try rig.pactl("list", "short", "sink-inputs").isEmpty)
    let booth = try rig.loadSink("booth")
    #expect(waitUntil { output.state.isPlaying })
    #expect(output.state.device?.name == "booth")
    try rig.pactl("unload-module", booth)
    #expect(waitUntil { if case .reconnecting = output.state { true } else { false } })
    _ = try rig.loadSink("booth")
    #expect(waitUntil { output.state.isPlaying })
    #expect(output.state.device?.name == "booth")
    output.close()
  }

  @Test(.enabled(if: PipeWireRig.isInstalled, "\(PipeWireRig.reason)"))
  func `a device whose clock is fast is followed`() throws {
    let rig = try PipeWireRig()
    try rig.start()
    let stage = try PulseCaptureStage(rig, .virtualSink("Decks")) { $0.streamRate = 48010 }
    #expect(stage.waitForState(\.isRunning))
    let output = PulseOutput(stage.bridge, Self.settings(rig, "cue"))
    try output.start()
    // 48010 of 48000: 208 ppm. A busy server loses cycles, which hides it for a while.
    #expect(
      waitUntil(limit: .seconds(120)) {
        let report = stage.bridge.report
        return report.isSettled && abs(report.driftPPM - 208) < 100
      }, "\(stage.bridge.report)")
    output.close()
  }
}
