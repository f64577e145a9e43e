import MixEngine
import MixSession
import Testing

struct SessionPlanTests {
  @Test func `an empty session is main and its output, with all defaults`() throws {
    let plan = try plan("")
    #expect(plan.sampleRate.value.hertz == 48_000)
    #expect(plan.strips.map(\.address) == ["bus.main"])
    #expect(plan.strips[0].to.value == nil)
    #expect(plan.output.from.value == "main")
    #expect(plan.output.latency.value == 40)
    #expect(plan.output.device == nil)
    #expect(plan.crossfader == nil)
    #expect(plan.parameters.allSatisfy { $0.value.value == $0.descriptor.defaultValue })
  }

  @Test func `a player has what its table says`() throws {
    let plan = try plan(
      """
      [player.a]
      file = "a b.mp3"
      start = "1:02:03.5"
      region = [10, "1:30.25"]
      loop = true
      loop_in = 20
      loop_out = "1:00"
      trim = -3.5
      low = -inf
      mid = 2.5
      high_kill = true
      sweep = -0.25
      gain = -inf
      balance = 1
      balance_law = "constant-power"
      mute = true
      to = "none"
      crossfade = "right"
      """)
    let strip = try #require(plan.strip(named: "a"))
    let player = try #require(strip.player)
    #expect(player.file?.value.text == "a b.mp3")
    #expect(player.start.value == .at(3723.5))
    #expect(player.region?.value == 10...90.25)
    #expect(player.loopIn?.value == 20)
    #expect(player.loopOut?.value == 60)
    #expect(strip.balanceLaw.value == .constantPower)
    #expect(strip.to.value == nil)
    #expect(strip.crossfade.value == .right)
    let values = Dictionary(
      uniqueKeysWithValues: strip.parameters.map { ($0.address, $0.value.value) })
    #expect(
      values == [
        "player.a.loop": 1, "player.a.trim": -3.5, "player.a.gain": -.infinity,
        "player.a.balance": 1, "player.a.mute": 1, "player.a.low": -.infinity,
        "player.a.mid": 2.5, "player.a.high": 0, "player.a.low_kill": 0, "player.a.mid_kill": 0,
        "player.a.high_kill": 1, "player.a.sweep": -0.25,
      ])
    #expect(plan.crossfader != nil)
  }

  @Test func `strips stand in the order of the file, main last`() throws {
    let plan = try plan(
      """
      [bus.pair]
      [player.b]
      to = "pair"
      [bus.main]
      gain = -3
      [oscillator.tone]
      to = "cue"
      [player.a]
      """)
    #expect(
      plan.strips.map(\.address)
        == ["bus.pair", "player.b", "oscillator.tone", "player.a", "bus.cue", "bus.main"])
  }

  @Test(arguments: [
    ("2:50", 170), ("2:50.5", 170.5), ("0:00", 0), ("90:00", 5400), ("1:00:00", 3600),
    ("01:02:03.25", 3723.25), ("0:59.999", 59.999),
  ])
  func `a position is minutes and seconds, or hours too`(_ text: String, _ seconds: Double) {
    #expect(PositionText.seconds(text) == seconds)
  }

  @Test(arguments: [
    "", ":", "1:", ":30", "1:60", "1:2:60", "1:60:00", "-1:00", "1:-5", "1.5:00", "1:00.", "1:0x1",
    "1:2:3:4", "1:1e1", " 1:00", "1:00 ", "10", "1:+5", "1:nan",
  ])
  func `anything else is no position`(_ text: String) {
    #expect(PositionText.seconds(text) == nil)
  }

  @Test func `ranges tell where values stand`() throws {
    let marked = MarkedSession("[player.a]\nfile = «\"a.mp3\"»\n")
    let plan = try plan(marked.text)
    let range = try #require(plan.strip(named: "a")?.player?.file?.range)
    #expect(range == marked.range)
    let diagnostic = plan.diagnostic("no file 'a.mp3'", at: range)
    #expect(diagnostic.text == "set.toml:2:8: error: no file 'a.mp3'")
    #expect(diagnostic.place.sourceLine(in: Array(marked.text.utf8)) == "file = \"a.mp3\"")
    #expect(diagnostic.place.length(in: Array(marked.text.utf8)) == 7)
  }

  @Test func `all mistakes of a session are told, in the order of the text`() {
    let text = """
      [player.a]
      gain = 40
      mute = yes
      to = "pari"
      colour = "red"
      [bus.pair]
      to = "pair"
      """
    let read = SessionReader.read(bytes: Array(text.utf8), file: "set.toml")
    #expect(read.plan == nil)
    #expect(
      read.diagnostics.map { "\($0.place.line):\($0.place.column) \($0.message)" } == [
        "2:8 gain must be −inf…12 dB, not 40 dB", "3:8 'yes' is not a value",
        "4:6 no bus is named 'pari'", "5:1 'colour' is not a key of a player",
        "7:6 bus pair feeds itself",
      ])
  }

  @Test func `what follows from a text that is no TOML is not told`() {
    for (text, message) in [
      ("[bus.pair\n[player.a]\nto = \"pair\"\n", "'[' is not closed"),
      (
        "[player.a]\neffects = \"e\"\n[effect.e]\ntype = bandpass\n", "'bandpass' is not a value"
      ),
      (
        "[player.a]\neffects = [echo]\n[effect.echo]\ntype = \"delay\"\n", "'echo' is not a value"
      ),
      (
        "[player.a]\nfile = '''a\n[bus.pair]\n[player.b]\nto = \"pair\"\n",
        "the string is not closed"
      ),
    ] {
      let read = SessionReader.read(bytes: Array(text.utf8), file: "set.toml")
      #expect(read.diagnostics.map(\.message) == [message])
    }
  }

  @Test(arguments: [
    (
      "[mic.voice]\n[recorder.t]\ntap = \"voice\"\n[player.a]\nto = \"voice\"",
      "'mic' is not a table of a session"
    ),
    (
      "[session]\nevents = [{ at = 0, to = \"effect.e.mix\", value = 1 }]\n"
        + "[bus.main]\neffects = \"e\"\n[effect.e]\ntype = \"echo\"",
      "'echo' is not a type of effect"
    ),
    (
      "[session]\nevents = [{ at = 0, to = \"crossfader.position\", value = 1 }]\n"
        + "[player.a]\ncrossfade = \"lft\"",
      "crossfade is \"left\", \"right\" or \"none\", not \"lft\""
    ),
    (
      "[session]\nevents = [{ at = 0, to = \"player.a.gain\", value = 1 }]\n[plaeyr.a]",
      "'plaeyr' is not a table of a session"
    ),
    (
      "[oscillator.kick]\nto = \"kick\"\n[bus.kick]", "'kick' is an oscillator already"
    ),
  ])
  func `one cause has one message`(_ text: String, _ message: String) {
    let read = SessionReader.read(bytes: Array(text.utf8), file: "set.toml")
    #expect(read.diagnostics.map(\.message) == [message])
  }

  @Test func `an event is resolved`() throws {
    let plan = try plan(
      """
      [session]
      events = [
        { at = "0:10", to = "player.a.gain", value = -6, over = 2 },
        { at = 5, to = "player.a.play", value = true },
        { at = 6, to = "player.a.loop_in" },
        { at = 7, to = "session.stop" },
      ]
      [player.a]
      start = "manual"
      """)
    #expect(plan.events.map(\.at.value) == [10, 5, 6, 7])
    #expect(plan.events.map(\.value.value) == [.number(-6), .toggle(true), .none, .none])
    #expect(plan.events.map(\.over.value) == [2, 0, 0, 0])
    #expect(plan.events.map(\.entry.isAction) == [false, true, true, true])
  }

  @Test(arguments: [
    (
      "[player.a]\nstart = \"manual\"\nfile = \"a\"\n[player.b]\n[recorder.t]",
      "2 players, 1 recorder, ends by hand"
    ),
    ("[player.a]\nfile = \"a\"", "1 player, ends by itself after 3:25"),
    (
      "[player.a]\nfile = \"a\"\nregion = [10, 30]\nstart = 5",
      "1 player, ends by itself after 0:25"
    ),
    ("[player.a]\nfile = \"a\"\nloop = true", "1 player, ends by hand"),
    ("[oscillator.o]", "1 oscillator, ends by hand"),
    (
      "[session]\nevents = [{ at = 2, to = \"oscillator.o.gain\", value = 0, over = 1 }]\n"
        + "[oscillator.o]", "1 oscillator, ends by itself after 0:03"
    ),
    ("", "no players, ends by itself after 0:00"),
    (
      "[session]\nevents = [{ at = 60, to = \"session.stop\" }]\n"
        + "[player.a]\nfile = \"a\"\nloop = true", "1 player, ends by itself after 1:00"
    ),
    (
      "[session]\nend_with = \"a\"\n[player.a]\nfile = \"a\"\n"
        + "[player.b]\nfile = \"b\"\nstart = 300\nloop = true",
      "2 players, ends by itself after 3:25"
    ),
    (
      "[session]\nevents = [{ at = 9, to = \"player.a.play\", value = true }]\n"
        + "[player.a]\nfile = \"a\"\nstart = \"manual\"", "1 player, ends by itself"
    ),
  ])
  func `a session is told in one line`(_ text: String, _ summary: String) throws {
    #expect(try plan(text).summary(length: { _ in 205 }).text == summary)
  }

  @Test func `without lengths nobody knows when it ends`() throws {
    #expect(
      try plan("[player.a]\nfile = \"a\"").summary().text == "1 player, ends by itself")
  }
}
