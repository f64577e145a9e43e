import Testing

@testable import stackdeck

/// Whole messages of wrong command lines.
@Suite struct ArgumentMessageTests {
  /// A command line, words parted by a space, and all that is printed.
  struct Case: CustomTestStringConvertible, Sendable {
    let typed: String
    let expected: String

    init(_ typed: String, _ expected: String) {
      self.typed = typed
      self.expected = expected
    }

    var testDescription: String { typed }
  }

  static let files: Set<String> = ["here", "set"]

  static func messages(_ words: [[UInt8]]) -> String {
    let printer = DiagnosticPrinter(isColored: false, encoding: .utf8, columns: 80)
    switch Resolver.resolve(words, exists: { files.contains($0.shown) }) {
    case .success(let invocation): return "\(invocation)"
    case .failure(let problems):
      return problems.problems.map { printer.text(of: $0.problem) }.joined()
    }
  }

  static let commands = [
    Case(
      "a.mp3",
      """
      error: no command 'a.mp3'
      help: to play files: stackdeck play a.mp3

      """),
    Case(
      "a.mp3 b.flac -q",
      """
      error: no command 'a.mp3'
      help: to play files: stackdeck play a.mp3 b.flac

      """),
    Case(
      "here",
      """
      error: no command 'here'
      help: to play files: stackdeck play here

      """),
    Case(
      "~/Music/",
      """
      error: no command '~/Music/'
      help: to play files: stackdeck play '~/Music/'

      """),
    Case(
      "set.toml",
      """
      error: no command 'set.toml'
      help: to run a session: stackdeck run set.toml

      """),
    Case(
      "rnu set.toml",
      """
      error: no command 'rnu'
      help: did you mean run?

      """),
    Case(
      "paly",
      """
      error: no command 'paly'
      help: did you mean play?

      """),
    Case(
      "xyzzy --outptu",
      """
      error: no command 'xyzzy'
      help: commands: play, run, render, check, graph, devices, calibrate, midi, example, completions, help

      """),
    Case(
      "-q",
      """
      error: a command is missing
      help: commands: play, run, render, check, graph, devices, calibrate, midi, example, completions, help

      """),
    Case(
      "--colour",
      """
      error: no option '--colour'
      help: did you mean --color?

      """),
    Case(
      "midi",
      """
      error: midi needs another word
      help: stackdeck midi list [SESSION], stackdeck midi monitor [SESSION], stackdeck midi learn SESSION

      """),
    Case(
      "midi lst -q",
      """
      error: no command 'midi lst'
      help: did you mean midi list?

      """),
    Case(
      "midi play set.toml",
      """
      error: no command 'midi play'
      help: stackdeck midi list [SESSION], stackdeck midi monitor [SESSION], stackdeck midi learn SESSION

      """),
    Case(
      "monitor",
      """
      error: no command 'monitor'
      help: did you mean midi monitor?

      """),
    Case(
      "help midi lern",
      """
      error: no command 'midi lern'
      help: did you mean midi learn?

      """),
    Case(
      "help run play",
      """
      error: help takes one command, not 'play' too

      """),
    Case(
      "midi learn",
      """
      error: midi learn needs a session file
      help: stackdeck midi learn SESSION; to begin with one: stackdeck example minimal > set.toml

      """),
    Case(
      "midi list --write a.toml b.toml",
      """
      error: no option '--write' for midi list
      help: --write is an option of midi learn
      error: midi list takes one session, not 'b.toml' too

      """),
    Case(
      "midi learn set.toml --json",
      """
      error: no option '--json' for midi learn
      help: --json is an option of play, run, render, check, graph, devices, calibrate, midi list, midi monitor and example

      """),
    Case(
      "help ru",
      """
      error: no command 'ru'
      help: did you mean run?

      """),
    Case(
      "completions tcsh",
      """
      error: no completions for 'tcsh'
      help: there are bash, zsh and fish

      """),
  ]

  static let options = [
    Case(
      "run set.toml --outptu x",
      """
      error: no option '--outptu' for run
      help: did you mean --output?
      error: run takes one session, not 'x' too

      """),
    Case(
      "render set.toml --watch",
      """
      error: no option '--watch' for render
      help: --watch is an option of run

      """),
    Case(
      "check --set a=b set.toml",
      """
      error: no option '--set' for check
      help: --set is an option of play, run and render

      """),
    Case(
      "run set.toml -z",
      """
      error: no option '-z' for run
      help: stackdeck run -h lists the options

      """),
    Case(
      "run set.toml -headless",
      """
      error: no option '-headless'
      help: did you mean --headless?

      """),
    Case(
      "run set.toml -output=x.wav",
      """
      error: no option '-output'
      help: did you mean --output?

      """),
    Case(
      "play a.mp3 --shuffle=yes",
      """
      error: --shuffle takes no value, not 'yes'

      """),
    Case(
      "play a.mp3 --fade",
      """
      error: --fade needs a value
      help: --fade S: seconds of the fade from file to file (8)

      """),
    Case(
      "run set.toml -o --force",
      """
      error: -o needs a value
      help: --output WHERE: pulse[:SINK], auto, null, - or a sound file

      """),
    Case(
      "render set.toml -o",
      """
      error: -o needs a value
      help: --output PATH: the file to write, or - for standard output

      """),
    Case(
      "play a.mp3 --fade 3 --fade=5",
      """
      error: --fade is given twice: '3' and '5'
      help: keep one

      """),
    Case(
      "run set.toml -qv",
      """
      error: -q and -v exclude each other
      help: keep one

      """),
    Case(
      "graph set.toml --listing --dot",
      """
      error: --listing and --dot exclude each other
      help: keep one

      """),
    Case(
      "render set.toml --dither --encoding float -o a.wav",
      """
      error: --dither and --encoding float exclude each other
      help: keep one

      """),
    Case(
      "play a.mp3 -o - --json",
      """
      error: -o - and --json would both write to standard output
      help: write the sound to a file: --output mix.flac

      """),
  ]

  static let values = [
    Case(
      "play a.mp3 --fade 40",
      """
      error: --fade must be 0…30 s, not 40 s

      """),
    Case(
      "play a.mp3 --fade=-1",
      """
      error: --fade must be 0…30 s, not -1 s

      """),
    Case(
      "play a.mp3 --fade loud",
      """
      error: --fade must be 0…30 s, not 'loud'

      """),
    Case(
      "play a.mp3 --fade nan",
      """
      error: --fade must be 0…30 s, not 'nan'

      """),
    Case(
      "play a.mp3 --latency 1,5",
      """
      error: --latency must be 5…2000 ms, not '1,5'
      help: a point, not a comma: 1.5

      """),
    Case(
      "play a.mp3 --latency 20ms",
      """
      error: --latency must be 5…2000 ms, not '20ms'
      help: without the unit: 20

      """),
    Case(
      "play a.mp3 --duration 1:75",
      """
      error: --duration must be 0…604800 s, not '1:75'

      """),
    Case(
      "play a.mp3 --seed 1.5",
      """
      error: --seed must be a whole number 0…18446744073709551615, not '1.5'

      """),
    Case(
      "play a.mp3 --seed 18446744073709551616",
      """
      error: --seed must be a whole number 0…18446744073709551615, not '18446744073709551616'

      """),
    Case(
      "render set.toml --encoding pcm24",
      """
      error: --encoding must be pcm_16, pcm_24 or float, not 'pcm24'
      help: did you mean pcm_24?

      """),
    Case(
      "run set.toml --color blue",
      """
      error: --color must be auto, always or never, not 'blue'

      """),
    Case(
      "run set.toml --set player.a.gain",
      """
      error: --set must be ADDRESS=VALUE, not 'player.a.gain'
      help: --set player.a.gain=-6

      """),
    Case(
      "render set.toml -o a.flac --encoding float",
      """
      error: FLAC has no encoding float
      help: it has pcm_16 and pcm_24

      """),
    Case(
      "render set.toml --encoding pcm_16 -o a.opus",
      """
      error: Opus has no encoding pcm_16
      help: it has one of its own: leave --encoding out

      """),
    Case(
      "run set.toml -o nul",
      """
      error: 'nul' does not say what kind of file to write
      help: did you mean null?

      """),
    Case(
      "run set.toml -o mix",
      """
      error: 'mix' does not say what kind of file to write
      help: a file ends with wav, flac, ogg, opus, aiff or caf; or pulse, auto, null or -

      """),
    Case(
      "run set.toml --output=mix.mp3",
      """
      error: 'mix.mp3': files of the kind 'mp3' can't be written
      help: a file ends with wav, flac, ogg, opus, aiff or caf; or pulse, auto, null or -

      """),
    Case(
      "render set.toml -o null",
      """
      error: 'null' does not say what kind of file to write
      help: a file ends with wav, flac, ogg, opus, aiff or caf

      """),
    Case(
      "run set.toml -o=",
      """
      error: -o needs a value, not an empty one
      help: a file ends with wav, flac, ogg, opus, aiff or caf; or pulse, auto, null or -

      """),
    Case(
      "run set.toml -o pulse:",
      """
      error: -o pulse: needs the name of a sink
      help: stackdeck devices lists the sinks

      """),
    Case(
      "play a.mp3 --record=take",
      """
      error: 'take' does not say what kind of file to write
      help: a file ends with wav, flac, ogg, opus, aiff or caf

      """),
  ]

  static let operands = [
    Case(
      "play",
      """
      error: play needs a file
      help: stackdeck play FILE…

      """),
    Case(
      "run",
      """
      error: run needs a session file
      help: stackdeck run SESSION; to begin with one: stackdeck example minimal > set.toml

      """),
    Case(
      "completions",
      """
      error: completions needs the name of a shell
      help: stackdeck completions bash|zsh|fish

      """),
    Case(
      "check a.toml b.toml c.toml",
      """
      error: check takes one session, not 'b.toml' too
      error: check takes one session, not 'c.toml' too

      """),
    Case(
      "devices now",
      """
      error: devices takes no operand, not 'now'

      """),
    Case(
      "play set.toml",
      """
      error: set.toml is a session
      help: to run it: stackdeck run set.toml

      """),
    Case(
      "run a.mp3",
      """
      error: a.mp3 is not a session
      help: to play files: stackdeck play a.mp3

      """),
    Case(
      "render a.flac -o b.wav",
      """
      error: a.flac is not a session
      help: to make one: stackdeck play --print-session a.flac > set.toml

      """),
    Case(
      "run --fade 3 --latency 1 a.toml --duration x b.toml",
      """
      error: no option '--fade' for run
      help: --fade is an option of play
      error: --latency must be 5…2000 ms, not 1 ms
      error: --duration must be 0…604800 s, not 'x'
      error: run takes one session, not 'b.toml' too

      """),
  ]

  @Test(arguments: commands + options + values + operands)
  func `a wrong command line says so in these words`(_ example: Case) {
    let words = example.typed.split(separator: " ").map { Array($0.utf8) }
    #expect(Self.messages(words) == example.expected)
  }

  @Test func `a name with spaces is quoted where it is to be typed`() {
    #expect(
      Self.messages([Array("it's mine.mp3".utf8)]) == """
        error: no command 'it's mine.mp3'
        help: to play files: stackdeck play 'it'\\''s mine.mp3'

        """)
  }

  @Test func `bytes that are no text and codes for the terminal are shown escaped`() {
    #expect(
      Self.messages([[0x61, 0xE9, 0x1B, 0x0A] + Array(".mp3".utf8)]) == """
        error: no command 'a\\xE9\\x1B\\n.mp3'
        help: to play files: stackdeck play $'a\\xE9\\x1B\\n.mp3'

        """)
  }
}
