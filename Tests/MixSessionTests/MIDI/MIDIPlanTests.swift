import MixEngine
import MixSession
import TOML
import Testing

/// `[midi]` of sessions that are right.
struct MIDIPlanTests {
  static let decks = """

    [player.a]
    crossfade = "left"
    effects = ["echo"]
    [player.b]
    crossfade = "right"
    [effect.echo]
    type = "delay"
    [recorder.take]

    """

  /// The one entry of a map over the decks.
  static func entry(_ text: String, line: Int = #line) throws -> MIDIEntryPlan {
    let plan = try plan("[midi]\nmap = [\(text)]" + decks)
    let section = try #require(plan.midi.sections.first)
    #expect(section.entries.count == 1, "line \(line)")
    return try #require(section.entries.first)
  }

  @Test func `a session without the table listens to nothing`() throws {
    #expect(try plan("[player.a]").midi == MIDIPlan())
  }

  @Test func `an empty table listens to every hardware port, and moves nothing`() throws {
    let section = try #require(try plan("[midi]").midi.sections.first)
    #expect(section.mapName == nil)
    #expect(section.connect.isEmpty && section.maps.isEmpty && section.initMessages.isEmpty)
    #expect(section.takeover.value == .pickup)
    #expect(section.entries.isEmpty)
  }

  @Test func `the table has what it says`() throws {
    let plan = try plan(
      """
      [midi]
      connect = "nanoKONTROL2"
      maps = ["mine", "maps/other.toml"]
      takeover = "scale"
      init = ["F0 42 40 00 01 13 00 00 00 01 F7", "b0007fC0 05 F8", 'E0 00 40']
      """)
    let section = try #require(plan.midi.own)
    #expect(section.connect.map(\.value) == ["nanoKONTROL2"])
    #expect(plan.mapNames.map(\.value) == ["mine", "maps/other.toml"])
    #expect(section.takeover.value == .scale)
    #expect(
      section.initMessages == [
        [0xF0, 0x42, 0x40, 0, 1, 0x13, 0, 0, 0, 1, 0xF7], [0xB0, 0, 0x7F], [0xC0, 5], [0xF8],
        [0xE0, 0, 0x40],
      ])
  }

  @Test func `an entry that only says what moves what has all defaults`() throws {
    let entry = try Self.entry("{ cc = 7, to = \"player.a.gain\" }")
    #expect(entry.control == MIDIControl(.cc, 7))
    #expect(entry.channel == nil && entry.port == nil && entry.layer == nil)
    #expect(entry.to.map(\.value) == ["player.a.gain"] && entry.from == nil)
    #expect(entry.relative == nil && entry.range == nil && !entry.isLinear)
    #expect(entry.sensitivity == 1 && entry.takeover == nil)
    #expect(!entry.isHeld && entry.value == nil && entry.step == nil && entry.light == nil)
  }

  static let controls: [(text: String, control: MIDIControl)] = [
    ("cc = 0x10", MIDIControl(.cc, 16)), ("cc = 0", MIDIControl(.cc, 0)),
    ("cc = 127.0", MIDIControl(.cc, 127)), ("cc14 = 31", MIDIControl(.cc14, 31)),
    ("note = 0o17", MIDIControl(.note, 15)), ("key_pressure = 60", MIDIControl(.keyPressure, 60)),
    ("program = 127", MIDIControl(.program, 127)), ("nrpn = 16383", MIDIControl(.nrpn, 16383)),
    ("rpn = 0", MIDIControl(.rpn, 0)), ("pitchbend = true", MIDIControl(.pitchBend)),
    ("pressure = true", MIDIControl(.pressure)),
  ]

  @Test(arguments: controls)
  func `every kind of control has its number`(_ example: (text: String, control: MIDIControl))
    throws
  {
    let entry = try Self.entry("{ \(example.text), to = \"player.a.gain\" }")
    #expect(entry.control == example.control)
  }

  @Test(arguments: [1, 2, 10, 16])
  func `channels count from 1 for people, from 0 on the wire`(_ channel: Int) throws {
    let entry = try Self.entry("{ cc = 7, channel = \(channel), to = \"player.a.gain\" }")
    #expect(entry.channel == channel - 1)
  }

  @Test func `turning has its range, taper, way and sensitivity`() throws {
    let slider = try Self.entry(
      "{ cc14 = 0, channel = 1, to = \"player.a.gain\", range = [0, -inf], taper = \"linear\", "
        + "takeover = \"jump\" }")
    #expect(slider.range == [0, -.infinity])
    #expect(slider.isLinear && slider.takeover == .jump)
    let encoder = try Self.entry(
      "{ cc = 1, relative = \"65/63\", to = \"effect.echo.lowpass\", range = [20, \"off\"], "
        + "sensitivity = 0.5, taper = \"own\" }")
    #expect(encoder.relative == .offset && encoder.sensitivity == 0.5 && !encoder.isLinear)
    #expect(encoder.range == [20, Double(DelayWord.off)])
    let several = try Self.entry(
      "{ cc = 1, to = [\"player.a.gain\", \"player.b.gain\", \"player.b.mute\"], range = [-6, 6] }")
    #expect(several.to.count == 3 && several.range == [-6, 6])
  }

  /// What the word "off" of a delay's low-pass stands for, by its descriptor.
  enum DelayWord {
    static let off: Float = {
      let kind = EffectCatalogue.kind("delay")
      return kind?.descriptors.first { $0.name == "lowpass" }?.word?.value ?? .nan
    }()
  }

  static let presses: [(text: String, value: AddressValue?, step: Double?, isHeld: Bool)] = [
    ("{ note = 1, to = \"player.a.mute\" }", nil, nil, false),
    ("{ note = 1, to = \"player.a.mute\", hold = true }", nil, nil, true),
    ("{ note = 1, to = \"player.a.mute\", hold = false }", nil, nil, false),
    ("{ note = 1, to = \"player.a.play\", hold = true }", nil, nil, true),
    ("{ note = 1, to = \"player.a.play\", value = true }", .toggle(true), nil, false),
    ("{ note = 1, to = \"player.a.mute\", value = false }", .toggle(false), nil, false),
    ("{ note = 1, to = \"player.a.gain\", value = -inf }", .number(-.infinity), nil, false),
    ("{ cc = 1, to = \"player.a.gain\", step = -1.5 }", nil, -1.5, false),
    ("{ nrpn = 1, to = \"player.a.gain\", value = 0 }", .number(0), nil, false),
    ("{ program = 1, to = \"player.a.restart\" }", nil, nil, false),
    ("{ note = 1, to = \"player.a.seek\", value = \"1:30.5\" }", .number(90.5), nil, false),
    ("{ note = 1, to = \"player.a.loop_in\" }", nil, nil, false),
    ("{ note = 1, to = \"player.a.loop_in\", value = 4 }", .number(4), nil, false),
    ("{ note = 1, to = \"session.fade\", value = 8 }", .number(8), nil, false),
    ("{ note = 1, to = \"session.stop\" }", nil, nil, false),
    ("{ note = 1, to = \"session.reload\" }", nil, nil, false),
    ("{ note = 1, to = \"recorder.take.mark\" }", nil, nil, false),
    ("{ note = 1, to = \"recorder.take.mark\", value = \"Jingle\" }", .text("Jingle"), nil, false),
    (
      "{ note = 38, to = [\"recorder.take.record\", \"player.a.play\"], value = true }",
      .toggle(true), nil, false
    ),
  ]

  @Test(arguments: presses)
  func `a press has its value, its step, or is held`(
    _ example: (text: String, value: AddressValue?, step: Double?, isHeld: Bool)
  ) throws {
    let entry = try Self.entry(example.text)
    #expect(entry.value == example.value)
    #expect(entry.step == example.step)
    #expect(entry.isHeld == example.isHeld)
  }

  @Test func `lights have what is written, else what is usual`() throws {
    let plain = try #require(
      try Self.entry("{ note = 1, to = \"player.a.play\", led = true }").light)
    #expect(plain == MIDILightPlan())
    #expect(plain.on == 127 && plain.off == 0 && plain.wait == nil && plain.loaded == nil)
    let full = try #require(
      try Self.entry(
        "{ pitchbend = true, to = \"player.a.play\", led = { on = 1, off = 3, wait = 2, loaded = 5, "
          + "cc = 0x2A, channel = 16 } }"
      ).light)
    #expect(full.on == 1 && full.off == 3 && full.wait == 2 && full.loaded == 5)
    #expect(full.control == MIDIControl(.cc, 42) && full.channel == 15)
    let elsewhere = try #require(
      try Self.entry("{ cc = 1, to = \"player.a.gain\", led = { note = 9 } }").light)
    #expect(elsewhere.control == MIDIControl(.note, 9))
  }

  @Test func `readings and parameters are shown`() throws {
    let meter = try Self.entry("{ from = \"bus.main.level\", cc = 90, range = [-60, 0] }")
    #expect(meter.from?.value == "bus.main.level" && meter.to.isEmpty)
    #expect(meter.range == [-60, 0] && meter.control == MIDIControl(.cc, 90))
    #expect(try Self.entry("{ from = \"bus.main.clip\", note = 1 }").range == nil)
    #expect(try Self.entry("{ from = \"player.a.level\", pressure = true }").range == nil)
    let ring = try Self.entry(
      "{ from = \"player.a.gain\", cc = 1, range = [-12, 0], layer = \"x\", taper = \"linear\" }")
    #expect(ring.range == [-12, 0] && ring.isLinear && ring.layer == "x")
    #expect(
      try Self.entry("{ from = \"player.a.position\", cc = 1, range = [0, 300] }").range != nil)
  }

  @Test func `a layer is there when an entry stands in it`() throws {
    let plan = try plan(
      """
      [midi]
      map = [
        { note = 98, to = "layer.shift", hold = true, led = true },
        { note = 99, to = ["layer.fx", "player.a.mute"], value = true },
        { cc = 1, layer = "shift", to = "player.a.trim" },
        { cc = 1, layer = "fx", to = "player.a.balance" },
        { cc = 2, layer = "shift", to = "layer.fx" },
      ]
      [player.a]
      """)
    #expect(plan.midi.layers == ["shift", "fx"])
    #expect(plan.addresses["layer.shift"] == .action(.layer, module: "layer.shift"))
    #expect(plan.addresses["layer.base"] == nil)
    #expect(plan.midi.own?.entries.map(\.layer) == [nil, nil, "shift", "fx", "shift"])
  }

  @Test func `a list of entries and blocks say the same`() throws {
    let list = try plan(
      """
      [player.a]
      [midi]
      map = [
        { cc = 7, channel = 2, to = "player.a.gain", range = [-20, 0] },
        { note = 1, to = "player.a.play", led = { on = 1 } },
      ]
      """)
    let blocks = try plan(
      """
      [player.a]
      [[midi.map]]
      cc = 7
      channel = 2
      to = ["player.a.gain"]
      range = [-20, 0]
      [[midi.map]]
      note = 1
      to = "player.a.play"
      led.on = 1
      """)
    #expect(list.midi == blocks.midi)
  }

  @Test func `cue is there when only a control leads to it`() throws {
    let plan = try plan("[midi]\nmap = [{ cc = 1, to = [\"bus.cue.gain\"] }]")
    #expect(plan.strip(named: "cue") != nil)
  }

  @Test func `settings of the command line reach the table`() throws {
    let plan = try plan(
      "[midi]\nconnect = \"APC\"", settings: ["midi.connect=nanoKONTROL2", "midi.takeover=jump"])
    #expect(plan.midi.own?.connect.map(\.value) == ["nanoKONTROL2"])
    #expect(plan.midi.own?.takeover.value == .jump)
  }

  @Test func `a trim that a control moves is not left out`() throws {
    func listing(_ text: String) throws -> [String] {
      let plan = try plan(text)
      let engine = Engine(sampleRate: plan.sampleRate.value, isOffline: true)
      var options = SessionBuilder.Options()
      options.omitsIdle = true
      let build = try SessionBuilder(engine: engine, options: options).build(plan)
      return build.graph.modules.map(\.address)
    }
    #expect(try !listing("[player.a]").contains("player.a.trim"))
    #expect(
      try listing("[player.a]\n[midi]\nmap = [{ cc = 1, to = \"player.a.trim\" }]")
        .contains("player.a.trim"))
  }

  // MARK: Whole sessions

  /// Two decks, a mixer's controls and a layer.
  static let twoDecks = """
    [session]
    name = "Friday"
    [output.main]
    latency_ms = 30
    [player.a]
    file = "opening.flac"
    start = "manual"
    crossfade = "left"
    [player.b]
    start = "manual"
    crossfade = "right"
    [crossfader]
    curve = "constant-power"
    [effect.echo]
    type = "delay"
    feedback = 60
    mix = 100
    [bus.echo]
    effects = ["echo"]
    [recorder.set]
    file = "~/Music/sets/friday-%Y-%m-%d-%H%M.flac"
    [midi]
    connect = ["nanoKONTROL2"]
    map = [
      # faders
      { cc = 0, to = "player.a.gain" },
      { cc = 1, to = "player.b.gain" },
      { cc = 7, to = "crossfader.position" },
      # the same knobs while CYCLE is held
      { cc = 16, to = "player.a.balance" },
      { cc = 19, to = "player.b.balance" },
      { cc = 46, to = "layer.cycle", hold = true },
      { cc = 16, layer = "cycle", to = "player.a.trim" },
      { cc = 19, layer = "cycle", to = "player.b.trim" },
      { cc = 23, layer = "cycle", to = "output.main.gain" },
      # M: play
      { cc = 48, to = "player.a.play", led = true },
      { cc = 49, to = "player.b.play", led = true },
      { cc = 45, to = "recorder.set.record", led = true },
      { from = "bus.main.clip", cc = 42 },
    ]
    """

  /// Pads with lights, shots, and a shift layer.
  static let pads = """
    [player.drums]
    file = "loops/drums.wav"
    start = "manual"
    loop = true
    [player.bass]
    file = "loops/bass.wav"
    start = "manual"
    loop = true
    [player.horn]
    file = "shots/horn.wav"
    start = "manual"
    [bus.main]
    effects = ["filter"]
    [effect.filter]
    type = "lowpass"
    on = false
    [recorder.jam]
    start = "manual"
    file = "jam-%Y%m%d.wav"
    [midi]
    connect = ["APC MINI"]
    map = [
      { note = 0, to = "player.drums.play", led = { on = 1, wait = 6, loaded = 5 } },
      { note = 1, to = "player.bass.play", led = { on = 1, wait = 6, loaded = 5 } },
      { note = 4, to = "player.horn.restart", led = { on = 3, loaded = 5 } },
      { note = 9, to = ["player.drums.stop", "player.bass.stop"] },
      { note = 10, to = "effect.filter.on", hold = true, led = { on = 3 } },
      { note = 98, to = "layer.shift", hold = true },
      { note = 0, layer = "shift", to = "player.drums.seek", value = 1, led = { on = 5 } },
      { note = 1, layer = "shift", to = "player.drums.seek", value = 2, led = { on = 5 } },
      { cc = 48, to = "player.drums.gain" },
      { cc = 52, to = ["player.horn.gain", "player.bass.gain"] },
      { cc = 55, to = "effect.filter.frequency" },
      { cc = 56, to = "bus.main.gain" },
      { note = 89, to = "recorder.jam.record", led = true },
    ]
    """

  @Test func `whole sessions are read, and their controls counted`() throws {
    let decks = try plan(Self.twoDecks)
    #expect(
      decks.summary().text == "2 players, 13 controls (nanoKONTROL2), 1 recorder, ends by hand")
    #expect(decks.midi.layers == ["cycle"])
    let pads = try plan(Self.pads)
    #expect(
      pads.summary().text == "3 players, 13 controls (APC MINI), 1 recorder, ends by hand")
    let lights = try #require(pads.midi.own).entries.compactMap(\.light)
    #expect(lights.map(\.on) == [1, 1, 3, 3, 5, 5, 127])
    #expect(lights.map(\.loaded) == [5, 5, 5, nil, nil, nil, nil])
    #expect(
      try plan("[midi]\nmap = [{ cc = 1, to = \"bus.main.gain\" }]").summary().text
        .hasPrefix("1 control, "))
  }

  // MARK: Changes

  @Test func `a change of the map is told by its keys`() throws {
    func change(_ old: String, _ new: String) throws -> SessionChange {
      let first = try plan(old + Self.decks), second = try plan(new + Self.decks)
      let builder = SessionBuilder(engine: Engine(sampleRate: first.sampleRate.value))
      _ = try builder.build(first)
      return try builder.update(to: second).change
    }
    let entry = "map = [{ cc = 7, to = \"player.a.gain\" }]\n"
    let moved = "\n\nmap = [ { to = \"player.a.gain\", cc = 7 } ]  # elsewhere\n"
    #expect(try change("[midi]\n" + entry, "[midi]\n" + moved).isEmpty)
    let other = try change(
      "[midi]\n" + entry, "[midi]\nconnect = \"APC\"\nmap = [{ cc = 8, to = \"player.a.gain\" }]\n")
    #expect(other.changed == ["midi.connect", "midi.map"])
    #expect(other.text == "2 values changed")
    #expect(other.changesMIDI)
    let gone = try change("[midi]\ninit = [\"F8\"]\n" + entry, "")
    #expect(gone.changed == ["midi.init", "midi.map"])
    let gain = try change("[bus.main]\ngain = -1\n", "[bus.main]\ngain = -2\n")
    #expect(!gain.changesMIDI)
  }
}
