/// The completion script for fish, made from the tables of verbs and options.
enum FishCompletion {
  static let script: String = {
    var text = "# Completions of stackdeck for fish. Printed by: stackdeck completions fish\n"
    text += line("-n __fish_use_subcommand -f")
    for verb in Verb.allCases where verb.words.count == 1 {
      text += line(
        "-n __fish_use_subcommand -f -a \(verb.rawValue) -d \(quoted(verb.summary))")
    }
    for group in Verb.groups {
      let verbs = Verb.group(group)
      text += line("-n __fish_use_subcommand -f -a \(group) -d \(quoted(Verb.summary(of: group)))")
      let words = verbs.map { $0.words[1] }.joined(separator: " ")
      let condition =
        "-n '__fish_seen_subcommand_from \(group); and not __fish_seen_subcommand_from \(words)'"
      for verb in verbs {
        text += line("\(condition) -f -a \(verb.words[1]) -d \(quoted(verb.summary))")
      }
    }
    for definition in OptionTable.definitions { text += option(definition) }
    for verb in Verb.allCases { text += operand(of: verb) }
    return text
  }()

  private static func line(_ arguments: String) -> String {
    "complete -c stackdeck \(arguments)\n"
  }

  /// When one of these verbs was typed: a condition for those of one word, and one for each group.
  private static func conditions(_ verbs: [Verb]) -> [String] {
    let single = verbs.filter { $0.words.count == 1 }.map(\.rawValue)
    var typed = single.isEmpty ? [] : [single.joined(separator: " ")]
    for group in Verb.groups {
      let words = verbs.filter { Verb.group(group).contains($0) }.map { $0.words[1] }
      guard !words.isEmpty else { continue }
      typed.append("\(group); and __fish_seen_subcommand_from \(words.joined(separator: " "))")
    }
    return typed.map { "-n '__fish_seen_subcommand_from \($0)'" }
  }

  private static func option(_ definition: OptionDefinition) -> String {
    if definition.verbs == OptionTable.common { return option(definition, when: nil) }
    return conditions(Verb.allCases.filter { definition.verbs.contains($0) })
      .map { option(definition, when: $0) }.joined()
  }

  private static func option(_ definition: OptionDefinition, when condition: String?) -> String {
    var words = condition.map { [$0] } ?? []
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
    let condition = conditions([verb])[0]
    switch verb {
    case .play: return ""
    case .run, .render, .check, .graph, .midiList, .midiMonitor, .midiLearn:
      return line("\(condition) -k -a '(__fish_complete_suffix .toml)'")
    case .devices, .calibrate: return line("\(condition) -f")
    case .example:
      return line(
        "\(condition) -f -a \"(stackdeck example 2>/dev/null | string replace -r ' .*' '')\"")
    case .completions:
      return line("\(condition) -f -a '\(Shell.allCases.map(\.rawValue).joined(separator: " "))'")
    case .help:
      let groups = Verb.groups.flatMap(Verb.group).map { $0.words[1] }
      return line("\(condition) -f -a '\((Verb.firstWords + groups).joined(separator: " "))'")
    }
  }

  private static func quoted(_ text: String) -> String {
    "'"
      + text.map { $0 == "'" || $0 == "\\" ? "\\\($0)" : String($0) }.joined() + "'"
  }
}
