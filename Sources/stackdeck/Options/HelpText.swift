/// The texts of `-h`, `--help` and `help`, made from the tables of verbs and options.
enum HelpText {
  /// What `stackdeck` alone prints: ten lines.
  static let brief = """
    stackdeck: a mixer for the terminal
    usage: stackdeck COMMAND [OPTION…] [FILE…]

      stackdeck play a.mp3 b.mp3       plays files, one into the other
      stackdeck example                lists sessions to start from
      stackdeck check set.toml         says what is wrong with a session
      stackdeck run set.toml           plays it
      stackdeck render set.toml -o mix.flac

    stackdeck -h lists all commands, stackdeck help COMMAND explains one.

    """

  /// The help of the whole program.
  static func program(isLong: Bool) -> String {
    var text = "usage: stackdeck COMMAND [OPTION…] [OPERAND…]\n\ncommands:\n"
    for verb in Verb.allCases {
      text += line(verb.rawValue, verb.summary, column: 16)
    }
    text += "\noptions of every command:\n"
    let common = OptionTable.definitions.filter { $0.verbs == OptionTable.common }
    text += isLong ? long(common) : short(common)
    if isLong { text += "\n" + rules }
    return text + "\nstackdeck help COMMAND explains a command and its options.\n"
  }

  /// The help of verbs that begin with the same word.
  static func group(_ word: String) -> String {
    let verbs = Verb.group(word)
    var text = ""
    for (number, verb) in verbs.enumerated() {
      text += number == 0 ? "usage: " : "       "
      text += "stackdeck \(verb.rawValue) [OPTION…] \(verb.operands)\n"
    }
    text += "\ncommands:\n"
    for verb in verbs { text += line(verb.rawValue, verb.summary, column: 16) }
    return text + "\nstackdeck help \(word) COMMAND explains a command and its options.\n"
  }

  /// The help of a verb.
  static func verb(
    _ verb: Verb, isLong: Bool, _ encoding: TextEncoding = .utf8
  ) -> String {
    let all = OptionTable.definitions(of: verb)
    let own = all.filter { $0.verbs != OptionTable.common }
    let common = all.filter { $0.verbs == OptionTable.common }
    var usage = "usage: stackdeck \(verb.rawValue)"
    if !own.isEmpty { usage += " [OPTION…]" }
    if !verb.operands.isEmpty { usage += " " + verb.operands }
    var text = usage + "\n"
    if isLong {
      text += "\n" + TextBlock.wrapped(verb.details, indent: 0)
    } else {
      text += verb.summary + "\n"
    }
    if !own.isEmpty {
      text += "\noptions:\n" + (isLong ? long(own) : short(own))
    }
    if isLong, let keys = keys(of: verb, encoding) { text += "\nkeys:\n" + keys }
    text += "\noptions of every command:\n" + short(common)
    return isLong ? text + "\nMore: man stackdeck\n" : text
  }

  private static let rules =
    TextBlock.wrapped(
      """
      Options may stand before or behind operands; -- ends them. A value follows its option as the \
      next word or behind =, of a short option also at once: -o mix.flac, -omix.flac, \
      --output=mix.flac. Results go to standard output, messages to standard error.
      """, indent: 0) + "\n"
    + TextBlock.wrapped(
      """
      Exit status: 0 done, 1 failed while running, 2 wrong command line, session or file, 3 no \
      sound server or device, 4 a recording is incomplete, 129 terminal closed, 130 interrupted, \
      143 terminated.
      """, indent: 0)

  private static func keys(of verb: Verb, _ encoding: TextEncoding) -> String? {
    let bindings = KeyBinding.bindings(of: verb)
    guard !bindings.isEmpty else { return nil }
    return bindings.map { line(encoding.encoded($0.keysInHelp), $0.summary, column: 16) }.joined()
  }

  private static func short(_ definitions: [OptionDefinition]) -> String {
    definitions.map { line($0.usage, $0.summary, column: 26) }.joined()
  }

  private static func long(_ definitions: [OptionDefinition]) -> String {
    definitions.map { definition in
      let summary = definition.summary + (definition.details.isEmpty ? "" : ". ")
      return "  \(definition.usage)\n"
        + TextBlock.wrapped(summary + definition.details, indent: 6)
    }.joined()
  }

  /// A term, and its explanation at a column; on the next line if the term is too long.
  private static func line(_ term: String, _ explanation: String, column: Int) -> String {
    let width = TextWidth.cells(of: term) + 2
    let gap =
      width + 2 > column
      ? "\n" + String(repeating: " ", count: column)
      : String(repeating: " ", count: column - width)
    return "  " + term + gap + explanation + "\n"
  }
}
