import MixIO

/// The one table of options. The parser, `-h`, `--help`, the completions of three shells and the
/// test that reads the man page all take theirs from it.
enum OptionTable {
  static let live: Set<Verb> = [.play, .run]
  static let common = Set(Verb.allCases)

  static let definitions: [OptionDefinition] = [
    OptionDefinition(
      .output, short: "o", .required(.place), placeholder: "WHERE", verbs: live,
      "pulse[:SINK], auto, null, - or a sound file",
      details: """
        Where the sound goes. pulse: to the sound server's default sink, or to SINK, any part of a \
        sink's name or description; this is what happens without the option. auto: plays, or, \
        where no server is reachable, renders to a file and says so. null: in real time, to \
        nothing. -: WAV on standard output. Anything else is the path of a file to render; its \
        ending names its kind: \(TakeKind.shown).
        """),
    OptionDefinition(
      .output, short: "o", .required(.renderPlace), placeholder: "PATH", verbs: [.render],
      "the file to write, or - for standard output",
      details: """
        The ending names the kind of file: \(TakeKind.shown). Standard output gets WAV. \
        It may be left out if the session has recorders.
        """),
    OptionDefinition(
      .output, short: "o", .required(.device), placeholder: "SINK", verbs: [.calibrate],
      "where the clicks are played",
      details: """
        Any part of a sink's name or description; without the option the server's default sink.
        """),
    OptionDefinition(
      .input, .required(.device), placeholder: "SOURCE", verbs: [.calibrate],
      "where they are listened for",
      details: """
        Any part of a source's name or description; without the option the server's default source.
        """),
    OptionDefinition(
      .latency, .required(.number(5...2000, unit: "ms")), placeholder: "MS",
      verbs: live.union([.calibrate]),
      "latency to ask the sound server for",
      details: "5…2000 ms. What was granted is shown."),
    OptionDefinition(
      .controller, .required(.controller), placeholder: "NAME", verbs: live,
      "the map of your controller, or none",
      details: """
        A map's name: one of yours, or a shipped one; with / or .toml, a path. It is used beside \
        those of the session. none: no controller is listened to. Without the option play uses a \
        controller that is plugged in and has a shipped map.
        """),
    OptionDefinition(
      .midiFile, .required(.midiFile), placeholder: "FILE", verbs: [.run, .render],
      "plays a MIDI file as if hands did",
      details: """
        A Standard MIDI File. Its messages move what the session's maps say, whatever ports those \
        name; render does it at the very frames.
        """),
    OptionDefinition(
      .set, .required(.setting), placeholder: "ADDRESS=VALUE", repeats: true,
      verbs: [.play, .run, .render],
      "sets a value of the session; may be repeated",
      details: "The value stands in for the one in the file: --set player.a.gain=-6"),
    OptionDefinition(
      .duration, .required(.seconds(0...604_800)), placeholder: "S",
      verbs: [.play, .run, .render],
      "ends after so many seconds",
      details: "Seconds, or m:s, or h:m:s, up to a week."),
    OptionDefinition(
      .encoding, .required(.choice(TakeEncoding.allCases.map(\.rawValue))),
      placeholder: "ENCODING", verbs: [.render],
      "pcm_16, pcm_24 (default) or float",
      details: "Of the file that --output names; ogg and opus have an encoding of their own."),
    OptionDefinition(
      .dither, verbs: [.render], "adds dither where samples become integers"),
    OptionDefinition(
      .force, verbs: [.play, .run, .render], "lets --output replace a file"),
    OptionDefinition(
      .fade, .required(.number(0...30, unit: "s")), placeholder: "S", verbs: [.play],
      "seconds of the fade from file to file (8)",
      details: "0…30 s; never longer than half a track."),
    OptionDefinition(
      .record, .optional(.soundFile), placeholder: "FILE", verbs: [.play],
      "records what is heard",
      details: """
        To FILE, whose ending names its kind: \(TakeKind.shown); without FILE, to one named \
        after day and time. An existing file is never replaced: the take gets a number.
        """),
    OptionDefinition(
      .shuffle, verbs: [.play], "plays the files in random order"),
    OptionDefinition(
      .seed, .required(.whole), placeholder: "N", verbs: [.play, .run, .render],
      "makes a shuffled order the same again",
      details: "A whole number from 0 to 18446744073709551615."),
    OptionDefinition(
      .printSession, verbs: [.play], "prints the session that does the same, plays nothing"),
    OptionDefinition(
      .watch, verbs: [.run], "reads the session again whenever the file is saved",
      details: "If the new text has an error, the old session plays on and the error is shown."),
    OptionDefinition(
      .events, .required(.file), placeholder: "FILE", verbs: [.run, .render],
      "plays back what was performed",
      details: """
        FILE is one that --write-events wrote, or one that was made by hand or by a script: see \
        stackdeck-session(5). What is rendered is what was heard, sample for sample.
        """),
    OptionDefinition(
      .writeEvents, .required(.file), placeholder: "FILE", verbs: [.run],
      "keeps what is performed",
      details: """
        Writes each change and each action with its frame, for --events. An existing file is never \
        touched.
        """),
    OptionDefinition(
      .mend, verbs: [.run, .render],
      "leaves out the gaps that a performance had",
      details: """
        With --events: where a disk was too slow when it was performed, what should have sounded is \
        played.
        """),
    OptionDefinition(
      .stay, verbs: live, "stays when nothing can sound any more"),
    OptionDefinition(
      .headless, verbs: live, "draws nothing and reads no keys",
      details: "This is also what happens where standard input or output is not a terminal."),
    OptionDefinition(
      .dot, verbs: [.graph], "prints the graph in the language of Graphviz"),
    OptionDefinition(
      .listing, verbs: [.graph], "prints the compiled stack program"),
    OptionDefinition(
      .write, verbs: [.midiLearn], "puts each line into the session's file",
      details: """
        Into the list or behind the blocks that its map has; comments and all else stay. The file is \
        replaced in one step.
        """),
    OptionDefinition(
      .json,
      verbs: [
        .play, .run, .render, .check, .graph, .devices, .calibrate, .midiList, .midiMonitor,
        .example,
      ],
      "prints the result as JSON",
      details: """
        On standard output. play, run and midi monitor print one object a line, whenever something \
        happens.
        """),
    OptionDefinition(.quiet, short: "q", verbs: common, "prints errors only"),
    OptionDefinition(.verbose, short: "v", verbs: common, "prints more of what is done"),
    OptionDefinition(
      .color, .required(.choice(ColorChoice.allCases.map(\.rawValue))), placeholder: "WHEN",
      verbs: common,
      "auto, always or never",
      details: "auto: on a terminal, unless NO_COLOR is set or TERM is dumb."),
    OptionDefinition(.shortHelp, short: "h", verbs: common, "prints a short help"),
    OptionDefinition(.help, verbs: common, "prints a long help"),
    OptionDefinition(.version, verbs: common, "prints the version"),
  ]

  /// The rows of a verb, in the order of help texts.
  static func definitions(of verb: Verb) -> [OptionDefinition] {
    definitions.filter { $0.verbs.contains(verb) }
  }

  /// The row of an option for a verb, or nil if the verb does not have it.
  static func definition(_ name: OptionName, of verb: Verb) -> OptionDefinition? {
    definitions.first { $0.name == name && $0.verbs.contains(verb) }
  }

  /// Any row with this long name: whether a value follows is the same for every verb.
  static func definition(long: String) -> OptionDefinition? {
    definitions.first { $0.name != .shortHelp && $0.name.rawValue == long }
  }

  /// Any row with this letter.
  static func definition(short: Character) -> OptionDefinition? {
    definitions.first { $0.short == short }
  }
}
