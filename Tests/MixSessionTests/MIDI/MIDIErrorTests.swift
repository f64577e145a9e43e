import MixSession
import Testing

/// One wrong `[midi]` each, with the place («…») and the whole text that it must give.
struct MIDIErrorTests {
  typealias Case = SessionErrorTests.Case

  /// A session with two players on a crossfader, an effect, and a take.
  static let decks = """

    [player.a]
    file = "a.wav"
    crossfade = "left"
    [player.b]
    crossfade = "right"
    effects = ["echo"]
    [effect.echo]
    type = "delay"
    [recorder.take]
    """

  /// A wrong entry of that session's map.
  static func entry(
    _ entry: String, _ message: String, help: String? = nil,
    severity: Diagnostic.Severity = .error
  ) -> Case {
    Case("[midi]\nmap = [\n  \(entry),\n]" + decks, message, help: help, severity: severity)
  }

  /// Wrong keys of the table.
  static func table(_ keys: String, _ message: String, help: String? = nil) -> Case {
    Case("[midi]\n\(keys)" + decks, message, help: help)
  }

  static let tables = [
    Case("midi = «3»", "midi is a table, not a number", help: "write its keys under [midi]"),
    Case("«[[midi]]»\n", "midi is a table, not a list", help: "write its keys under [midi]"),
    table(
      "«conect» = \"APC\"", "'conect' is not a key of [midi]",
      help: "did you mean 'connect'? [midi] has connect, maps, takeover, init, map"),
    table(
      "«device» = \"APC\"", "'device' is not a key of [midi]",
      help: "did you mean 'connect'? [midi] has connect, maps, takeover, init, map"),
    table(
      "«cc» = 7", "'cc' is not a key of [midi]",
      help: "in an entry: map = [ { cc = 7, to = \"player.a.gain\" } ]"),
    table(
      "connect = «3»", "connect is text, not a number", help: "in quotes: connect = \"3\""),
    table("connect = «[]»", "connect is empty", help: "leave the key out"),
    table("connect = [\"APC\", «\"\"»]", "connect is empty", help: "leave the key out"),
    table("connect = [\"APC\", «7»]", "connect is a list of texts, with a number in it"),
    table("maps = [\"apc\", «\"apc\"»]", "apc stands here twice"),
    table("maps = «true»", "maps is text, not true", help: "in quotes: maps = \"true\""),
    table(
      "takeover = «\"pick-up\"»",
      "takeover is \"pickup\", \"scale\" or \"jump\", not \"pick-up\"",
      help: "did you mean 'pickup'?"),
    table(
      "map = «7»", "map is a list of entries, not a number",
      help: "map = [ { cc = 7, to = \"player.a.gain\" } ]"),
    table(
      "map = «{ cc = 7, to = \"player.a.gain\" }»", "map is a list of entries, not a table",
      help: "[[midi.map]] for each"),
    table(
      "map = [«7»]", "an entry is a table, not a number",
      help: "{ cc = 7, to = \"player.a.gain\" }"),
  ]

  static let messages = [
    table(
      "init = «\"B0 00 7F\"»", "init is a list of texts, not text",
      help: "init = [\"F0 7E 7F 06 01 F7\"]"),
    table("init = [«176»]", "init is a list of texts, with a number in it"),
    table("init = [«\"\"»]", "a message has at least one byte"),
    table(
      "init = [\"B0 «0G» 7F\"]", "'0G' is not made of bytes in hex",
      help: "two digits each: \"F0 7E 7F 06 01 F7\""),
    table(
      "init = [\"«0xB0» 00 7F\"]", "'0xB0' is not made of bytes in hex",
      help: "two digits each: \"F0 7E 7F 06 01 F7\""),
    table(
      "init = [\"B0 «7» 7F\"]", "'7' is not made of bytes in hex",
      help: "two digits each: \"F0 7E 7F 06 01 F7\""),
    table("init = [\"«12» 00 7F\"]", "a MIDI message begins with 80…FF, not 12"),
    table("init = ['«B0 00»']", "a message that begins with B0 has 3 bytes, not 2"),
    table("init = [\"«C0» B0 00 7F\"]", "a message that begins with C0 has 2 bytes, not 1"),
    table("init = [\"B0007F«01»\"]", "a MIDI message begins with 80…FF, not 01"),
    table("init = [\"«F0» 7E 7F 06 01\"]", "F0 is not ended by F7"),
    table("init = [\"F0 7E «B0» 06 01 F7\"]", "between F0 and F7 are 00…7F, not B0"),
    table("init = [\"«F7»\"]", "F7 ends what F0 begins, and nothing has begun"),
    table("init = [\"F8 «F4»\"]", "no MIDI message begins with F4"),
  ]

  static let controls = [
    entry(
      "«{ to = \"player.a.gain\" }»", "an entry says what arrives",
      help: "one of cc, cc14, note, key_pressure, program, nrpn, rpn, pitchbend, pressure"),
    entry(
      "{ cc = 7, «note» = 7, to = \"player.a.gain\" }",
      "an entry has one control, and cc is one already", help: "make a second entry"),
    entry(
      "{ «control» = 7, to = \"player.a.gain\" }", "'control' is not a key of an entry",
      help: "did you mean 'cc'?"),
    entry(
      "{ cc = 7, «target» = \"player.a.gain\" }", "'target' is not a key of an entry",
      help: "did you mean 'to'?"),
    entry(
      "{ cc = 7, to = \"player.a.gain\", «invert» = true }", "'invert' is not a key of an entry",
      help: "did you mean 'range'?"),
    entry("{ cc = «128», to = \"player.a.gain\" }", "cc must be 0…127, not 128"),
    entry("{ cc = «-1», to = \"player.a.gain\" }", "cc must be 0…127, not −1"),
    entry("{ cc = «0x80», to = \"player.a.gain\" }", "cc must be 0…127, not 0x80"),
    entry("{ cc = «7.5», to = \"player.a.gain\" }", "cc is a whole number, not 7.5"),
    entry(
      "{ cc = «\"7\"», to = \"player.a.gain\" }", "cc is a number, not text", help: "cc = 7"),
    entry("{ note = «\"C3\"», to = \"player.a.mute\" }", "note is a number, not text"),
    entry("{ note = «128», to = \"player.a.mute\" }", "note must be 0…127, not 128"),
    entry("{ cc14 = «32», to = \"player.a.gain\" }", "cc14 must be 0…31, not 32"),
    entry("{ nrpn = «16384», to = \"player.a.gain\" }", "nrpn must be 0…16383, not 16384"),
    entry("{ rpn = «-5», to = \"player.a.gain\" }", "rpn must be 0…16383, not −5"),
    entry(
      "{ pitchbend = «0», to = \"player.a.gain\" }", "pitchbend is true, not a number",
      help: "pitchbend = true"),
    entry(
      "{ pressure = «false», to = \"player.a.gain\" }", "pressure is true, not false",
      help: "pressure = true"),
    entry(
      "{ cc = 7, channel = «0», to = \"player.a.gain\" }", "a MIDI channel is 1…16, not 0",
      help: "the first channel is 1"),
    entry(
      "{ cc = 7, channel = «17», to = \"player.a.gain\" }", "a MIDI channel is 1…16, not 17"),
    entry(
      "{ cc = 7, channel = «1.5», to = \"player.a.gain\" }", "channel is a whole number, not 1.5"),
    Case(
      "[midi]\nconnect = [\"nanoKONTROL2\", \"APC MINI\"]\n"
        + "map = [{ cc = 7, port = «\"nanoKontroll\"», to = \"bus.main.gain\" }]",
      "connect has no port 'nanoKontroll'",
      help: "did you mean 'nanoKONTROL2'? connect has \"nanoKONTROL2\", \"APC MINI\""),
    entry(
      "{ cc = 7, layer = «\"my layer\"», to = \"player.a.gain\" }",
      "a name is made of A–Z a–z 0–9 _ and -, without ' '"),
    entry(
      "{ cc = 7, layer = «\"base\"», to = \"player.a.gain\" }",
      "an entry without a layer is in the base", help: "leave the key out"),
    entry(
      "{ cc = 7, layer = «1», to = \"player.a.gain\" }", "layer is text, not a number",
      help: "in quotes: layer = \"1\""),
  ]

  static let addresses = [
    entry(
      "«{ cc = 7 }»", "an entry moves something, or shows something",
      help: "to = \"player.a.gain\", or from = \"bus.main.level\""),
    entry(
      "{ cc = 7, to = \"player.a.gain\", «from» = \"bus.main.level\" }",
      "an entry has to or from, not both", help: "make a second entry"),
    entry("{ cc = 7, to = «[]» }", "to is empty"),
    entry("{ cc = 7, to = [«3»] }", "to is a list of texts, with a number in it"),
    entry(
      "{ cc = 7, to = «\"player.a.vol\"» }", "'player.a.vol' is not an address",
      help: "did you mean player.a.gain?"),
    entry(
      "{ cc = 7, to = [\"player.a.gain\", «\"player.c.gain\"»] }",
      "'player.c.gain' is not an address", help: "did you mean player.a.gain?"),
    entry(
      "{ cc = 7, to = [\"player.a.gain\", «\"player.a.gain\"»] }",
      "player.a.gain stands here twice"),
    entry(
      "{ cc = 7, to = «\"bus.main.level\"» }", "bus.main.level is a reading, it can't be set",
      help: "to show it on the device: from = \"bus.main.level\""),
    entry(
      "{ cc = 7, to = «\"player.a.file\"» }", "player.a.file is settled when the session begins"),
    entry(
      "{ note = 1, to = «\"layer.shift\"» }", "no entry stands in layer 'shift'",
      help: "an entry stands in it by layer = \"shift\""),
    entry(
      "{ note = 1, to = «\"layer.shfit\"» },\n"
        + "  { cc = 1, layer = \"shift\", to = \"player.a.gain\" }",
      "no entry stands in layer 'shfit'", help: "did you mean layer.shift?"),
    Case(
      "[player.a]\n[midi]\nmap = [{ cc = 7, to = «\"crossfader.position\"» }]",
      "'crossfader.position' is not an address",
      help: "it is there when a strip has a side: crossfade = \"left\""),
    entry(
      "{ cc = 7, from = «\"player.a.play\"» }",
      "player.a.play is an action, there is nothing to show",
      help: "the light of a button: led = true"),
    entry(
      "{ cc = 7, from = «\"player.a.start\"» }",
      "player.a.start is settled when the session begins"),
    entry(
      "{ cc = 7, from = «\"bus.main.levl\"» }", "'bus.main.levl' is not an address",
      help: "did you mean bus.main.level?"),
    entry("{ cc = 7, from = «[\"bus.main.level\"]» }", "from is text, not a list"),
    entry(
      "{ cc = 7, from = \"bus.main.level\", «hold» = true }",
      "hold is for what is moved, bus.main.level is only shown"),
    entry(
      "{ cc = 7, from = \"bus.main.level\", «led» = true }",
      "led is for what is moved, bus.main.level is only shown"),
    entry(
      "{ cc = 7, from = \"bus.main.level\", «taper» = \"linear\" }",
      "taper is for parameters, bus.main.level is a reading"),
    entry(
      "{ «program» = 7, from = \"bus.main.level\" }", "a program change shows nothing",
      help: "cc = 7, or note = 7"),
    entry(
      "{ cc = 7, from = «\"player.a.position\"» }", "player.a.position needs a range",
      help: "what is dark and what is full: range = [0, 300]"),
    entry(
      "{ cc = 7, from = «\"player.a.state\"» }", "player.a.state is a word, not a number",
      help: "the light of a button: to = \"player.a.play\", led = true"),
    entry(
      "{ cc = 7, from = \"player.a.mute\", «range» = [0, 1] }",
      "range is for numbers, player.a.mute is a switch"),
    entry(
      "{ cc = 7, from = \"bus.main.clip\", «range» = [0, 1] }",
      "range is for numbers, bus.main.clip is a switch"),
    entry(
      "{ cc = 7, from = \"bus.main.level\", range = [«-inf», 0] }",
      "range must be −100000…100000 dB, not −inf dB"),
  ]

  static let turning = [
    entry(
      "{ cc = 7, to = \"player.a.gain\", relative = «\"1/128\"» }",
      "relative is \"1/127\", \"65/63\" or \"1/65\", not \"1/128\"",
      help: "did you mean '1/127'?"),
    entry(
      "{ note = 7, to = \"player.a.gain\", «relative» = \"1/127\" }",
      "relative is for cc, not for note"),
    entry(
      "{ nrpn = 7, to = \"player.a.gain\", «relative» = \"1/127\" }",
      "relative is for cc, not for nrpn",
      help: "data increment and decrement are steps without it"),
    entry(
      "{ cc = 7, to = \"player.a.mute\", «relative» = \"1/127\" }",
      "relative is for numbers, player.a.mute is a switch"),
    entry(
      "{ cc = 7, to = \"player.a.gain\", relative = \"1/127\", «takeover» = \"jump\" }",
      "takeover does not go with relative",
      help: "an endless encoder stands nowhere: it has nothing to take over"),
    entry(
      "{ cc = 7, to = \"player.a.gain\", relative = \"1/127\", «step» = 2 }",
      "step does not go with relative", help: "sensitivity says how much a click adds"),
    entry(
      "{ cc = 7, to = \"player.a.gain\", relative = \"1/127\", «value» = 2 }",
      "value does not go with relative"),
    entry(
      "{ cc = 7, to = \"player.a.gain\", «sensitivity» = 2 }", "sensitivity is for encoders",
      help: "relative = \"1/127\" where it is one"),
    entry(
      "{ cc = 7, to = \"player.a.gain\", relative = \"1/127\", sensitivity = «0» }",
      "sensitivity must be 0.001…128, not 0"),
    entry(
      "{ cc = 7, to = \"player.a.gain\", range = «-12» }",
      "range is a list of two numbers, not a number", help: "range = [-12, 0]"),
    entry(
      "{ cc = 7, to = \"player.a.gain\", range = «[-12, 0, 6]» }",
      "range is a list of two numbers, not of 3", help: "range = [-12, 0]"),
    entry(
      "{ cc = 7, to = \"player.a.gain\", range = [-12, «24»] }",
      "gain must be −inf…12 dB, not 24 dB"),
    entry(
      "{ cc = 7, to = \"player.a.balance\", range = [«\"left\"», 1] }",
      "balance is a number, not text"),
    entry(
      "{ cc = 7, to = \"player.a.balance\", range = [«nan», 1] }",
      "balance must be −1…1, not nan"),
    entry(
      "{ cc = 7, to = \"player.a.gain\", range = [-6, «-6»] }", "both ends of range are −6"),
    entry(
      "{ cc = 7, to = [\"player.a.gain\", \"player.a.balance\"], range = [«-12», 1] }",
      "balance must be −1…1, not −12"),
    entry(
      "{ note = 7, to = \"player.a.mute\", «range» = [0, 1] }",
      "range is for numbers, player.a.mute is a switch"),
    entry(
      "{ note = 7, to = \"player.a.play\", «taper» = \"linear\" }",
      "taper is for numbers, player.a.play is an action"),
    entry(
      "{ cc = 7, to = \"player.a.gain\", taper = «\"log\"» }",
      "taper is \"own\" or \"linear\", not \"log\""),
    entry(
      "{ cc = 7, to = \"player.a.mute\", «takeover» = \"jump\" }",
      "takeover is for numbers, player.a.mute is a switch"),
    entry(
      "{ note = 7, to = \"player.a.gain\", «takeover» = \"jump\" }",
      "takeover is for faders and knobs, a press needs none", help: "leave it out"),
    entry(
      "{ note = 7, to = \"player.a.gain\", value = -6, «range» = [-12, 0] }",
      "range does not go with value", help: "leave it out"),
  ]

  static let pressing = [
    entry(
      "{ note = 7, to = \"player.a.gain\", «hold» = true }",
      "hold is for switches, player.a.gain is a number"),
    entry(
      "{ note = 7, to = \"player.a.restart\", «hold» = true }",
      "hold is for switches, player.a.restart is an action"),
    entry(
      "{ program = 7, to = \"player.a.mute\", «hold» = true }",
      "hold needs a release, and a program change has none"),
    entry(
      "{ note = 7, to = \"player.a.mute\", value = true, «hold» = true }",
      "hold does not go with value",
      help: "hold is true while down, value sets the same at each press"),
    entry(
      "{ note = 7, to = \"player.a.mute\", hold = «1» }", "hold is true or false, not a number",
      help: "hold = true"),
    entry(
      "{ note = 7, to = \"player.a.gain\", value = «40» }", "gain must be −inf…12 dB, not 40 dB"),
    entry(
      "{ note = 7, to = \"player.a.mute\", value = «1» }", "mute is true or false, not a number",
      help: "mute = true"),
    entry(
      "{ note = 7, to = \"player.a.stop\", «value» = 1 }", "player.a.stop has no value",
      help: "leave it out"),
    entry("{ note = 7, to = «\"player.a.seek\"» }", "player.a.seek needs a value"),
    entry("{ note = 7, to = «\"session.fade\"» }", "session.fade needs a value"),
    entry(
      "{ note = 7, to = [\"player.a.seek\", \"player.a.play\"], value = «10» }",
      "play is true or false, not a number"),
    entry(
      "{ pitchbend = true, to = \"player.a.gain\", «value» = 0 }",
      "value is for a press, and pitchbend is none"),
    entry(
      "{ note = 7, to = \"player.a.gain\", value = 0, «step» = 1 }",
      "value sets, step adds: an entry has one of them"),
    entry(
      "{ note = 7, to = \"player.a.mute\", «step» = 1 }",
      "step is for numbers, player.a.mute is a switch"),
    entry(
      "{ note = 7, to = \"player.a.seek\", «step» = 1 }",
      "step is for numbers, player.a.seek is an action"),
    entry("{ note = 7, to = \"player.a.gain\", step = «0» }", "a step of 0 changes nothing"),
    entry(
      "{ note = 7, to = \"player.a.gain\", step = «inf» }",
      "step must be −100000…100000, not inf"),
  ]

  static let lights = [
    entry(
      "{ note = 7, to = \"player.a.mute\", led = «false» }", "led is true or a table, not false",
      help: "leave it out"),
    entry(
      "{ note = 7, to = \"player.a.mute\", led = «127» }", "led is true or a table, not a number",
      help: "led = { on = 127, off = 0 }"),
    entry(
      "{ note = 7, to = \"player.a.mute\", led = { «color» = 1 } }",
      "'color' is not a key of a light",
      help: "a light has on, off, wait, loaded, note, cc, channel"),
    entry(
      "{ note = 7, to = \"player.a.mute\", led = { on = «200» } }", "on must be 0…127, not 200"),
    entry(
      "{ note = 7, to = \"player.a.mute\", led = { channel = «0» } }",
      "a MIDI channel is 1…16, not 0", help: "the first channel is 1"),
    entry(
      "{ note = 7, to = \"player.a.mute\", led = { note = 1, «cc» = 1 } }",
      "a light is a note or a cc, not both"),
    entry(
      "{ note = 7, to = \"player.a.mute\", led = { «wait» = 2 } }",
      "wait is for what a player does, player.a.mute is a switch"),
    entry(
      "{ note = 7, to = \"session.stop\", «led» = true }",
      "session.stop has nothing that a light could show"),
    entry(
      "{ cc = 7, to = \"player.a.gain\", «led» = true }", "a fader has no light of its own",
      help: "a light elsewhere: led = { note = 5 }; its value on the device: "
        + "{ from = \"player.a.gain\", cc = 7 }"),
    entry(
      "{ program = 7, to = \"player.a.mute\", «led» = true }",
      "a light is a note or a cc, and program is neither", help: "led = { note = 5 }"),
  ]

  static let warnings = [
    entry(
      "{ cc = 7, to = \"player.a.gain\" },\n  { cc = 7, to = [«\"player.a.gain\"»] }",
      "cc 7 moves player.a.gain already (line 3)", severity: .warning),
    entry(
      "{ cc14 = 1, channel = 2, to = \"player.a.gain\" },\n"
        + "  «{ cc = 33, to = \"player.b.gain\" }»",
      "cc 33 is a half of cc14 1 (line 3)", severity: .warning),
  ]

  static let events = [
    Case(
      "[session]\nevents = [{ at = 0, to = «\"layer.shift\"», value = true }]\n[player.a]\n[midi]\n"
        + "map = [{ cc = 1, layer = \"shift\", to = \"player.a.gain\" }]",
      "layer.shift can't be an event", help: "layers are for the entries of [midi]")
  ]

  static let all =
    tables + messages + controls + addresses + turning + pressing + lights + warnings + events

  @Test(arguments: all)
  func `each mistake has its message, place and help`(_ example: Case) {
    SessionErrorTests().`each mistake has its message, place and help`(example)
  }

  @Test func `there are examples enough, each for another session`() {
    #expect(Set(Self.all.map(\.session)).count == Self.all.count)
    #expect(Self.all.count >= 60)
  }

  @Test func `a list and blocks in one file are a mistake of the text`() {
    let marked = MarkedSession(
      "[player.a]\n[midi]\nmap = [{ cc = 7, to = \"player.a.gain\" }]\n"
        + "[[midi.«map»]]\ncc = 8\nto = \"player.a.gain\"\n")
    #expect(marked.diagnostics.count == 1)
    #expect(marked.diagnostics.first?.severity == .error)
    #expect(marked.diagnostics.first?.place.line == 4)
  }

  @Test func `all mistakes are told at once, in the order of the text`() {
    let marked = MarkedSession(
      """
      [player.a]
      [midi]
      takeover = "catch"
      init = ["B0 00"]
      [[midi.map]]
      cc = 200
      to = "player.a.gain"
      [[midi.map]]
      note = 1
      channel = 0
      to = "player.a.gian"
      hold = 1
      [[midi.map]]
      note = 2
      to = "player.a.gain"
      hold = true
      led = { on = 500 }
      """)
    #expect(
      marked.diagnostics.map { "\($0.place.line):\($0.place.column) \($0.message)" } == [
        "3:12 takeover is \"pickup\", \"scale\" or \"jump\", not \"catch\"",
        "4:10 a message that begins with B0 has 3 bytes, not 2",
        "6:6 cc must be 0…127, not 200",
        "10:11 a MIDI channel is 1…16, not 0",
        "11:6 'player.a.gian' is not an address",
        "12:8 hold is true or false, not a number",
        "16:1 hold is for switches, player.a.gain is a number",
        "17:14 on must be 0…127, not 500",
      ])
  }
}
