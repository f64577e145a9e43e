import CRealtime
import MixEngine
import MixTestSupport
import Testing

@testable import MixIO

@Suite(.serialized) struct PulseHeardFrameTests {
  @Test(
    .enabled(if: ServerKind.isAnyInstalled, "\(ServerKind.reason)"),
    arguments: [20, 40, 100], ServerKind.installed)
  func `which frame is heard when is known to a millisecond`(
    _ milliseconds: Int, _ kind: ServerKind
  ) throws {
    let rig = try kind.makeRig()
    try rig.start()
    let signal = PulseKnownSignal()
    let renderer = Renderer(sampleRate: SampleRate(48000))
    signal.play(on: renderer)
    var settings = PulseSettings.ofTest(rig)
    settings.latencyMilliseconds = milliseconds
    let output = PulseOutput(renderer, settings)
    try output.start()
    #expect(output.heardFrame(at: crt_monotonic_ns()) == nil)
    let stage = try PulseCaptureStage(rig, .monitor(of: "main"))
    #expect(stage.waitForState(\.isRunning))
    // A busy machine loses cycles, after which it takes a while until all is known again.
    var errors: [Double] = []
    let isRight = (1...8).contains { _ in
      #expect(stage.tap.waitForFrames(72_000))
      let now = crt_monotonic_ns()
      guard let written = stage.bridge.writtenFrame(at: now),
        let heard = output.heardFrame(at: now)
      else { return false }
      let begin = stage.tap.frameCount - 24_000
      let pieces = signal.pieces(in: Array(stage.tap.heard.suffix(48_000)))
      guard pieces.count == 1 else { return false }
      let truth = begin + pieces[0].position - pieces[0].first
      errors.append((written - heard - Double(truth)) / 48)
      return abs(errors[errors.count - 1]) < 1
    }
    #expect(isRight, "ms: \(errors)")
    output.close()
    #expect(output.heardFrame(at: crt_monotonic_ns()) == nil)
  }
}
