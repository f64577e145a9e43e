/// The completion script for bash, made from the tables of verbs and options.
enum BashCompletion {
  static let script: String = {
    let verbs = Verb.firstWords.joined(separator: " ")
    let pattern = Verb.allCases.map(token).joined(separator: "|")
    let groups = Verb.groups.joined(separator: "|")
    return """
      # Completions of stackdeck for bash. Printed by: stackdeck completions bash
      _stackdeck() {
        local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}
        local verb= names= words= files= i
        COMPREPLY=()
        # bash takes --color=al for three words.
        if [[ $current == = ]]; then
          current=
        elif [[ $previous == = ]]; then
          previous=${COMP_WORDS[COMP_CWORD - 2]}
        fi
        for ((i = 1; i < COMP_CWORD; i++)); do
          case $verb${COMP_WORDS[i]} in
            \(pattern)) verb+=${COMP_WORDS[i]}; break ;;
            \(groups)) verb=${COMP_WORDS[i]}- ;;
          esac
        done
        verb=${verb%-}
        case $verb:$previous in
      \(values)    *)
            case $verb in
      \(operands)    esac
            if [[ $current == -* ]]; then
              files=
              case $verb in
      \(options)        *) words="\(common) \(verbs)" ;;
              esac
            elif [[ -z $verb ]]; then
              words="\(verbs)"
            fi ;;
        esac
        if [[ -n $files ]]; then
          compopt -o filenames 2>/dev/null
          mapfile -t COMPREPLY < <(compgen -f -- "$current")
        fi
        if [[ -n $words ]]; then
          mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -W "$words" -- "$current")
        fi
      }
      complete -F _stackdeck stackdeck

      """
  }()

  /// A verb as one word of the script: `midi-list`.
  private static func token(_ verb: Verb) -> String { verb.words.joined(separator: "-") }

  private static let common = names(OptionTable.definitions.filter { $0.verbs.contains(.help) })

  private static func names(_ definitions: [OptionDefinition]) -> String {
    definitions.flatMap { definition in
      (definition.short.map { ["-\($0)"] } ?? []) + [definition.name.typed]
    }.joined(separator: " ")
  }

  /// What may follow an option. Its meaning may depend on the verb.
  private static var values: String {
    var text = ""
    for definition in OptionTable.definitions {
      guard let shape = definition.shape else { continue }
      let typed = (definition.short.map { ["-\($0)"] } ?? []) + [definition.name.typed]
      let verbs =
        definition.verbs == OptionTable.common
        ? ["*"] : Verb.allCases.filter { definition.verbs.contains($0) }.map(token)
      // The next word is no value of an option whose value is optional.
      var patterns = verbs.flatMap { verb in typed.map { "\(verb):\($0)" } }
      if case .optional = definition.value {
        patterns = []
      }
      guard !patterns.isEmpty else { continue }
      var actions: [String] = []
      if !shape.offered.isEmpty {
        actions.append("words=\"\(shape.offered.joined(separator: " "))\"")
      }
      if shape.isPath { actions.append("files=yes") }
      if actions.isEmpty { actions.append(":") }
      text += "    \(patterns.joined(separator: "|"))) \(actions.joined(separator: "; ")) ;;\n"
    }
    return text
  }

  private static var operands: String {
    let shells = Shell.allCases.map(\.rawValue).joined(separator: " ")
    let verbs = Verb.firstWords.joined(separator: " ")
    let files = Verb.allCases.filter { $0 == .play || $0.takesSession }.map(token)
    var text = "", help = ""
    for group in Verb.groups {
      let words = Verb.group(group).map { $0.words[1] }.joined(separator: " ")
      text += "        \(group)) words=\"\(words)\" ;;\n"
      help += "; [[ $previous == \(group) ]] && words=\"\(words)\""
    }
    return text + """
            \(files.joined(separator: "|"))) files=yes ;;
            example) words=$("${COMP_WORDS[0]}" example 2>/dev/null | cut -d ' ' -f 1) ;;
            completions) words="\(shells)" ;;
            help) words="\(verbs)"\(help) ;;

      """
  }

  private static var options: String {
    Verb.allCases.map { verb in
      "        \(token(verb))) words=\"\(names(OptionTable.definitions(of: verb)))\" ;;\n"
    }.joined()
  }
}
