import MixEngine
import MixTestSupport
import Testing

@testable import MixIO

@Suite(.serialized) struct PulseOutputTests {
  @Test(
    .enabled(if: ServerKind.isAnyInstalled, "\(ServerKind.reason)"),
    arguments: ServerKind.installed)
  func `what is rendered is heard, frame by frame`(_ kind: ServerKind) throws {
    let rig = try kind.makeRig()
    try rig.start()
    let signal = PulseKnownSignal()
    let renderer = Renderer(sampleRate: SampleRate(48000))
    signal.play(on: renderer)
    let monitor = try PulseMonitor("main", of: rig)
    #expect(monitor.waitUntilListening())
    var settings = PulseSettings(server: rig.server)
    settings.asksForRealtime = false
    let output = PulseOutput(renderer, settings)
    try output.start()
    print(kind, output.state, output.takeNotices())
    #expect(waitUntil { output.renderedFrameCount > 96_000 })
    print(output.latency as Any, output.underrunCount)
    output.close()
    print(output.takeNotices(), output.renderedFrameCount)
    for p in signal.pieces(in: monitor.heard) { print(p) }
  }
}
