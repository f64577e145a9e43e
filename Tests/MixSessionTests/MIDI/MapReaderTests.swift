import MixEngine
import MixSession
import TOML
import Testing

/// Map files, read for a session.
struct MapReaderTests {
  static func read(
    _ text: String, for plan: SessionPlan
  ) -> (section: MIDISectionPlan?, diagnostics: [Diagnostic]) {
    MapReader.read(bytes: Array(text.utf8), file: "apc.toml", name: "apc", for: plan)
  }

  @Test func `a map's entries are those of a session, under its name`() throws {
    let session = try plan("[player.a]\n[midi]\nmaps = \"apc\"")
    let read = Self.read(
      """
      # A map.
      [midi]
      connect = ["APC"]
      takeover = "jump"
      init = ["F0 7E 7F 06 01 F7"]
      map = [{ cc = 48, to = "player.a.gain" }]
      """, for: session)
    #expect(read.diagnostics.isEmpty)
    let section = try #require(read.section)
    #expect(section.mapName == "apc" && section.source.file == "apc.toml")
    #expect(section.connect.map(\.value) == ["APC"] && section.takeover.value == .jump)
    #expect(section.initMessages.count == 1 && section.entries.count == 1)
    #expect(section.missing.isEmpty && section.leftOutCount == 0)
    var whole = session
    whole.add(section)
    #expect(whole.midi.sections.map(\.mapName) == [nil, "apc"])
    #expect(whole.midi.controlCount == 1 && whole.midi.connectNames == ["APC"])
  }

  @Test func `what the session lacks is left out and noted`() throws {
    let session = try plan("[player.a]\neffects = \"echo\"\n[effect.echo]\ntype = \"delay\"")
    let read = Self.read(
      """
      [midi]
      map = [
        { cc = 1, to = "player.a.gain" },
        { cc = 2, to = "player.c.gain" },
        { cc = 3, to = ["player.a.trim", "player.d.trim"] },
        { cc = 4, to = "crossfader.position" },
        { note = 5, to = "session.fade", value = 8 },
        { note = 6, to = "recorder.take.record", led = true },
        { cc = 7, to = "effect.filter.frequency", range = [20, 20000] },
        { cc = 8, to = "effect.echo.time" },
        { cc = 9, from = "player.c.level" },
        { note = 10, to = "layer.shift", hold = true },
        { cc = 1, layer = "shift", to = "player.c.trim" },
        { cc = 11, to = "output.cue.gain" },
        { cc = 12, to = "player.a.gain", channel = 3 },
      ]
      """, for: session)
    #expect(read.diagnostics.isEmpty)
    let section = try #require(read.section)
    #expect(
      section.missing == [
        "player.c.gain", "player.d.trim", "crossfader.position", "session.fade",
        "recorder.take.record", "effect.filter.frequency", "player.c.level", "player.c.trim",
        "output.cue.gain",
      ])
    #expect(section.leftOutCount == 8)
    #expect(
      section.entries.map { $0.to.map(\.value) } == [
        ["player.a.gain"], ["player.a.trim"], ["effect.echo.time"], ["layer.shift"],
        ["player.a.gain"],
      ])
    #expect(section.layers == ["shift"])
  }

  typealias Case = SessionErrorTests.Case

  static let mistakes = [
    Case("[«player».a]\n[midi]", "a map file holds nothing but [midi]"),
    Case(
      "«connect» = \"APC\"\n[midi]", "a map file holds nothing but [midi]",
      help: "write it under [midi]"),
    Case(
      "midi = «3»", "midi is a table, not a number", help: "write its keys under [midi]"),
    Case(
      "[midi]\n«maps» = \"other\"", "'maps' is not a key of [midi] of a map file",
      help: "did you mean 'map'? [midi] of a map file has connect, takeover, init, map"),
    Case(
      "[midi]\nmap = [{ cc = 1, to = «\"player.a.vol\"» }]", "'player.a.vol' is not an address",
      help: "did you mean player.a.gain?"),
    Case(
      "[midi]\nmap = [{ cc = 1, to = «\"plaier.c.gain\"» }]",
      "'plaier.c.gain' is not an address", help: "did you mean player.a.gain?"),
    Case(
      "[midi]\nmap = [{ cc = 1, to = «\"session.brows\"» }]",
      "'session.brows' is not an address"),
    Case(
      "[midi]\nmap = [{ note = 1, to = «\"layer.shfit\"» }, "
        + "{ note = 1, layer = \"shift\", to = \"player.c.play\" }]",
      "no entry stands in layer 'shfit'", help: "did you mean layer.shift?"),
    Case(
      "[midi]\nmap = [{ cc = «200», to = \"player.c.gain\" }]", "cc must be 0…127, not 200"),
    Case(
      "[midi]\nmap = [{ note = 1, to = [\"player.c.gain\", \"player.a.gain\"], «hold» = true }]",
      "hold is for switches, player.a.gain is a number"),
  ]

  @Test(arguments: mistakes)
  func `each mistake has its place in the map`(_ example: Case) throws {
    let marked = MarkedSession(example.session)
    let read = Self.read(marked.text, for: try plan("[player.a]"))
    let place = try #require(marked.range).start
    var expected = "apc.toml:\(place.line):\(place.column): error: \(example.message)"
    if let help = example.help { expected += "\nhelp: \(help)" }
    #expect(read.diagnostics.map(\.text).joined(separator: "\n") == expected)
    #expect(read.diagnostics.first?.place.range == marked.range)
    #expect(read.section == nil)
  }

  @Test func `a file without the table, or without sense, is told`() throws {
    let session = try plan("")
    #expect(
      Self.read("# nothing", for: session).diagnostics.map(\.message) == [
        "a map file has a table [midi]"
      ])
    let broken = Self.read("[midi\nmap = [", for: session)
    #expect(broken.section == nil && !broken.diagnostics.isEmpty)
    #expect(!broken.diagnostics.contains { $0.message == "a map file has a table [midi]" })
  }

  @Test func `a layer of a map can be woken by the session's own entries`() throws {
    let text = """
      [player.a]
      [midi]
      maps = "apc"
      map = [{ note = 1, to = "layer.shift" }]
      """
    var session = try plan(text)
    #expect(
      session.problemsOfLayers.map(\.text) == [
        """
        set.toml:4:25: error: no entry stands in layer 'shift'
        help: an entry stands in it by layer = "shift"
        """
      ])
    let map = Self.read(
      "[midi]\nmap = [{ cc = 1, layer = \"shift\", to = \"player.a.gain\" }]", for: session)
    session.add(try #require(map.section))
    #expect(session.problemsOfLayers.isEmpty)
    let second = Self.read("[midi]\nmap = [{ note = 2, to = \"layer.shift\" }]", for: session)
    #expect(second.section != nil)
  }

  // MARK: Whatever is written

  @Test func `whatever byte is wrong a map is read without a crash`() throws {
    let session = try plan("[player.a]\ncrossfade = \"left\"\n[recorder.t]")
    let bytes = Array(
      """
      [midi]
      connect = ["APC", 'nano']
      init = ["F0 7E 7F F7", "B0 00 7F"]
      map = [
        { cc14 = 0x10, channel = 2, to = ["player.a.gain", "player.b.gain"], range = [-inf, 0] },
        { note = 3, layer = "x", to = "layer.x", hold = true, led = { on = 1, cc = 5 } },
        { from = "bus.main.level", pitchbend = true, range = [-60, 0] },
        { cc = 4, relative = "1/127", sensitivity = 0.5, to = "crossfader.position" },
        { note = 4, to = "session.fade", value = 8 },
      ]
      """.utf8)
    let replacements: [UInt8] = [
      0, 0x0A, 0x22, 0x23, 0x2D, 0x2E, 0x39, 0x3D, 0x5B, 0x61, 0x7B, 0xFF,
    ]
    func check(_ bytes: [UInt8]) {
      let read = MapReader.read(bytes: bytes, file: "m.toml", name: "m", for: session)
      let hasErrors = read.diagnostics.contains { $0.severity == .error }
      #expect((read.section == nil) == hasErrors)
      for diagnostic in read.diagnostics {
        #expect(diagnostic.place.range.end.offset <= bytes.count)
      }
    }
    check(bytes)
    #expect(
      MapReader.read(bytes: bytes, file: "m.toml", name: "m", for: session).section != nil)
    for place in bytes.indices {
      check(Array(bytes[..<place]))
      for replacement in replacements {
        var broken = bytes
        broken[place] = replacement
        check(broken)
      }
    }
  }
}
