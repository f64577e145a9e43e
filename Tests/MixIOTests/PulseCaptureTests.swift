import MixEngine
import MixTestSupport
import Testing

@testable import MixIO

@Suite(.serialized) struct PulseCaptureTests {
  @Test(
    .enabled(if: ServerKind.isAnyInstalled, "\(ServerKind.reason)"),
    arguments: ServerKind.installed)
  func `what programs play into a virtual sink comes bit for bit`(_ kind: ServerKind) throws {
    let rig = try kind.makeRig()
    try rig.start()
    let stage = try PulseCaptureStage(rig, .virtualSink("Stackdeck In"))
    #expect(stage.waitForState(\.isRunning))
    #expect(stage.capture.state.device?.description == "Stackdeck In")
    #expect(try rig.sinkNames().contains("Stackdeck_In"))
    let signal = PulseKnownSignal()
    // A busy machine makes servers lose cycles: half a second in one piece must do.
    let isHeard = try (1...5).contains { _ in
      let sound = (0..<96_000).flatMap { [signal.left[$0], Float($0) / 8_388_608] }
      let player = try rig.play(sound, into: "Stackdeck_In")
      #expect(stage.tap.wait { !player.isRunning })
      #expect(stage.tap.waitForFrames(4800))
      return signal.pieces(in: stage.tap.heard).contains { $0.count >= 24_000 }
    }
    #expect(isHeard)
    stage.capture.close()
    #expect(stage.capture.state == .closed)
    #expect(try !rig.sinkNames().contains("Stackdeck_In"))
  }

  @Test(
    .enabled(if: ServerKind.isAnyInstalled, "\(ServerKind.reason)"),
    arguments: ServerKind.installed)
  func `a microphone of one channel is heard on both sides at its level`(
    _ kind: ServerKind
  ) throws {
    let rig = try kind.makeRig()
    try rig.start()
    let stage = try PulseCaptureStage(rig, .source("Mic"))
    #expect(stage.waitForState(\.isRunning))
    #expect(stage.capture.state.device?.name == "mic")
    #expect(stage.capture.latency != nil)
    let player = try rig.play(Signals.sine(1000, 480_000), into: "micfeed", channels: 1)
    #expect(stage.waitForLevels(0.5 * 0.5.squareRoot(), 0.5 * 0.5.squareRoot()))
    _ = player
    let heard = stage.tap.heard
    #expect(Signals.channel(0, of: heard) == Signals.channel(1, of: heard))
    stage.capture.close()
  }

  @Test(
    .enabled(if: ServerKind.isAnyInstalled, "\(ServerKind.reason)"),
    arguments: ServerKind.installed)
  func `of a device with more channels those are heard that are asked for`(
    _ kind: ServerKind
  ) throws {
    let rig = try kind.makeRig()
    try rig.start()
    let levels: [Float] = [0.1, 0.2, 0.3, 0.4]
    let sound = (0..<1_920_000).map { levels[$0 % 4] }
    let player = try rig.play(
      sound, into: "quad", channels: 4, map: "front-left,front-right,rear-left,rear-right")
    let back = try PulseCaptureStage(rig, .monitor(of: "quad"), channels: [3, 4])
    #expect(back.waitForLevels(0.3, 0.4))
    let one = try PulseCaptureStage(rig, .monitor(of: "quad"), channels: [2])
    #expect(one.waitForLevels(0.2, 0.2))
    let front = try PulseCaptureStage(rig, .monitor(of: "quad"))
    #expect(front.waitForLevels(0.1, 0.2))
    _ = player
    let none = try PulseCaptureStage(rig, .monitor(of: "quad"), channels: [5])
    if case .waiting(let problem, _) = none.capture.state {
      #expect("\(problem)".hasSuffix("it has 4 channels"))
    } else {
      Issue.record("\(none.capture.state)")
    }
  }

  @Test(
    .enabled(if: ServerKind.isAnyInstalled, "\(ServerKind.reason)"),
    arguments: ServerKind.installed)
  func `a text that names two sources is an error that lists both`(_ kind: ServerKind) throws {
    let rig = try kind.makeRig()
    try rig.start()
    try rig.pactl(
      "load-module", "module-remap-source", "source_name=mic2", "master=micfeed.monitor",
      "channels=1")
    let problem = #expect(throws: OutputProblem.self) {
      try PulseCaptureStage(rig, .source("mi")) { $0.waitsForDevice = false }
    }
    if case .severalDevices(_, let matches) = problem {
      #expect(matches.count == 2)
    } else {
      Issue.record("\(String(describing: problem))")
    }
    // A monitor is none of the sources that a part of a name finds.
    #expect(throws: OutputProblem.self) {
      try PulseCaptureStage(rig, .source("main.monito")) { $0.waitsForDevice = false }
    }
  }

  @Test(
    .enabled(if: ServerKind.isAnyInstalled, "\(ServerKind.reason)"),
    arguments: ServerKind.installed)
  func `the default source is followed, but never onto what a sink plays`(
    _ kind: ServerKind
  ) throws {
    let rig = try kind.makeRig()
    try rig.start()
    try rig.pactl(
      "load-module", "module-remap-source", "source_name=other", "master=micfeed.monitor",
      "channels=1")
    try rig.pactl("set-default-source", "mic")
    let stage = try PulseCaptureStage(rig, .defaultSource)
    #expect(stage.waitForState { $0.device?.name == "mic" })
    try rig.pactl("set-default-source", "other")
    #expect(stage.waitForState { $0.device?.name == "other" })
    try rig.pactl("set-default-source", "main.monitor")
    #expect(
      stage.waitForState { if case .waiting(.refused, _) = $0 { true } else { false } })
    try rig.pactl("set-default-source", "mic")
    #expect(stage.waitForState { $0.device?.name == "mic" })
    #expect(!stage.states.contains { $0.device?.name.hasSuffix(".monitor") ?? false })
  }

  @Test(
    .enabled(if: PipeWireRig.isInstalled && PulseRig.isInstalled, "\(ServerKind.reason)"),
    arguments: ServerKind.installed)
  func `playing and capturing at once neither starves`(_ kind: ServerKind) throws {
    let rig = try kind.makeRig()
    try rig.start()
    let renderer = Renderer(sampleRate: SampleRate(48000))
    PulseKnownSignal().play(on: renderer)
    let output = PulseOutput(renderer, .ofTest(rig))
    try output.start()
    let stage = try PulseCaptureStage(rig, .monitor(of: "main"))
    #expect(stage.waitForState(\.isRunning))
    // A starved capture loses whole seconds, or is begun anew.
    let isSteady = (1...5).contains { _ in
      let begin = stage.tap.frameCount, rendered = output.renderedFrameCount
      let notices = stage.states.count
      #expect(stage.tap.wait { output.renderedFrameCount - rendered > 144_000 })
      _ = stage.waitForState { _ in true }
      let came = stage.tap.frameCount - begin
      return abs(came - 144_000) < 9600 && stage.states.count == notices
    }
    #expect(isSteady)
    output.close()
  }
}
