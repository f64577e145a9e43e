import MixTestSupport
import Testing

/// The servers that other suites play on must themselves work.
@Suite struct RigTests {
  @Test(
    .enabled(if: ServerKind.isAnyInstalled, "\(ServerKind.reason)"),
    arguments: ServerKind.installed)
  func `a started server lists the sinks and sources of every rig`(_ kind: ServerKind) throws {
    let rig = try kind.makeRig()
    try rig.start()
    #expect(try Set(rig.sinkNames()) == ["main", "cue", "quad", "micfeed"])
    #expect(try rig.sourceNames().contains("mic"))
    let information = try rig.pactl("info")
    #expect(information.contains("Default Sink: main\n"))
    #expect(information.contains("Default Source: mic\n"))
    try rig.stop()
    #expect(throws: RigError.self) { try rig.pactl("info") }
  }

  @Test(
    .enabled(if: ServerKind.isAnyInstalled, "\(ServerKind.reason)"),
    arguments: ServerKind.installed)
  func `a crashed server answers again once it is started anew`(_ kind: ServerKind) throws {
    let rig = try kind.makeRig()
    try rig.start()
    try rig.crash()
    #expect(throws: RigError.self) { try rig.pactl("info") }
    try rig.start()
    #expect(try rig.sinkNames().contains("main"))
  }

  @Test(
    .enabled(if: ServerKind.isAnyInstalled, "\(ServerKind.reason)"),
    arguments: ServerKind.installed)
  func `a released rig leaves no server and no file`(_ kind: ServerKind) throws {
    var rig: ServerRig? = try kind.makeRig()
    try rig?.start()
    let directory = try #require(rig?.directory.path)
    let daemons = try Command("sh", ["-c", "cat *.pid"], directory: directory).run().output
      .split(separator: "\n")
    #expect(daemons.count == (kind == .pulseAudio ? 1 : 3))
    rig = nil
    #expect(try Command("test", ["-e", directory]).run().status == 1)
    for daemon in daemons {
      // A zombie that nobody reaps has ended too.
      let state = try Command("cat", ["/proc/\(daemon)/stat"]).run()
      #expect(state.status != 0 || state.output.contains(") Z "))
    }
  }

  @Test(.enabled(if: PulseRig.isInstalled, "\(PulseRig.reason)"))
  func `a frozen daemon answers after it has been thawed`() throws {
    let rig = try PulseRig()
    try rig.start()
    try rig.freeze()
    let question = try Command("pactl", ["info"], environment: rig.environment).start()
    #expect(question.wait(limit: .milliseconds(300)).end == .timedOut)
    try rig.thaw()
    #expect(try rig.pactl("info").contains("Default Sink: main"))
  }
}
