/// The completion script for zsh, made from the tables of verbs and options.
enum ZshCompletion {
  static let script = """
    #compdef stackdeck
    # Completions of stackdeck for zsh. Printed by: stackdeck completions zsh
    _stackdeck() {
      local context state state_descr line
      typeset -A opt_args
      local -a commands examples
      commands=(
    \(commands)  )
      _arguments -C -s -S \\
    \(specifications(common))    '1:command:->command' \\
        '*::operand:->operand' && return
      case $state in
        command) _describe -t commands command commands ;;
        operand)
          local verb=$words[1]
    \(groups)      case $verb in
    \(verbs)      esac ;;
      esac
    }
    if [[ $funcstack[1] == _stackdeck ]]; then
      _stackdeck "$@"
    else
      compdef _stackdeck stackdeck
    fi

    """

  private static let common = OptionTable.definitions.filter { $0.verbs == OptionTable.common }

  private static var commands: String {
    Verb.firstWords.map { word in
      let summary = Verb(rawValue: word)?.summary ?? Verb.summary(of: word)
      return "    '\(word):\(escaped(summary))'\n"
    }.joined()
  }

  /// Verbs of two words: the first is taken away, the second is offered or stands for both.
  private static var groups: String {
    Verb.groups.map { group in
      let verbs = Verb.group(group).map { "'\($0.words[1]):\(escaped($0.summary))'" }
      return """
              if [[ $verb == \(group) ]]; then
                shift words
                ((CURRENT--))
                commands=(\(verbs.joined(separator: " ")))
                if ((CURRENT < 2)); then
                  _describe -t commands command commands
                  return
                fi
                verb="\(group) $words[1]"
              fi

        """
    }.joined()
  }

  private static var verbs: String {
    Verb.allCases.map { verb in
      var text = "        \(verb.words.joined(separator: "\\ ")))\n"
      if verb == .example {
        text +=
          "          examples=(${(f)\"$(stackdeck example 2>/dev/null | cut -d ' ' -f 1)\"})\n"
      }
      text += "          _arguments -s -S \\\n"
      text += specifications(OptionTable.definitions(of: verb))
      return text + "    \(operand(of: verb)) ;;\n"
    }.joined()
  }

  private static func operand(of verb: Verb) -> String {
    switch verb {
    case .play: "'*:file:_files'"
    case .run, .render, .check, .graph, .midiList, .midiMonitor, .midiLearn:
      "'1:session:_files -g \"*.toml\"'"
    case .devices, .calibrate: "'*::'"
    case .example: "'1:example:($examples)'"
    case .completions:
      "'1:shell:(\(Shell.allCases.map(\.rawValue).joined(separator: " ")))'"
    case .help:
      "'1:command:(\(Verb.firstWords.joined(separator: " ")))' "
        + "'2:command:(\(Verb.groups.flatMap(Verb.group).map { $0.words[1] }.joined(separator: " ")))'"
    }
  }

  private static func specifications(_ definitions: [OptionDefinition]) -> String {
    definitions.map { "    \(specification($0)) \\\n" }.joined()
  }

  /// `'(-o --output)'{-o+,--output=}'[summary]:WHERE:_files'`
  private static func specification(_ definition: OptionDefinition) -> String {
    let summary = "[\(escaped(definition.summary))]"
    var shortMark = ""
    var longMark = ""
    var value = ""
    switch definition.value {
    case .none: break
    case .required(let shape):
      (shortMark, longMark) = ("+", "=")
      value = ":\(escaped(definition.placeholder)):\(action(shape))"
    case .optional(let shape):
      longMark = "=-"
      value = "::\(escaped(definition.placeholder)):\(action(shape))"
    }
    let long = definition.name.typed + longMark
    guard let short = definition.short else {
      return "'\(definition.repeats ? "*" : "")\(long)\(summary)\(value)'"
    }
    let excluded = "(-\(short) \(definition.name.typed))"
    return "'\(excluded)'{-\(short)\(shortMark),\(long)}'\(summary)\(value)'"
  }

  private static func action(_ shape: ValueShape) -> String {
    let words = shape.offered.joined(separator: " ")
    switch (shape.isPath, words.isEmpty) {
    case (true, true): return "_files"
    case (true, false):
      return "_alternative \"words\\:word\\:(\(words))\" \"files\\:file\\:_files\""
    case (false, false): return "(\(words))"
    case (false, true): return " "
    }
  }

  /// Text inside a specification in single quotes.
  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for character in text {
      switch character {
      case "[", "]", ":", "\\": escaped += "\\\(character)"
      case "'": escaped += "'\\''"
      default: escaped.append(character)
      }
    }
    return escaped
  }
}
