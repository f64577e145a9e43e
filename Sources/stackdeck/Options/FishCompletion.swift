/// The completion script for fish, made from the tables of verbs and options.
enum FishCompletion {
  static let script: String = {
    var text = "# Completions of stackdeck for fish. Printed by: stackdeck completions fish\n"
    text += line("-n __fish_use_subcommand -f")
    for verb in Verb.allCases {
      text += line(
        "-n __fish_use_subcommand -f -a \(verb.rawValue) -d \(quoted(verb.summary))")
    }
    for definition in OptionTable.definitions { text += option(definition) }
    for verb in Verb.allCases { text += operand(of: verb) }
    return text
  }()

  private static func line(_ arguments: String) -> String {
    "complete -c stackdeck \(arguments)\n"
  }

  private static func option(_ definition: OptionDefinition) -> String {
    var words: [String] = []
    if definition.verbs != OptionTable.common {
      let verbs = Verb.allCases.filter { definition.verbs.contains($0) }.map(\.rawValue)
      words.append("-n '__fish_seen_subcommand_from \(verbs.joined(separator: " "))'")
    }
    if definition.name == .shortHelp {
      words.append("-s h")
    } else {
      if let short = definition.short { words.append("-s \(short)") }
      words.append("-l \(definition.name.rawValue)")
    }
    if let shape = definition.shape {
      // -x: a value and no files; -r: a value, files offered. An optional value asks for neither.
      if case .required = definition.value { words.append(shape.isPath ? "-r" : "-x") }
      if !shape.offered.isEmpty {
        words.append("-a '\(shape.offered.joined(separator: " "))'")
      }
    }
    words.append("-d \(quoted(definition.summary))")
    return line(words.joined(separator: " "))
  }

  private static func operand(of verb: Verb) -> String {
    let condition = "-n '__fish_seen_subcommand_from \(verb.rawValue)'"
    switch verb {
    case .play: return ""
    case .run, .render, .check, .graph:
      return line("\(condition) -k -a '(__fish_complete_suffix .toml)'")
    case .devices: return line("\(condition) -f")
    case .example:
      return line(
        "\(condition) -f -a \"(stackdeck example 2>/dev/null | string replace -r ' .*' '')\"")
    case .completions:
      return line("\(condition) -f -a '\(Shell.allCases.map(\.rawValue).joined(separator: " "))'")
    case .help:
      return line("\(condition) -f -a '\(Verb.allCases.map(\.rawValue).joined(separator: " "))'")
    }
  }

  private static func quoted(_ text: String) -> String {
    "'"
      + text.map { $0 == "'" || $0 == "\\" ? "\\\($0)" : String($0) }.joined() + "'"
  }
}
