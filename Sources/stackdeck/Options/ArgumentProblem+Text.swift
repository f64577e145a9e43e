import MixEngine
import MixIO

extension ArgumentProblem {
  /// The problem in words.
  var problem: Problem {
    switch self {
    case .noCommand(let word, let others, let isFile):
      Problem("no command '\(word.shown)'", help: Self.commandHelp(word, others, isFile))
    case .noCommandOfGroup(let group, let word):
      Problem(
        word.map { "no command '\(group) \($0.shown)'" } ?? "\(group) needs another word",
        help: Self.groupHelp(group, word))
    case .missingCommand:
      Problem("a command is missing", help: "commands: \(Self.verbs)")
    case .unknownOption(let typed, let verb):
      Problem(
        "no option '\(typed.shown)'" + (verb.map { " for \($0.rawValue)" } ?? ""),
        help: Self.optionHelp(typed, verb))
    case .foreignOption(let typed, let name, let verb):
      Problem(
        "no option '\(typed)' for \(verb.rawValue)",
        help: "\(name.typed) is an option of \(Self.verbs(with: name))")
    case .singleHyphen(let typed, let name):
      Problem("no option '\(typed)'", help: "did you mean \(name.typed)?")
    case .missingValue(let typed, let name, let verb):
      Problem("\(typed) needs a value", help: Self.valueHelp(name, verb))
    case .unexpectedValue(let typed, let value):
      Problem("\(typed) takes no value, not '\(value.shown)'")
    case .givenTwice(let name, let first, let second):
      Problem(
        "\(name.typed) is given twice: '\(first.shown)' and '\(second.shown)'", help: "keep one")
    case .badValue(let typed, let fault):
      Problem(fault.message(of: typed), help: fault.help)
    case .contradiction(let one, let other):
      Problem("\(one) and \(other) exclude each other", help: "keep one")
    case .needsOption(let one, let other):
      Problem("\(one) means nothing without \(other)")
    case .bothOnStandardOutput(let one, let other):
      Problem(
        "\(one) and \(other) would both write to standard output",
        help: "write the sound to a file: --output mix.flac")
    case .encodingNotOffered(let encoding, let kind):
      Problem(
        "\(kind.name) has no encoding \(encoding.rawValue)",
        help: kind.encodings.isEmpty
          ? "it has one of its own: leave --encoding out"
          : "it has \(WordList.joined(kind.encodings.map(\.rawValue), by: "and"))")
    case .missingOperand(let verb):
      Problem(Self.missing(verb), help: Self.missingHelp(verb))
    case .extraOperand(let verb, let word):
      Problem(Self.extra(verb, word))
    case .noCompletions(let word):
      Problem("no completions for '\(word.shown)'", help: "there are bash, zsh and fish")
    case .noHelp(let word):
      Problem("no command '\(word.shown)'", help: Self.nearestVerb(word))
    case .sessionToPlay(let path):
      Problem(
        "\(path.shown) is a session", help: "to run it: stackdeck run \(ShellWord.quoted(path))")
    case .soundFileAsSession(let verb, let path):
      Problem(
        "\(path.shown) is not a session",
        help: verb == .run
          ? "to play files: stackdeck play \(ShellWord.quoted(path))"
          : "to make one: stackdeck play --print-session \(ShellWord.quoted(path)) > set.toml")
    }
  }

  private static let verbs = Verb.firstWords.joined(separator: ", ")

  /// `play, run and render`
  private static func verbs(with name: OptionName) -> String {
    let verbs = Verb.allCases.filter { OptionTable.definition(name, of: $0) != nil }
    return WordList.joined(verbs.map(\.rawValue), by: "and")
  }

  private static func commandHelp(
    _ word: TypedWord, _ others: [TypedWord], _ isFile: Bool
  ) -> String {
    let ending = word.path.ending
    let files = ([word] + others).map(ShellWord.quoted).joined(separator: " ")
    if ending == "toml" {
      return "to run a session: stackdeck run \(ShellWord.quoted(word))"
    }
    if TakeKind.played.contains(ending) || isFile || word.bytes.contains(UInt8(ascii: "/")) {
      return "to play files: stackdeck play \(files)"
    }
    return nearestVerb(word)
  }

  private static func nearestVerb(_ word: TypedWord) -> String {
    let all = Verb.firstWords + Verb.groups.flatMap(Verb.group).map { $0.words[1] }
    if let near = NearestName.find(word.shown, in: all) {
      let whole = Verb.allCases.first { $0.words.count > 1 && $0.words[1] == near }?.rawValue
      return "did you mean \(whole ?? near)?"
    }
    return "commands: \(verbs)"
  }

  private static func groupHelp(_ group: String, _ word: TypedWord?) -> String {
    let verbs = Verb.group(group)
    if let word, let near = NearestName.find(word.shown, in: verbs.map { $0.words[1] }) {
      return "did you mean \(group) \(near)?"
    }
    return verbs.map { "stackdeck \($0.rawValue) \($0.operands)" }.joined(separator: ", ")
  }

  private static func optionHelp(_ typed: TypedWord, _ verb: Verb?) -> String {
    // Names without hyphens are compared, or short ones would all be close to each other.
    let name = typed.shown.drop { $0 == "-" }
    if typed.bytes.starts(with: Array("--".utf8)) {
      let own = verb.map(OptionTable.definitions(of:)) ?? OptionTable.definitions
      let names = own.map(\.name).filter { $0 != .shortHelp }.map(\.rawValue)
      if let near = NearestName.find(String(name), in: names) { return "did you mean --\(near)?" }
    }
    return "stackdeck\(verb.map { " " + $0.rawValue } ?? "") -h lists the options"
  }

  private static func valueHelp(_ name: OptionName, _ verb: Verb?) -> String? {
    let definition = OptionTable.definitions.first { row in
      row.name == name && verb.map { row.verbs.contains($0) } ?? true
    }
    return definition.map { "\(name.typed) \($0.placeholder): \($0.summary)" }
  }

  private static func missing(_ verb: Verb) -> String {
    switch verb {
    case .play: "play needs a file"
    case .completions: "completions needs the name of a shell"
    default: "\(verb.rawValue) needs a session file"
    }
  }

  private static func missingHelp(_ verb: Verb) -> String {
    switch verb {
    case .play, .completions: "stackdeck \(verb.rawValue) \(verb.operands)"
    default:
      "stackdeck \(verb.rawValue) \(verb.operands); "
        + "to begin with one: stackdeck example minimal > set.toml"
    }
  }

  private static func extra(_ verb: Verb, _ word: TypedWord) -> String {
    switch verb {
    case .devices, .calibrate: "\(verb.rawValue) takes no operand, not '\(word.shown)'"
    case .play, .run, .render, .check, .graph, .midiList, .midiMonitor, .midiLearn:
      "\(verb.rawValue) takes one session, not '\(word.shown)' too"
    case .example: "example takes one name, not '\(word.shown)' too"
    case .completions: "completions takes one shell, not '\(word.shown)' too"
    case .help: "help takes one command, not '\(word.shown)' too"
    }
  }
}
