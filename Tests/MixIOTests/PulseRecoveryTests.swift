import MixEngine
import MixTestSupport
import Testing

@testable import MixIO

/// Servers and devices that go away and come again while an output plays.
@Suite(.serialized) struct PulseRecoveryTests {
  @Test(
    .enabled(if: ServerKind.isAnyInstalled, "\(ServerKind.reason)"),
    arguments: ServerKind.installed)
  func `a server that crashed and came again goes on with the next frame`(
    _ kind: ServerKind
  ) throws {
    let rig = try kind.makeRig()
    try rig.start()
    let signal = PulseKnownSignal()
    let stage = try PulseStage(rig, signal: signal)
    #expect(stage.waitUntilRendered(9600))
    // To hear the first frame a monitor must listen before the output is back: attempts soon come
    // seldom enough for that. It may take a few times on a busy machine.
    let isHeardFromTheFirstFrame = try (1...5).contains { _ in
      try rig.crash()
      #expect(stage.waitForState { if case .reconnecting = $0 { true } else { false } })
      let standing = stage.output.renderedFrameCount
      #expect(stage.output.state.device == nil)
      #expect(stage.output.latency == nil)
      #expect(
        stage.waitForState { if case .reconnecting(_, let n) = $0 { n >= 5 } else { false } })
      #expect(stage.output.renderedFrameCount == standing)
      #expect(stage.renderer.clock.frame == standing)
      try rig.start()
      let monitor = try PulseMonitor("main", of: rig)
      #expect(monitor.waitUntilListening())
      #expect(stage.waitForState(\.isPlaying))
      #expect(stage.output.state.device?.name == "main")
      #expect(stage.waitUntilRendered(12_000))
      #expect(
        waitUntil { signal.pieces(in: monitor.heard).contains { $0.first >= standing } })
      let pieces = signal.pieces(in: monitor.heard)
      signal.expectOrder(pieces)
      // Nothing of before the crash, nothing left out: 240 frames faded in, then as rendered.
      let first = try #require(pieces.first)
      #expect(Int64(first.first) >= standing + 240)
      return Int64(first.first) == standing + 240
    }
    #expect(isHeardFromTheFirstFrame)
    stage.output.close()
    #expect(
      stage.states.contains {
        if case .reconnecting(.lostServer, attempt: 1) = $0 { true } else { false }
      })
    #expect(
      stage.states.contains {
        if case .reconnecting(.noServer, _) = $0 { true } else { false }
      })
  }

  @Test(.enabled(if: PulseRig.isInstalled, "\(PulseRig.reason)"))
  func `while its sink is suspended the clock stands, and then goes on faded in`() throws {
    let rig = try PulseRig()
    try rig.start()
    let signal = PulseKnownSignal()
    let stage = try PulseStage(rig, signal: signal)
    #expect(stage.waitUntilRendered(9600))
    try rig.pactl("suspend-sink", "main", "1")
    let main = OutputDevice(name: "main", description: "Main")
    #expect(stage.waitForState { $0 == .suspended(main) })
    let standing = stage.output.renderedFrameCount
    // The server has nothing to ask for meanwhile.
    try rig.pactl("list", "sinks")
    #expect(stage.output.renderedFrameCount == standing)
    try rig.pactl("suspend-sink", "main", "0")
    #expect(stage.waitForState(\.isPlaying))
    #expect(stage.waitUntilRendered(12_000))
    stage.output.close()
    let pieces = signal.pieces(in: stage.monitor.heard)
    signal.expectOrder(pieces)
    // What the server held from before is dropped; the next frame is the next that was rendered.
    let before = try #require(pieces.last { $0.first < standing })
    let after = try #require(pieces.first { $0.first >= standing })
    #expect(before.end <= standing)
    #expect(after.first == standing + 240)
  }

  @Test(.enabled(if: PulseRig.isInstalled, "\(PulseRig.reason)"))
  func `started on a suspended sink it waits for it without rendering`() throws {
    let rig = try PulseRig()
    try rig.start()
    try rig.pactl("suspend-sink", "cue", "1")
    let renderer = Renderer(sampleRate: SampleRate(48000))
    var settings = PulseSettings.ofTest(rig)
    settings.device = "cue"
    let output = PulseOutput(renderer, settings)
    try output.start()
    #expect(output.state == .suspended(OutputDevice(name: "cue", description: "Cue")))
    #expect(output.renderedFrameCount == 0)
    try rig.pactl("suspend-sink", "cue", "0")
    #expect(waitUntil { output.state.isPlaying })
    #expect(waitUntil { output.renderedFrameCount > 4800 })
    output.close()
  }

  @Test(.enabled(if: PipeWireRig.isInstalled, "\(PipeWireRig.reason)"))
  func `a sink that PipeWire suspends under it is woken, so sound goes on`() throws {
    let rig = try PipeWireRig()
    try rig.start()
    let signal = PulseKnownSignal()
    let renderer = Renderer(sampleRate: SampleRate(48000))
    signal.play(on: renderer)
    let output = PulseOutput(renderer, .ofTest(rig))
    try output.start()
    #expect(waitUntil { output.renderedFrameCount > 4800 })
    try rig.pactl("suspend-sink", "main", "1")
    try rig.pactl("suspend-sink", "main", "0")
    #expect(waitUntil { output.state.isPlaying })
    // PipeWire 0.3.65 has its own faults here, whoever plays: a monitor that listened before hears
    // nothing any more, and no monitor hears the right channel. So: a new one, and the left.
    let begin = Int(output.renderedFrameCount) + 24_000
    let later = signal.left[begin..<begin + 64]
    let monitor = try PulseMonitor("main", of: rig)
    #expect(
      waitUntil {
        let left = Signals.channel(0, of: monitor.heard)
        return left.indices.contains { left[$0] == later.first && left[$0...].starts(with: later) }
      })
    output.close()
  }

  @Test(
    .enabled(if: ServerKind.isAnyInstalled, "\(ServerKind.reason)"),
    arguments: ServerKind.installed)
  func `a server that freezes and thaws goes on where it was`(_ kind: ServerKind) throws {
    let rig = try kind.makeRig()
    try rig.start()
    let signal = PulseKnownSignal()
    let stage = try PulseStage(rig, signal: signal)
    #expect(stage.waitUntilRendered(9600))
    try rig.signalServer("STOP")
    #expect(
      stage.waitForState { if case .reconnecting(.stalled, _) = $0 { true } else { false } })
    let standing = stage.output.renderedFrameCount
    #expect(stage.states.contains { if case .suspended = $0 { true } else { false } })
    _ = waitUntil(limit: .milliseconds(1200)) { false }
    #expect(stage.output.renderedFrameCount == standing)
    try rig.signalServer("CONT")
    #expect(stage.waitForState(\.isPlaying))
    #expect(stage.output.state.device?.name == "main")
    #expect(stage.waitUntilRendered(12_000))
    stage.output.close()
    let pieces = signal.pieces(in: stage.monitor.heard)
    signal.expectOrder(pieces)
    #expect(pieces.contains { $0.first >= standing })
    if kind == .pulseAudio {
      #expect(pieces.first { $0.first >= standing }?.first == Int(standing) + 240)
    }
  }

  @Test(.enabled(if: PipeWireRig.isInstalled, "\(PipeWireRig.reason)"))
  func `without PipeWire's session manager it waits until that is back`() throws {
    let rig = try PipeWireRig()
    try rig.start()
    let signal = PulseKnownSignal()
    let stage = try PulseStage(rig, signal: signal)
    #expect(stage.waitUntilRendered(9600))
    try rig.crash(.sessionManager)
    // Streams may live on without it, or stop without a word.
    _ = stage.waitForState { !$0.isPlaying }
    try rig.start()
    #expect(stage.waitForState(\.isPlaying))
    #expect(stage.waitUntilRendered(12_000))
    stage.output.close()
  }

  // MARK: Sinks that go

  @Test(
    .enabled(if: ServerKind.isAnyInstalled, "\(ServerKind.reason)"),
    arguments: ServerKind.installed)
  func `a default sink that is removed is left for another one`(_ kind: ServerKind) throws {
    let rig = try kind.makeRig()
    try rig.start()
    let extra = try rig.loadSink("extra")
    try rig.pactl("set-default-sink", "extra")
    let signal = PulseKnownSignal()
    let stage = try PulseStage(rig, signal: signal)
    #expect(stage.output.state.device?.name == "extra")
    #expect(stage.waitUntilRendered(9600))
    try rig.pactl("unload-module", extra)
    #expect(stage.waitForState { if case .moved = $0 { true } else { false } })
    #expect(["main", "cue", "quad", "micfeed"].contains(stage.output.state.device?.name))
    #expect(stage.waitUntilRendered(12_000))
    stage.output.close()
  }

  @Test(
    .enabled(if: ServerKind.isAnyInstalled, "\(ServerKind.reason)"),
    arguments: ServerKind.installed)
  func `when the default sink becomes another one the stream follows`(_ kind: ServerKind) throws {
    let rig = try kind.makeRig()
    try rig.start()
    let signal = PulseKnownSignal()
    let stage = try PulseStage(rig, signal: signal)
    #expect(stage.waitUntilRendered(9600))
    let cue = try PulseMonitor("cue", of: rig)
    #expect(cue.waitUntilListening())
    try rig.pactl("set-default-sink", "cue")
    #expect(
      stage.waitForState {
        if case .moved(let device, _) = $0 { device.name == "cue" } else { false }
      })
    let then = Int(stage.output.renderedFrameCount)
    #expect(stage.waitUntilRendered(12_000))
    stage.output.close()
    #expect(signal.pieces(in: cue.heard).contains { $0.end > then })
    // On PipeWire the old sink's monitor follows, too.
    if kind == .pulseAudio {
      #expect(signal.pieces(in: stage.monitor.heard).allSatisfy { $0.end <= then })
    }
  }

  @Test(
    .enabled(if: ServerKind.isAnyInstalled, "\(ServerKind.reason)"),
    arguments: ServerKind.installed)
  func `when every sink is gone it waits for one to come`(_ kind: ServerKind) throws {
    let rig = try kind.makeRig()
    try rig.start()
    let signal = PulseKnownSignal()
    let stage = try PulseStage(rig, signal: signal)
    #expect(stage.waitUntilRendered(9600))
    try rig.removeEverySink(kind)
    #expect(stage.waitForState { if case .reconnecting = $0 { true } else { false } })
    let standing = stage.output.renderedFrameCount
    #expect(
      stage.waitForState { if case .reconnecting(_, let n) = $0 { n >= 3 } else { false } })
    #expect(stage.output.renderedFrameCount == standing)
    _ = try rig.loadSink("extra")
    #expect(stage.waitForState(\.isPlaying))
    #expect(stage.output.state.device?.name == "extra")
    #expect(stage.waitUntilRendered(12_000))
    stage.output.close()
  }

  @Test(
    .enabled(if: ServerKind.isAnyInstalled, "\(ServerKind.reason)"),
    arguments: ServerKind.installed)
  func `a named sink that vanishes is waited for, and nothing is heard elsewhere`(
    _ kind: ServerKind
  ) throws {
    let rig = try kind.makeRig()
    try rig.start()
    let extra = try rig.loadSink("extra")
    let signal = PulseKnownSignal()
    let stage = try PulseStage(rig, signal: signal) { $0.device = "extra" }
    #expect(stage.output.state.device?.name == "extra")
    #expect(stage.waitUntilRendered(9600))
    try rig.pactl("unload-module", extra)
    #expect(
      stage.waitForState {
        if case .reconnecting(.noDevice(name: "extra", _, _), _) = $0 { true } else { false }
      })
    let standing = stage.output.renderedFrameCount
    #expect(
      stage.states.contains {
        if case .reconnecting(.lostDevice(name: "extra", _), attempt: 1) = $0 {
          true
        } else {
          false
        }
      })
    _ = try rig.loadSink("extra")
    let monitor = try PulseMonitor("extra", of: rig)
    #expect(stage.waitForState(\.isPlaying))
    #expect(stage.output.state.device?.name == "extra")
    #expect(stage.waitUntilRendered(12_000))
    #expect(waitUntil { signal.pieces(in: monitor.heard).contains { $0.first >= standing } })
    stage.output.close()
    // The default sink's monitor has listened all the time.
    #expect(stage.monitor.heard.allSatisfy { $0 == 0 })
  }

  @Test(
    .enabled(if: ServerKind.isAnyInstalled, "\(ServerKind.reason)"),
    arguments: ServerKind.installed)
  func `a stream on a named sink can't be taken elsewhere`(_ kind: ServerKind) throws {
    let rig = try kind.makeRig()
    try rig.start()
    let signal = PulseKnownSignal()
    let stage = try PulseStage(rig, signal: signal) { $0.device = "cue" }
    #expect(stage.waitUntilRendered(9600))
    let input = try rig.inputIndex()
    // The server refuses, or we leave the place where it was taken.
    _ = try? rig.pactl("move-sink-input", input, "main")
    try rig.pactl("set-default-sink", "quad")
    #expect(stage.waitUntilRendered(24_000))
    #expect(stage.waitForState(\.isPlaying))
    #expect(stage.output.state.device?.name == "cue")
    stage.output.close()
    #expect(signal.pieces(in: stage.monitor.heard).isEmpty)
  }
}
