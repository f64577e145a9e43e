import MixSession
import MixTestSupport
import Testing

/// `midi list`, `midi monitor` and `midi learn` as they are built, with a real sequencer.
@Suite(
  .serialized, .enabled(if: MIDICommandBench.isInstalled, "\(MIDICommandBench.reason)"))
struct MIDICommandTests {
  let bench: MIDICommandBench

  init() throws { bench = try MIDICommandBench.run() }

  @Test func `the whole run came to its end`() {
    #expect(bench.result.status == 0 && bench.result.output == "", "\(bench.result.output)")
    #expect(bench.result.errors == "")
  }

  // MARK: list

  @Test func `ports are listed with their directions`() throws {
    let lines = try bench.text("list").split(separator: "\n")
    #expect(try bench.text("list-status") == "0\n" && bench.text("list-errors") == "")
    #expect(lines.first == "MIDI ports:")
    let desk = try #require(lines.first { $0.hasPrefix("  connect = \"Desk\" ") })
    #expect(desk.hasSuffix("# sends, receives, hardware"))
    #expect(lines.contains { $0.hasPrefix("  connect = \"Midi Through\" ") })
  }

  @Test func `of a session it is said what it takes`() throws {
    let lines = try bench.text("list-session").split(separator: "\n")
    let desk = try #require(lines.first { $0.contains("\"Desk\"") })
    #expect(desk.hasSuffix("; taken by the session's own map"))
    #expect(
      lines.dropFirst().filter { !$0.contains("Desk") }.allSatisfy { $0.hasSuffix("not taken") })
    let json = try bench.text("list-json")
    #expect(json.contains("\"name\":\"Desk\",") && json.contains("\"taken\":true,\"maps\":[null]"))
  }

  // MARK: monitor

  /// The lines of a file. Where the machine stood still between the halves of a fine control (which
  /// is on channel 2) it was given twice, first by its coarse half, and a half for itself if none had
  /// come before: the last one counts.
  private func lines(_ name: String) throws -> [String] {
    func control(_ line: String) -> String {
      String(line.split(separator: ": ").prefix(2).joined(separator: ": "))
    }
    var lines: [String] = []
    for line in try bench.text(name).split(separator: "\n").map(String.init) {
      let isHalf = line.contains(": cc ") && line.contains(", channel 2:")
      let kind = line.contains("cc 3,") || line.contains("cc 35,") ? ": cc14 3," : ": nrpn 300,"
      if isHalf, !lines.contains(where: { $0.contains(kind) }) { continue }
      if let last = lines.last, control(last) == control(line), line.contains("channel 2") {
        lines.removeLast()
      }
      lines.append(line)
    }
    return lines
  }

  @Test func `the monitor shows what arrives, and no clock`() throws {
    #expect(
      try lines("monitor") == [
        "Desk: cc 0, channel 1: 10",
        "Desk: cc14 3, channel 2: 8192",
        "Desk: nrpn 300, channel 2: 5000",
        "Desk: cc14 3, channel 2: 8200",
        "Desk: cc 1, channel 1: 64",
        "Desk: note 60, channel 1: 100",
        "Desk: cc 1, channel 1: 65",
        "Desk: note 60, channel 1: off",
        "Desk: pitchbend, channel 16: 16383",
        "Desk: program 3, channel 1: 127",
      ])
    #expect(try bench.text("monitor-status") == "143\n")
    #expect(try bench.text("monitor-errors").hasSuffix("listening to Desk\ngone: Desk\n"))
  }

  @Test func `with a session it shows what that moves, in the layer that is active`() throws {
    #expect(
      try lines("monitor-session") == [
        "Desk: cc 0, channel 1: 10 → player.a.gain",
        "Desk: cc14 3, channel 2: 8192 → nothing",
        "Desk: nrpn 300, channel 2: 5000 → nothing",
        "Desk: cc14 3, channel 2: 8200 → nothing",
        "Desk: cc 1, channel 1: 64 → nothing",
        "Desk: note 60, channel 1: 100 → layer.shift",
        "Desk: cc 1, channel 1: 65 → player.b.gain",
        "Desk: note 60, channel 1: off → layer.shift",
        "Desk: pitchbend, channel 16: 16383 → nothing",
        "Desk: program 3, channel 1: 127 → nothing",
      ])
  }

  @Test func `a device is told how to begin, as when the session runs`() throws {
    for name in ["monitor-session-rig", "learn-rig"] {
      #expect(try bench.text(name).contains(" in 0 cc 16 127 1\n"), "\(name)")
    }
    #expect(try !bench.text("monitor-rig").contains(" in 0 "))
  }

  @Test func `the same as JSON, an object a line`() throws {
    let lines = try bench.text("monitor-json").split(separator: "\n").map(String.init)
    #expect(lines.first == #"{"event":"connected","port":"Desk"}"#)
    #expect(lines.last == #"{"event":"gone","port":"Desk"}"#)
    let input = #"{"event":"input","port":"Desk","#
    #expect(lines.dropFirst().dropLast().allSatisfy { $0.hasPrefix(input) }, "\(lines)")
    for line in [
      #""kind":"cc","number":0,"channel":1,"value":10,"to":["player.a.gain"]}"#,
      #""kind":"cc14","number":3,"channel":2,"value":8192,"to":[]}"#,
      #""kind":"nrpn","number":300,"channel":2,"value":5000,"to":[]}"#,
      #""kind":"cc","number":1,"channel":1,"value":65,"to":["player.b.gain"]}"#,
      #""kind":"pitchbend","channel":16,"value":16383,"to":[]}"#,
    ] { #expect(lines.contains(input + line), "\(line) in \(lines)") }
  }

  // MARK: learn

  @Test func `the dialogue of learning`() throws {
    let screen = try bench.text("learn-screen").split(separator: "\n").map(String.init)
    let wanted = [
      "move a control … (^C ends)",
      "Desk: cc 0, channel 1: fader, absolute, 0–127, 44 values seen",
      "  in use: player.a.gain (set.toml:10). r replace, b both, Enter skip",
      "target, Tab completes: player.a.trim",
      #"  { cc = 0, channel = 1, to = "player.a.trim" },"#,
      "move the next control …",
      #"Desk: cc 16, channel 1: looks relative, one click right 1, left 127: relative = "1/127""#,
      "error: 'a.vol' is not an address",
      "target, Tab completes: player.b.gain",
      #"  { cc = 16, channel = 1, relative = "1/127", to = "player.b.gain" },"#,
      "Desk: note 36, channel 10: button: press toggles, h: only while held",
      "target while held, Tab completes: player.b.mute",
      #"  { note = 36, channel = 10, to = "player.b.mute", hold = true },"#,
      #"  { cc14 = 5, channel = 2, to = "player.a.balance" },"#,
      "status 130",
    ]
    var rest = screen[...]
    for line in wanted {
      let place = rest.firstIndex(of: line)
      #expect(place != nil, "\(line) in \(screen)")
      if let place { rest = rest[(place + 1)...] }
    }
  }

  @Test func `what was learnt stands in the file, and nothing else has changed`() throws {
    #expect(
      try bench.text("set.toml") == """
        # mine
        [player.a]
        [player.b]

        [midi]
        connect = "Desk"   # the small one
        init = ["BF 7F 01"]
        map = [
          # faders
          { cc = 0, channel = 1, to = "player.a.trim" },  # left
          { cc = 1, layer = "shift", to = "player.b.gain" },
          { note = 60, to = "layer.shift", hold = true },
          { cc = 16, channel = 1, relative = "1/127", to = "player.b.gain" },
          { note = 36, channel = 10, to = "player.b.mute", hold = true },
          { cc14 = 5, channel = 2, to = "player.a.balance" },
        ]

        """)
    let listed = try Command("stat", ["-c", "%a", bench.rig.directory["set.toml"]]).run()
    #expect(listed.output == "640\n")
    #expect(try bench.rig.directory.names().allSatisfy { !$0.hasSuffix("~") })
  }

  @Test func `a map of blocks gets a block`() throws {
    #expect(
      try bench.text("blocks.toml")
        == MIDICommandBench.blocks + """

          [[midi.map]]
          cc = 0
          channel = 1
          to = "player.a.gain"

          """)
  }

  @Test func `without write the file stays, and the line is there to be copied`() throws {
    #expect(try bench.text("unwritten.toml") == bench.text("blocks.toml"))
    #expect(
      try bench.text("unwritten-screen").contains(
        #"  { cc = 16, channel = 1, relative = "1/127", to = "player.a.trim" },"#))
  }

  // MARK: Where something is missing

  @Test func `without a sequencer it ends with its own status`() throws {
    #expect(try bench.text("none-status") == "list: 3\nmonitor: 3\nmonitor set.toml: 3\n")
    #expect(try bench.text("none-errors").contains("error: no ALSA sequencer (/dev/snd/seq)"))
  }
}

/// What needs no sequencer.
@Suite struct MIDICommandInputTests {
  @Test func `learning needs a terminal`() throws {
    let bench = try MixBench()
    try bench.write("[player.a]\n", to: "my set.toml")
    let result = try bench.run("midi", "learn", "my set.toml")
    #expect(result.status == 2 && result.output == "")
    #expect(
      result.errors == """
        error: midi learn needs a terminal
        help: what a control sends is shown by: stackdeck midi monitor 'my set.toml'

        """)
  }

  @Test(arguments: [["midi", "list"], ["midi", "monitor"]])
  func `a session with a mistake is told before anything else`(_ verb: [String]) throws {
    let bench = try MixBench()
    try bench.write("[midi]\nmaps = \"nanocontrol2\"\n")
    let result = try bench.command(verb + ["set.toml"]).run()
    #expect(result.status == 2 && result.output == "")
    #expect(result.errors.contains("no map is named 'nanocontrol2'"))
    #expect(result.errors.contains("did you mean 'nanokontrol2'?"))
  }
}
