import MixEngine
import MixTestSupport
import Testing

@testable import MixIO

/// Servers and devices that go away and come again while an input listens.
@Suite(.serialized) struct PulseCaptureRecoveryTests {
  @Test(
    .enabled(if: ServerKind.isAnyInstalled, "\(ServerKind.reason)"),
    arguments: ServerKind.installed)
  func `a device that goes is waited for, and nothing else is heard`(_ kind: ServerKind) throws {
    let rig = try kind.makeRig()
    try rig.start()
    let extra = try rig.loadSink("extra")
    let stage = try PulseCaptureStage(rig, .source("extra.monitor"))
    #expect(stage.waitForState(\.isRunning))
    #expect(stage.tap.waitForFrames(4800))
    try rig.pactl("unload-module", extra)
    #expect(stage.waitForState { if case .waiting(_, let n) = $0 { n >= 3 } else { false } })
    let count = stage.tap.frameCount
    #expect(stage.waitForState { if case .waiting(_, let n) = $0 { n >= 4 } else { false } })
    #expect(stage.tap.frameCount == count)
    _ = try rig.loadSink("extra")
    #expect(stage.waitForState(\.isRunning))
    #expect(stage.capture.state.device?.name == "extra.monitor")
    #expect(stage.tap.waitForFrames(4800))
    #expect(stage.states.allSatisfy { ["extra.monitor", nil].contains($0.device?.name) })
  }

  @Test(.enabled(if: PulseRig.isInstalled, "\(PulseRig.reason)"))
  func `a suspended device is silent until it goes on`() throws {
    let rig = try PulseRig()
    try rig.start()
    let stage = try PulseCaptureStage(rig, .monitor(of: "cue"))
    #expect(stage.waitForState(\.isRunning))
    try rig.pactl("suspend-sink", "cue", "1")
    #expect(stage.waitForState { if case .suspended = $0 { true } else { false } })
    try rig.pactl("suspend-sink", "cue", "0")
    #expect(stage.waitForState(\.isRunning))
    #expect(stage.tap.waitForFrames(4800))
  }

  @Test(
    .enabled(if: ServerKind.isAnyInstalled, "\(ServerKind.reason)"),
    arguments: ServerKind.installed)
  func `after a server's crash its virtual sink is there again, once`(_ kind: ServerKind) throws {
    let rig = try kind.makeRig()
    try rig.start()
    let stage = try PulseCaptureStage(rig, .virtualSink("Decks"))
    #expect(stage.waitForState(\.isRunning))
    try rig.crash()
    #expect(stage.waitForState { if case .waiting = $0 { true } else { false } })
    try rig.start()
    #expect(stage.waitForState(\.isRunning))
    #expect(stage.tap.waitForFrames(4800))
    #expect(try rig.countSinks("Decks") == 1)
  }

  @Test(
    .enabled(if: ServerKind.isAnyInstalled, "\(ServerKind.reason)"),
    arguments: ServerKind.installed)
  func `a server that freezes is left and found again`(_ kind: ServerKind) throws {
    let rig = try kind.makeRig()
    try rig.start()
    let stage = try PulseCaptureStage(rig, .monitor(of: "main"))
    #expect(stage.waitForState(\.isRunning))
    try rig.signalServer("STOP")
    #expect(stage.waitForState { if case .waiting = $0 { true } else { false } })
    try rig.signalServer("CONT")
    #expect(stage.waitForState(\.isRunning))
    #expect(stage.tap.waitForFrames(4800))
  }

  @Test(.enabled(if: PipeWireRig.isInstalled, "\(PipeWireRig.reason)"))
  func `without PipeWire's session manager it waits until that is back`() throws {
    let rig = try PipeWireRig()
    try rig.start()
    let stage = try PulseCaptureStage(rig, .monitor(of: "main"))
    #expect(stage.waitForState(\.isRunning))
    try rig.crash(.sessionManager)
    _ = stage.waitForState { !$0.isRunning }
    try rig.start()
    #expect(stage.waitForState(\.isRunning))
    #expect(stage.tap.waitForFrames(4800))
  }

  @Test func `without a server it waits for one, or says so`() throws {
    let rig = try PulseRig()
    let stage = try PulseCaptureStage(rig, .defaultSource)
    #expect(stage.waitForState { if case .waiting(.noServer, _) = $0 { true } else { false } })
    stage.capture.close()
    #expect(throws: OutputProblem.self) {
      try PulseCaptureStage(rig, .defaultSource) { $0.waitsForDevice = false }
    }
  }
}
