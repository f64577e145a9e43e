import MixEngine
import MixSession
import Testing

/// `sends` and `point`, as plans have them.
struct SendPlanTests {
  private static let session = """
    [player.a]
    sends = { echo = -6, cue = 0 }
    [oscillator.tone]
    to = "echo"
    sends = { main = -inf }
    [bus.echo]
    point = "pre"
    sends = { room = 12 }
    [bus.room]
    [bus.cue]
    point = "pre"
    """

  /// "player.a.sends.echo -6.0"
  private func sends(_ plan: SessionPlan) -> [String] {
    plan.strips.flatMap { plan.sends(of: $0) }.map { "\($0.level.address) \($0.level.value.value)" }
  }

  @Test func `a strip has the sends that its table names, in their order`() throws {
    let plan = try plan(Self.session)
    #expect(
      sends(plan) == [
        "player.a.sends.echo -6.0", "player.a.sends.cue 0.0", "oscillator.tone.sends.main -inf",
        "bus.echo.sends.room 12.0",
      ])
    #expect(plan.strip(named: "a")?.sends.map(\.bus.value) == ["echo", "cue"])
    #expect(plan.strip(named: "room")?.sends == [])
    let points = plan.strips.filter { $0.kind == .bus }.map { "\($0.name) \($0.sendPoint.value)" }
    #expect(points == ["echo pre", "room post", "cue pre", "main post"])
  }

  @Test func `levels stand among the parameters, as a fader that begins silent`() throws {
    let plan = try plan(Self.session)
    let level = try #require(plan.parameters.first { $0.address == "player.a.sends.echo" })
    #expect(level.value.value == -6 && level.descriptor.name == "echo")
    #expect(level.descriptor.range == -.infinity...12)
    #expect(level.descriptor.defaultValue == -.infinity)
    // A control covers −∞…0 dB.
    #expect(level.descriptor.taper.value(at: 0) == -.infinity)
    #expect(level.descriptor.taper.value(at: 1) == 0)
  }

  @Test func `every other bus has an address, and its own has none`() throws {
    let addresses = try plan(Self.session).addresses
    let found = addresses.addresses.filter { $0.contains(".sends.") }
    #expect(
      found == [
        "player.a.sends.echo", "player.a.sends.room", "player.a.sends.cue",
        "oscillator.tone.sends.room", "oscillator.tone.sends.cue", "oscillator.tone.sends.main",
        "bus.echo.sends.room", "bus.echo.sends.cue", "bus.room.sends.echo", "bus.room.sends.cue",
      ])
    #expect(addresses["player.a.sends"] == .key)
    #expect(addresses["bus.cue.sends"] == nil && addresses["bus.cue.point"] == .key)
    guard case .parameter(let level)? = addresses["player.a.sends.room"] else {
      Issue.record("no address")
      return
    }
    #expect(level.name == "room" && level.defaultValue == -.infinity)
    // A session without other buses has none.
    #expect(!(try plan("[player.a]").addresses.addresses.contains { $0.contains(".sends.") }))
  }

  @Test func `what an event or a control moves or shows is a send, and begins at −∞`() throws {
    let plan = try plan(
      """
      [session]
      events = [
        { at = 1, to = "player.a.sends.echo", value = -3, over = 2 },
        { at = 2, to = "player.a.sends.room", value = 0 },
      ]
      [player.a]
      sends = { room = -6 }
      [player.b]
      [bus.echo]
      [bus.room]
      [midi]
      map = [
        { cc = 1, to = ["player.b.sends.cue", "player.a.sends.echo"] },
        { cc = 2, from = "bus.room.sends.echo" },
      ]
      """)
    #expect(
      sends(plan) == [
        "player.a.sends.room -6.0", "player.a.sends.echo -inf", "player.b.sends.cue -inf",
        "bus.room.sends.echo -inf",
      ])
    #expect(plan.strip(named: "a")?.sends.count == 1)
    // What only a send goes to is there.
    #expect(plan.strip(named: "cue") != nil)
    let levels: [Float] = plan.parameters.filter { $0.address.contains(".sends.") }
      .map(\.value.value)
    #expect(levels == [-6, -.infinity, -.infinity, -.infinity])
  }

  @Test func `plans differ by sends and points, not by where they are written`() throws {
    let before = try plan(Self.session)
    #expect(try before.strips == plan("# shifted\n" + Self.session).strips)
    for (old, new) in [("-6", "-7"), ("cue = 0", "room = 0"), ("point = \"pre\"\nsends", "sends")] {
      #expect(try before.strips != plan(Self.session.replacing(old, with: new)).strips, "\(new)")
    }
  }

  @Test func `--set sets a send, named or not`() throws {
    let plan = try plan(
      Self.session, settings: ["player.a.sends.echo=-9", "bus.room.sends.cue=-12"])
    #expect(
      sends(plan) == [
        "player.a.sends.echo -9.0", "player.a.sends.cue 0.0", "oscillator.tone.sends.main -inf",
        "bus.echo.sends.room 12.0", "bus.room.sends.cue -12.0",
      ])
    // A bus may have the name of a key that wants text.
    let other = try MixSessionTests.plan(
      "[player.a]\n[bus.file]", settings: ["player.a.sends.file=-9"])
    #expect(sends(other) == ["player.a.sends.file -9.0"])
    let wrong = SessionReader.read(
      bytes: Array(Self.session.utf8), file: "set.toml", settings: ["player.a.sends.ecko=-9"])
    #expect(
      wrong.diagnostics.map(\.text) == [
        "--set:1:16: error: no bus is named 'ecko'\n"
          + "help: did you mean 'echo'? this session has main, cue, echo, room"
      ])
  }

  @Test func `a map file's sends that would close a circle are left out`() throws {
    let session = try plan("[bus.a]\n[bus.b]\n[bus.c]\nto = \"a\"")
    let map = """
      [midi]
      map = [
        { cc = 1, to = "bus.a.sends.b" },
        { cc = 2, to = ["bus.b.sends.a", "bus.b.sends.main", "bus.b.sends.cue"] },
        { cc = 3, from = "bus.a.sends.c" },
        { cc = 4, to = "bus.b.sends.c" },
        { cc = 5, to = "bus.c.sends.b" },
      ]
      """
    let read = MapReader.read(bytes: Array(map.utf8), file: "m.toml", name: "m", for: session)
    let section = try #require(read.section)
    #expect(section.entries.flatMap { $0.to.map(\.value) } == ["bus.a.sends.b", "bus.c.sends.b"])
    #expect(section.leftOutCount == 3)
    #expect(
      section.missing == [
        "bus.b.sends.main", "bus.b.sends.cue", "bus.b.sends.a", "bus.a.sends.c", "bus.b.sends.c",
      ])
    var whole = session
    whole.add(section)
    let build = try SessionBuilder(
      engine: Engine(sampleRate: SampleRate(48_000), isOffline: true)
    ).build(whole)
    #expect(build.graph.problems() == [])
  }

  @Test func `a map file's sends to buses that a session lacks are left out`() throws {
    let session = try plan("[player.a]\n[bus.echo]")
    let map = """
      [midi]
      map = [
        { cc = 1, to = "player.a.sends.echo" },
        { cc = 2, to = "player.a.sends.room" },
        { cc = 3, to = "player.a.sends.main" },
        { cc = 4, to = "player.b.sends.echo" },
      ]
      """
    let read = MapReader.read(bytes: Array(map.utf8), file: "m.toml", name: "m", for: session)
    #expect(read.diagnostics.isEmpty)
    let section = try #require(read.section)
    #expect(section.entries.map { $0.to.map(\.value) } == [["player.a.sends.echo"]])
    #expect(section.leftOutCount == 3)
    var whole = session
    whole.add(section)
    #expect(sends(whole) == ["player.a.sends.echo -inf"])
  }
}
