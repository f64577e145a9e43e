import MixIO
import Testing

@testable import stackdeck

/// What right command lines mean.
@Suite struct ResolverTests {
  static func resolve(_ words: [[UInt8]]) throws -> Invocation {
    try Resolver.resolve(words, exists: { _ in false }).get()
  }

  static func resolve(_ typed: String) throws -> Invocation {
    try resolve(typed.split(separator: " ").map { Array($0.utf8) })
  }

  static func play(_ typed: String) throws -> PlayOptions {
    guard case .play(let options) = try resolve(typed) else { throw NotThis() }
    return options
  }

  struct NotThis: Error {}

  @Test func `without options every value is the documented default`() throws {
    let expected = PlayOptions(files: [FilePath("a.mp3"), FilePath("b.mp3")])
    #expect(try Self.resolve("play a.mp3 b.mp3") == .play(expected))
    #expect(expected.fade == 8)
    #expect(expected.live == LiveOptions())
    let render = RenderOptions(session: FilePath("s.toml"))
    #expect(try Self.resolve("render s.toml") == .render(render))
    #expect(render.encoding == nil)
    #expect(
      try Self.resolve("graph s.toml") == .graph(GraphOptions(session: FilePath("s.toml"))))
    #expect(try Self.resolve("devices") == .devices(DevicesOptions()))
    #expect(try Self.resolve("midi list") == .midiList(MIDIListOptions()))
    #expect(
      try Self.resolve("--json midi monitor -")
        == .midiMonitor(MIDIMonitorOptions(session: "-", printsJSON: true)))
    #expect(
      try Self.resolve("midi -q learn set.toml --write")
        == .midiLearn(
          MIDILearnOptions(
            common: CommonOptions(verbosity: .quiet), session: "set.toml", writes: true)))
    #expect(try Self.resolve("example") == .example(ExampleOptions()))
  }

  @Test func `all options of play arrive`() throws {
    var expected = PlayOptions(files: [FilePath("a.mp3")])
    expected.common = CommonOptions(verbosity: .verbose, color: .never)
    expected.live = LiveOptions(
      output: .pulse(sink: "USB:1"), latency: 12.5,
      settings: [
        try SessionSetting(typed: Array("player.a.gain=-6".utf8)),
        try SessionSetting(typed: Array("a=b=c".utf8)),
      ],
      duration: 90.5, stays: true, isHeadless: true, mayReplaceFiles: true, printsJSON: true)
    expected.fade = 0
    expected.recording = .file(FilePath("take.FLAC"), .flac)
    expected.shuffles = true
    expected.seed = UInt64.max
    expected.printsSession = true
    let typed = """
      play a.mp3 -v --color never -o pulse:USB:1 --latency 12.5 --set player.a.gain=-6 \
      --set=a=b=c --duration 1:30.5 --stay --headless --force --json --fade 0 \
      --record=take.FLAC --shuffle --seed 18446744073709551615 --print-session
      """
    #expect(try Self.play(typed) == expected)
  }

  @Test(arguments: [
    "play a.mp3 -q -o x.wav --fade 3",
    "-q -o x.wav --fade 3 play a.mp3",
    "--fade=3 play -ox.wav a.mp3 -q",
    "play -qo x.wav --fade 3 a.mp3",
    "play -qo=x.wav --fade 3 -- a.mp3",
    "play --output=x.wav a.mp3 --quiet --quiet --fade 3",
  ])
  func `the order and the form of options do not matter`(_ typed: String) throws {
    var expected = PlayOptions(files: [FilePath("a.mp3")])
    expected.common.verbosity = .quiet
    expected.live.output = .file(FilePath("x.wav"), .wav)
    expected.fade = 3
    #expect(try Self.resolve(typed) == .play(expected))
  }

  @Test(arguments: [
    ("pulse", OutputPlace.pulse(sink: nil)),
    ("pulse:Built-in", .pulse(sink: "Built-in")),
    ("auto", .automatic),
    ("null", .null),
    ("-", .standardOutput),
    ("./null.wav", .file(FilePath("./null.wav"), .wav)),
    ("pulse.ogg", .file(FilePath("pulse.ogg"), .ogg)),
    ("dir.d/mix.AIFF", .file(FilePath("dir.d/mix.AIFF"), .aiff)),
    ("-.opus", .file(FilePath("-.opus"), .opus)),
  ])
  func `WHERE is read in all its forms`(_ typed: String, _ expected: OutputPlace) throws {
    #expect(try OutputPlace(typed: Array(typed.utf8)) == expected)
    #expect(try Self.play("play a --output=\(typed)").live.output == expected)
    #expect(try Self.play("play a -o \(typed)").live.output == expected)
  }

  @Test(arguments: [
    ("none", ControllerChoice.none), ("apc-mini", .map(TypedWord("apc-mini"))),
    ("./mine.toml", .map(TypedWord("./mine.toml"))), ("None", .map(TypedWord("None"))),
  ])
  func `a controller is a map's name or none`(_ typed: String, _ expected: ControllerChoice) throws
  {
    #expect(try Self.play("play a --controller \(typed)").live.controller == expected)
    #expect(try Self.play("play a").live.controller == .automatic)
  }

  @Test func `a single hyphen and words behind two hyphens are operands`() throws {
    let options = try Self.play("play - -- --fade -q --")
    #expect(options.files.map(\.shown) == ["-", "--fade", "-q", "--"])
    #expect(options.files[0].isStandardStream)
    #expect(
      try Self.resolve("run -") == .run(RunOptions(session: FilePath("-"))))
  }

  @Test func `paths keep their bytes`() throws {
    let name: [UInt8] = [0x61, 0xFF, 0x2E, 0x77, 0x61, 0x76]
    guard
      case .play(let options) = try Self.resolve([
        Array("play".utf8), name, Array("--output=".utf8) + name,
      ])
    else { throw NotThis() }
    #expect(options.files == [FilePath(bytes: name)])
    #expect(options.live.output == .file(FilePath(bytes: name), .wav))
  }

  @Test func `the value of record stands behind an equals sign alone`() throws {
    let options = try Self.play("play --record a.wav")
    #expect(options.recording == .namedAfterTime)
    #expect(options.files.map(\.shown) == ["a.wav"])
  }

  @Test(arguments: [
    ("-h", HelpOptions(isLong: false)), ("--help", HelpOptions(isLong: true)),
    ("help", HelpOptions(isLong: true)),
    ("help render", HelpOptions(topic: .verb(.render), isLong: true)),
    ("help midi", HelpOptions(topic: .group("midi"), isLong: true)),
    ("help midi learn", HelpOptions(topic: .verb(.midiLearn), isLong: true)),
    ("midi -h", HelpOptions(topic: .group("midi"), isLong: false)),
    ("midi --help lst", HelpOptions(topic: .group("midi"), isLong: true)),
    ("midi learn --help", HelpOptions(topic: .verb(.midiLearn), isLong: true)),
    ("play --fade x -h", HelpOptions(topic: .verb(.play), isLong: false)),
    ("run --help --nonsense", HelpOptions(topic: .verb(.run), isLong: true)),
    ("-h --help check", HelpOptions(topic: .verb(.check), isLong: true)),
  ])
  func `who asks for help gets it`(_ typed: String, _ expected: HelpOptions) throws {
    #expect(try Self.resolve(typed) == .help(expected))
  }

  @Test func `the version is asked for anywhere, nothing typed is nothing`() throws {
    #expect(try Self.resolve("--version") == .version)
    #expect(try Self.resolve("run --version") == .version)
    #expect(try Self.resolve([[UInt8]]()) == .nothing)
  }

  @Test(arguments: [
    ("8", 8.0), ("0.5", 0.5), ("-6", -6), ("1e3", 1000), ("+2", 2), ("1:30", 90),
    ("1:02:03.25", 3723.25), ("90:00", 5400),
  ])
  func `times are read in the C locale`(_ typed: String, _ seconds: Double) {
    #expect(TypedNumber.seconds(Array(typed.utf8)) == seconds)
  }

  @Test(arguments: [
    "", " 8", "8 ", "inf", "nan", "0x10", "1:60", "1:2:3:4", ":1", "1:", "1.5:00", "-1:30", "1:-5",
    "1e999", "٣",
  ])
  func `nothing else is a time`(_ typed: String) {
    #expect(TypedNumber.seconds(Array(typed.utf8)) == nil)
  }
}
