import Testing

@testable import stackdeck

@Suite struct HelpTextTests {
  @Test func `the program alone prints ten lines`() {
    #expect(HelpText.brief.split(separator: "\n", omittingEmptySubsequences: false).count == 11)
    #expect(HelpText.brief.hasSuffix(".\n"))
  }

  @Test func `the short help of check in whole`() {
    #expect(
      HelpText.verb(.check, isLong: false) == """
        usage: stackdeck check [OPTION…] SESSION
        reads a session and says all that can be known without devices

        options:
          --json                  prints the result as JSON

        options of every command:
          -q, --quiet             prints errors only
          -v, --verbose           prints more of what is done
          --color WHEN            auto, always or never
          -h                      prints a short help
          --help                  prints a long help
          --version               prints the version

        """)
  }

  @Test(arguments: Verb.allCases, [false, true])
  func `every option stands in the help, and no line is too long`(_ verb: Verb, _ isLong: Bool) {
    let text = HelpText.verb(verb, isLong: isLong)
    let lines = text.split(separator: "\n").map { $0.drop { $0 == " " } }
    for definition in OptionTable.definitions(of: verb) {
      #expect(
        lines.contains { $0 == definition.usage || $0.hasPrefix(definition.usage + "  ") })
    }
    for line in text.split(separator: "\n") { #expect(TextWidth.cells(of: line) <= 80) }
    #expect(HelpText.program(isLong: isLong).contains(verb.summary))
  }

  @Test func `verbs that share a word are explained together`() {
    #expect(
      HelpText.group("midi") == """
        usage: stackdeck midi list [OPTION…] [SESSION]
               stackdeck midi monitor [OPTION…] [SESSION]
               stackdeck midi learn [OPTION…] SESSION

        commands:
          midi list     lists MIDI ports, and which a session would take
          midi monitor  shows what controllers send, and what it moves
          midi learn    makes a session's map by moving the controls

        stackdeck help midi COMMAND explains a command and its options.

        """)
  }

  @Test(arguments: OptionTable.live)
  func `the keys stand in the long help`(_ verb: Verb) {
    let text = HelpText.verb(verb, isLong: true)
    for binding in KeyBinding.bindings(of: verb) {
      #expect(text.contains("\n  " + binding.keysInHelp + " "))
    }
    #expect(text.contains("read the session again") == (verb == .run))
  }

  @Test func `the long help of the program fits into 80 columns`() {
    for line in HelpText.program(isLong: true).split(separator: "\n") {
      #expect(TextWidth.cells(of: line) <= 80)
    }
  }
}

@Suite struct OptionTableTests {
  @Test func `an option of several rows takes a value in all or in none`() {
    for name in OptionName.allCases {
      let rows = OptionTable.definitions.filter { $0.name == name }
      #expect(!rows.isEmpty)
      #expect(Set(rows.map(\.short)).count == 1)
      #expect(
        Set(
          rows.map { row in
            switch row.value {
            case .none: 0
            case .required: 1
            case .optional: 2
            }
          }
        ).count == 1)
      for verb in Verb.allCases { #expect(rows.count { $0.verbs.contains(verb) } <= 1) }
    }
  }

  @Test func `a letter belongs to one option, which is not a long name behind one hyphen`() {
    let letters = OptionTable.definitions.compactMap(\.short)
    let names = OptionTable.definitions.filter { $0.short != nil }.map(\.name)
    #expect(Set(letters).count == Set(names).count)
  }

  @Test func `a key does one thing`() {
    let keys = KeyBinding.bindings.flatMap(\.strokes).map(\.key)
    #expect(Set(keys).count == keys.count)
    #expect(KeyBinding.command(of: Key("R"), for: .run) == .reload)
    #expect(KeyBinding.command(of: Key("R"), for: .play) == nil)
    #expect(KeyBinding.command(of: Key(.left, .shift), for: .play) == .seek(seconds: -60))
    #expect(KeyBinding.command(of: Key("4"), for: .play) == .selectDeck(3))
    #expect(KeyBinding.command(of: Key("5"), for: .play) == nil)
  }
}
