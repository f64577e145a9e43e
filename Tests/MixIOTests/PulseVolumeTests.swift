import MixEngine
import MixTestSupport
import Testing

@testable import MixIO

/// How loud the server plays us: 100 % at the start of every run, then as the user wants.
@Suite(.serialized) struct PulseVolumeTests {
  /// What the server says about the only stream: "40 %" as 40, and whether it is muted.
  private func volume(on rig: ServerRig) throws -> OutputVolume? {
    let text = try rig.pactl("list", "sink-inputs")
    guard let line = text.split(separator: "\n").first(where: { $0.contains("Volume:") }),
      let percent = line.split(separator: "/").dropFirst().first
    else { return nil }
    return OutputVolume(
      percent: Int(percent.filter(\.isNumber)) ?? -1, isMuted: text.contains("Mute: yes"))
  }

  @Test(
    .enabled(if: ServerKind.isAnyInstalled, "\(ServerKind.reason)"),
    arguments: ServerKind.installed)
  func `what the user does to the volume is told, and kept when the stream is made anew`(
    _ kind: ServerKind
  ) throws {
    let rig = try kind.makeRig()
    if kind == .pulseAudio { try rig.restoringStreams() }
    try rig.start()
    let signal = PulseKnownSignal()
    let stage = try PulseStage(rig, signal: signal)
    #expect(try volume(on: rig) == .unchanged)
    // Longer than servers take to restore what they remember.
    #expect(stage.waitUntilRendered(36_000))
    #expect(stage.volumes.isEmpty)
    let input = try rig.inputIndex()
    try rig.pactl("set-sink-input-volume", input, "40%")
    #expect(waitUntil { stage.volumes == [OutputVolume(percent: 40, isMuted: false)] })
    try rig.pactl("set-sink-input-mute", input, "1")
    #expect(waitUntil { stage.volumes.last == OutputVolume(percent: 40, isMuted: true) })
    // Not taken back.
    #expect(stage.waitUntilRendered(12_000))
    #expect(try volume(on: rig) == OutputVolume(percent: 40, isMuted: true))
    try rig.crash()
    #expect(stage.waitForState { if case .reconnecting = $0 { true } else { false } })
    try rig.start()
    #expect(stage.waitForState(\.isPlaying))
    #expect(waitUntil { (try? volume(on: rig)) == OutputVolume(percent: 40, isMuted: true) })
    #expect(stage.volumes.count == 2)
    stage.output.close()
  }

  @Test(
    .enabled(if: ServerKind.isAnyInstalled, "\(ServerKind.reason)"),
    arguments: ServerKind.installed)
  func `a stream that was muted in an earlier run begins at 100 percent`(
    _ kind: ServerKind
  ) throws {
    let rig = try kind.makeRig()
    if kind == .pulseAudio { try rig.restoringStreams() }
    try rig.start()
    let signal = PulseKnownSignal()
    let first = try PulseStage(rig, signal: signal)
    #expect(first.waitUntilRendered(36_000))
    let input = try rig.inputIndex()
    try rig.pactl("set-sink-input-volume", input, "40%")
    try rig.pactl("set-sink-input-mute", input, "1")
    #expect(waitUntil { first.volumes.last == OutputVolume(percent: 40, isMuted: true) })
    #expect(first.waitUntilRendered(12_000))
    first.output.close()

    // Another program with our identity gets what the server remembers: the trap is real.
    let trap = try Command(
      "pacat",
      [
        "--playback", "--device=main", "--raw", "--property=application.id=stackdeck",
        "--property=application.name=stackdeck",
        "--property=module-stream-restore.id=stackdeck:main", "/dev/zero",
      ], environment: rig.environment
    ).start()
    #expect(waitUntil { (try? volume(on: rig)) == OutputVolume(percent: 40, isMuted: true) })
    trap.send(15)
    _ = trap.wait()
    #expect(waitUntil { (try? volume(on: rig)) == .some(nil) })

    let second = try PulseStage(rig, signal: signal)
    #expect(second.waitUntilRendered(36_000))
    #expect(try volume(on: rig) == .unchanged)
    second.output.close()
    #expect(second.volumes.isEmpty)
    // From the first frame on, unless a busy PipeWire drops some.
    let begin = try #require(signal.pieces(in: second.monitor.heard).first).first
    #expect(kind == .pulseAudio ? begin == 240 : begin < 9600)
  }
}
