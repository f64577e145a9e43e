import MixTestSupport
import Testing

/// Wrong sessions and command lines, through the program: whole texts, status 2, and nothing on
/// standard output.
@Suite struct WrongInputTests {
  /// A session, or a command line, and all that is printed.
  struct Case: CustomTestStringConvertible, Sendable {
    let session: String
    let expected: String
    var arguments = ["check", "set.toml"]

    init(_ session: String, _ expected: String) {
      self.session = session
      self.expected = expected
    }

    init(arguments: [String], session: String = "[player.a]\n", _ expected: String) {
      self.init(session, expected)
      self.arguments = arguments
    }

    var testDescription: String { String(expected.prefix { $0 != "\n" }) }
  }

  static let sessions = [
    Case(
      "[player.a]\nto = \"pari\"\n[bus.pair]\n",
      """
      set.toml:2:6: error: no bus is named 'pari'
       2 | to = "pari"
         |      ^~~~~~
      help: did you mean 'pair'? this session has main, cue, pair

      """),
    Case(
      "[player.a]\ngain = 40\n",
      """
      set.toml:2:8: error: gain must be −inf…12 dB, not 40 dB
       2 | gain = 40
         |        ^~

      """),
    Case(
      "[player.a]\ncue = true\n",
      """
      set.toml:2:1: error: 'cue' is not a key of a player
       2 | cue = true
         | ^~~
      help: headphones: pfl = true; the cue button is the address player.a.cue

      """),
    Case(
      "[player.a]\nmute = yes\n",
      """
      set.toml:2:8: error: 'yes' is not a value
       2 | mute = yes
         |        ^~~
      help: TOML has true and false

      """),
    Case(
      "[player.a]\ngain = .5\n",
      """
      set.toml:2:8: error: a number needs a digit before the point
       2 | gain = .5
         |        ^
      help: 0.5

      """),
    Case(
      "[player.a]\ngian = 3\n",
      """
      set.toml:2:1: error: 'gian' is not a key of a player
       2 | gian = 3
         | ^~~~
      help: did you mean 'gain'?

      """),
    Case(
      "[player.a]\ngain = \"-6 dB\"\n",
      """
      set.toml:2:8: error: gain is a number, not text
       2 | gain = "-6 dB"
         |        ^~~~~~~
      help: gain = -6

      """),
    Case(
      "[player.a\n",
      """
      set.toml:1:1: error: '[' is not closed
       1 | [player.a
         | ^
      help: [player.a]

      """),
    Case(
      "[player.a]\n[bus.a]\n",
      """
      set.toml:2:6: error: 'a' is a player already
       2 | [bus.a]
         |      ^
      set.toml:1:9: note: player a is defined here
       1 | [player.a]
         |         ^
      help: players, inputs, oscillators and buses have different names

      """),
    Case(
      "[player.a]\nto = \"b\"\n[bus.b]\nto = \"c\"\n[bus.c]\nto = \"b\"\n",
      """
      set.toml:4:6: error: buses feed each other in a circle: b → c → b
       4 | to = "c"
         |      ^~~
      set.toml:6:6: note: bus c goes to b here
       6 | to = "b"
         |      ^~~

      """),
    Case(
      "[player.a]\nsends = { main = -6, ecko = 0 }\n[bus.echo]\n",
      """
      set.toml:2:11: error: player a goes to main already
       2 | sends = { main = -6, ecko = 0 }
         |           ^~~~
      help: how much of it main gets is its gain
      set.toml:2:22: error: no bus is named 'ecko'
       2 | sends = { main = -6, ecko = 0 }
         |                      ^~~~
      help: did you mean 'echo'? this session has main, cue, echo

      """),
    Case(
      "[bus.main]\neffects = \"d\"\n[effect.d]\ntype = \"duck\"\nlisten = \"voise\"\n[player.voice]\n",
      """
      set.toml:5:10: error: no strip or bus is named 'voise'
       5 | listen = "voise"
         |          ^~~~~~~
      help: did you mean 'voice'? this session has main, cue, voice

      """),
    Case(
      "[player.a]\neffects = [\"echo\"]\n[bus.main]\neffects = [\"echo\"]\n[effect.echo]\ntype = \"delay\"\n",
      """
      set.toml:4:12: error: effect 'echo' already stands in player a (line 2)
       4 | effects = ["echo"]
         |            ^~~~~~
      help: put both strips on a bus, or make a second table

      """),
    Case(
      "[session]\nevents = [\n  { at = 0, to = \"player.a.vol\", value = 1 },\n]\n[player.a]\n",
      """
      set.toml:3:18: error: 'player.a.vol' is not an address
       3 |   { at = 0, to = "player.a.vol", value = 1 },
         |                  ^~~~~~~~~~~~~~
      help: did you mean player.a.gain?

      """),
    Case(
      "[recorder.take]\nfile = \"take.mp3\"\n",
      """
      set.toml:2:8: error: a take's file ends in wav, flac, ogg or opus, not mp3
       2 | file = "take.mp3"
         |        ^~~~~~~~~~

      """),
    Case(
      "[player.a]\nregion = [\"1:30\", 10]\n",
      """
      set.toml:2:19: error: region ends at 10 s, not behind its start at 90 s
       2 | region = ["1:30", 10]
         |                   ^~

      """),
    Case(
      "[player.a]\n\tgain\t= 40\t# tabs\n",
      """
      set.toml:2:9: error: gain must be −inf…12 dB, not 40 dB
       2 |     gain    = 40    # tabs
         |               ^~

      """),
    // All at once, in the order of the file.
    Case(
      "[player.a]\ngain = 40\nto = 3\n[plyer.b]\n",
      """
      set.toml:2:8: error: gain must be −inf…12 dB, not 40 dB
       2 | gain = 40
         |        ^~
      set.toml:3:6: error: to is text, not a number
       3 | to = 3
         |      ^
      help: in quotes: to = "3"
      set.toml:4:2: error: 'plyer' is not a table of a session
       4 | [plyer.b]
         |  ^~~~~
      help: did you mean 'player'? the tables are session, player, input, oscillator, bus, \
      crossfader, effect, output, recorder, midi

      """),
    Case(
      "[player.a]\nfile = \"a.wva\"\n[player.b]\nfile = \"nowhere/b.wav\"\n[player.c]\nfile = \".\"\n",
      """
      set.toml:2:8: error: a.wva: no such file
       2 | file = "a.wva"
         |        ^~~~~~~
      help: did you mean a.wav?
      set.toml:4:8: error: nowhere/b.wav: no such file
       4 | file = "nowhere/b.wav"
         |        ^~~~~~~~~~~~~~~
      set.toml:6:8: error: .: is a directory
       6 | file = "."
         |        ^~~
      help: stackdeck play . plays what is in it

      """),
  ]

  static let lines = [
    Case(
      arguments: ["render", "set.toml", "-o", "out.xyz"],
      """
      error: 'out.xyz': files of the kind 'xyz' can't be written
      help: a file ends with wav, flac, ogg, opus, aiff or caf

      """),
    Case(
      arguments: ["run", "set.toml", "--set", "player.b.gain=0"],
      """
      --set:1:8: error: no player is named 'b'
       1 | player.b.gain=0
         |        ^
      help: this session has a

      """),
    Case(
      arguments: ["render", "set.toml", "-o", "out.wav", "--set", "player.a.gain=33"],
      """
      --set:1:15: error: gain must be −inf…12 dB, not 33 dB
       1 | player.a.gain=33
         |               ^~

      """),
    Case(
      arguments: ["run", "set.toml", "--set", "loud"],
      """
      error: --set must be ADDRESS=VALUE, not 'loud'
      help: --set player.a.gain=-6

      """),
    Case(
      arguments: ["check", "set.toml", "--set", "player.a.gain=0"],
      """
      error: no option '--set' for check
      help: --set is an option of play, run and render

      """),
    Case(
      arguments: ["run", "set.toml", "other.toml"],
      "error: run takes one session, not 'other.toml' too\n"),
    Case(
      arguments: ["render", "set.toml", "--duration", "soon"],
      "error: --duration must be 0…604800 s, not 'soon'\n"),
    Case(
      arguments: ["play", "a.wav", "--fade", "31"],
      "error: --fade must be 0…30 s, not 31 s\n"),
    Case(
      arguments: ["play", "a.wav", "-o", "mix.mp3"],
      """
      error: 'mix.mp3': files of the kind 'mp3' can't be written
      help: a file ends with wav, flac, ogg, opus, aiff or caf; or pulse, auto, null or -

      """),
    Case(
      arguments: ["run", "set.toml", "--outptu"],
      "error: no option '--outptu' for run\nhelp: did you mean --output?\n"),
    Case(
      arguments: ["paly", "a.wav"], "error: no command 'paly'\nhelp: did you mean play?\n"),
  ]

  @Test(arguments: sessions + lines)
  func `each mistake has its whole text and status 2`(_ example: Case) throws {
    let bench = try MixBench()
    try bench.write(TestSound.noise(10, seed: 1), to: "a.wav", .pcm16)
    try bench.write(example.session)
    let result = try bench.command(example.arguments).run()
    #expect(result.errors == example.expected)
    #expect(result.output == "")
    #expect(result.status == 2)
  }

  @Test func `run, render and graph say of a session what check says`() throws {
    let bench = try MixBench()
    try bench.write(Self.sessions[0].session)
    for arguments in [
      ["run", "set.toml"], ["render", "set.toml", "-o", "a.wav"], ["graph", "set.toml"],
    ] {
      let result = try bench.command(arguments).run()
      #expect(result.errors == Self.sessions[0].expected)
      #expect(result.status == 2)
    }
    #expect(try bench.directory.names() == ["set.toml"])
  }

  @Test func `where the locale is not UTF-8 a mistake is told in ASCII`() throws {
    let bench = try MixBench(environment: ["LC_ALL": "C"])
    try bench.write("[player.a]\ngain = 40\nname = \"größer\"\n")
    let result = try bench.run("check", "set.toml")
    #expect(result.errors.utf8.allSatisfy { $0 < 0x80 })
    #expect(result.errors.hasPrefix("set.toml:2:8: error: gain must be -inf...12 dB, not 40 dB\n"))
  }
}
