import Glibc
import MixEngine
import MixTestSupport
import Testing

@testable import MixIO

@Suite(.serialized) struct PulseVirtualDeviceTests {
  @Test func `a name is made of what servers take, and people see the text`() {
    let device = PulseVirtualDevice(.sink, "Ünser \"Pult\" 1")
    #expect(device.name == "_nser__Pult__1")
    #expect(device.description == "Ünser Pult 1")
    #expect(PulseVirtualDevice(.source, "").name == "stackdeck")
  }

  /// A process that has ended, and whose number nobody has now.
  private func deadProcess() throws -> pid_t {
    let command = try Command("true").start()
    #expect(waitUntil { !command.isRunning })
    return command.process
  }

  private func load(_ name: String, owner: pid_t, on rig: ServerRig) throws {
    try rig.pactl(
      "load-module", "module-null-sink", "sink_name=\(name)", "norewinds=1", "format=float32le",
      "rate=48000", "channels=2",
      "sink_properties='device.description=\"\(name)\" stackdeck.owner=\(owner)'")
  }

  @Test(
    .enabled(if: ServerKind.isAnyInstalled, "\(ServerKind.reason)"),
    arguments: ServerKind.installed)
  func `what somebody left behind who was killed is taken over and removed`(
    _ kind: ServerKind
  ) throws {
    let rig = try kind.makeRig()
    try rig.start()
    try load("Decks", owner: deadProcess(), on: rig)
    let stage = try PulseCaptureStage(rig, .virtualSink("Decks"))
    #expect(stage.waitForState(\.isRunning))
    #expect(try rig.countSinks("Decks") == 1)
    #expect(stage.tap.waitForFrames(4800))
    stage.capture.close()
    #expect(try rig.countSinks("Decks") == 0)
  }

  @Test(
    .enabled(if: ServerKind.isAnyInstalled, "\(ServerKind.reason)"),
    arguments: ServerKind.installed)
  func `a name that somebody else has is not taken`(_ kind: ServerKind) throws {
    let rig = try kind.makeRig()
    try rig.start()
    let other = try Command("sleep", ["600"]).start()
    try load("Decks", owner: other.process, on: rig)
    let problem = #expect(throws: OutputProblem.self) {
      try PulseCaptureStage(rig, .virtualSink("Decks")) { $0.waitsForDevice = false }
    }
    #expect(
      problem?.description
        == "cannot make virtual sink 'Decks': process \(other.process) has one of that name")
    #expect(
      throws: OutputProblem.refused(
        doing: "make virtual sink 'main'", reason: "there is a device 'main'")
    ) {
      try PulseCaptureStage(rig, .virtualSink("main")) { $0.waitsForDevice = false }
    }
    #expect(try rig.countSinks("Decks") == 1)
  }

  @Test(
    .enabled(if: ServerKind.isAnyInstalled, "\(ServerKind.reason)"),
    arguments: ServerKind.installed)
  func `what another one of us has taken over is not taken from it`(_ kind: ServerKind) throws {
    let rig = try kind.makeRig()
    try rig.start()
    try load("Decks", owner: deadProcess(), on: rig)
    // As another one of us appears to the server.
    let other = try Command(
      "parec",
      [
        "--device=Decks.monitor", "--raw", "--latency-msec=20",
        "--property=application.id=stackdeck",
      ],
      environment: rig.environment
    ).start()
    #expect(waitUntil { other.outputBytes.count > 0 })
    #expect(
      throws: OutputProblem.refused(
        doing: "make virtual sink 'Decks'", reason: "process \(other.process) has one of that name")
    ) {
      try PulseCaptureStage(rig, .virtualSink("Decks")) { $0.waitsForDevice = false }
    }
    #expect(try rig.countSinks("Decks") == 1)
  }

  @Test(
    .enabled(if: ServerKind.isAnyInstalled, "\(ServerKind.reason)"),
    arguments: ServerKind.installed)
  func `programs hear a virtual source`(_ kind: ServerKind) throws {
    let rig = try kind.makeRig()
    try rig.start()
    let stage = try PulseCaptureStage(rig, .virtualSink("Decks"))
    #expect(stage.waitForState(\.isRunning))
    var settings = PulseSettings(server: rig.server)
    settings.virtualSource = "Our Mic"
    settings.asksForRealtime = false
    let output = PulseOutput(stage.bridge, settings)
    try output.start()
    #expect(try rig.sourceNames().contains("Our_Mic"))
    let player = try rig.play(
      Signals.sine(1000, 960_000).flatMap { [$0, $0 / 2] }, into: "Decks")
    let listener = try Command(
      "parec",
      [
        "--device=Our_Mic", "--format=float32le", "--rate=48000", "--channels=2", "--raw",
        "--latency-msec=20",
      ], environment: rig.environment
    ).start()
    let isHeard = waitUntil {
      let last = listener.outputBytes.suffix(8 * 4800)
      guard last.count == 8 * 4800 else { return false }
      let heard = Array(last).withUnsafeBytes { raw in
        (0..<9600).map { raw.loadUnaligned(fromByteOffset: 4 * $0, as: Float.self) }
      }
      return abs(Measurements.rms(Signals.channel(0, of: heard)) - 0.3536) < 0.004
        && abs(Measurements.rms(Signals.channel(1, of: heard)) - 0.1768) < 0.004
    }
    #expect(isHeard)
    _ = player
    output.close()
    #expect(try !rig.sourceNames().contains("Our_Mic"))
    #expect(try rig.countSinks("Our_Mic") == 0)
    stage.capture.close()
  }
}
