import Testing

@testable import stackdeck

/// Messages about places in text files. In the source `«` and `»` enclose what is wrong.
@Suite struct DiagnosticPrinterTests {
  static func place(
    _ marked: String, line: Int = 14, label: String = ""
  ) -> PrintedPlace {
    let parts = marked.unicodeScalars.split(
      omittingEmptySubsequences: false, whereSeparator: { $0 == "«" || $0 == "»" })
    return PrintedPlace(
      file: "party.toml", line: line, column: parts[0].count + 1, length: parts[1].count,
      sourceLine: parts.map(String.init).joined(), label: label)
  }

  static func text(
    _ marked: String, columns: Int = 80, _ encoding: TextEncoding = .utf8, label: String = ""
  ) -> String {
    let printer = DiagnosticPrinter(isColored: false, encoding: encoding, columns: columns)
    let diagnostic = PrintedDiagnostic("it is wrong", at: place(marked, label: label))
    let lines = printer.text(of: diagnostic).split(
      separator: "\n", omittingEmptySubsequences: false)
    return lines.dropFirst().joined(separator: "\n")
  }

  @Test func `a message has place, source line, caret, notes and help`() {
    let diagnostic = PrintedDiagnostic(
      "no bus is named 'mian'", at: Self.place("to = \"«mian»\"", label: "unknown bus"),
      notes: [
        .init("'main' always exists"),
        .init("the player begins here", at: Self.place("«[player.a]»", line: 9)),
      ],
      help: ["did you mean 'main'? this session has main, cue, booth"])
    let printer = DiagnosticPrinter(isColored: false, encoding: .utf8, columns: 80)
    #expect(
      printer.text(of: diagnostic) == """
        party.toml:14:7: error: no bus is named 'mian'
         14 | to = "mian"
            |       ^~~~ unknown bus
        note: 'main' always exists
        party.toml:9:1: note: the player begins here
         9 | [player.a]
           | ^~~~~~~~~~
        help: did you mean 'main'? this session has main, cue, booth

        """)
  }

  @Test func `colours surround words and nothing else`() {
    let diagnostic = PrintedDiagnostic(
      "odd", at: Self.place("a = «1»"), severity: .warning, help: ["two"])
    let plain = DiagnosticPrinter(isColored: false, encoding: .utf8, columns: 80)
    let colored = DiagnosticPrinter(isColored: true, encoding: .utf8, columns: 80)
    #expect(
      colored.text(of: diagnostic) == """
        \u{1B}[1mparty.toml:14:5: \u{1B}[0m\u{1B}[1;35mwarning: \u{1B}[0modd
        \u{1B}[34m 14 |\u{1B}[0m a = 1
        \u{1B}[34m    |\u{1B}[0m     \u{1B}[1;32m^\u{1B}[0m
        \u{1B}[1;36mhelp: \u{1B}[0mtwo

        """)
    #expect(
      plain.text(of: Problem("odd", severity: .note, help: ["one", "two"])) == """
        note: odd
        help: one
        help: two

        """)
  }

  @Test(arguments: [
    // A missing thing has a caret of one cell, at the end of the line too.
    ("a =«»", " 14 | a =\n    |    ^\n"),
    ("«»", " 14 |\n    | ^\n"),
    // Tabs are spaces up to a multiple of four cells, in both lines.
    ("\t«x» = 1", " 14 |     x = 1\n    |     ^\n"),
    ("ab\t«yes»", " 14 | ab  yes\n    |     ^~~\n"),
    ("a«\t»b", " 14 | a   b\n    |  ^~~\n"),
    // Wide characters take two cells, combining ones none.
    ("音 = «響x»", " 14 | 音 = 響x\n    |      ^~~\n"),
    ("e\u{301} = «1»", " 14 | e\u{301} = 1\n    |     ^\n"),
    ("«e\u{301}» = 1", " 14 | e\u{301} = 1\n    | ^\n"),
    // What a terminal would obey is replaced.
    ("a\u{1B}[1m «x»", " 14 | a�[1m x\n    |       ^\n"),
    ("\u{202E}a «x»", " 14 | �a x\n    |    ^\n"),
  ])
  func `the caret stands under what is wrong`(_ marked: String, _ expected: String) {
    #expect(Self.text(marked) == expected)
  }

  @Test func `a long line is cut around the caret`() {
    let key = String(repeating: "a", count: 60)
    #expect(
      Self.text("«\(key)» = 1", columns: 40) == """
         14 | aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa…
            | ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~

        """)
    #expect(
      Self.text("x = \"\(key)\" «y» = 2", columns: 40) == """
         14 | …aaaaaaaaaaaaaaaaaaaaaaaaa" y = 2
            |                             ^

        """)
    #expect(
      Self.text("\(key)«bc»\(key)", columns: 40, label: "here") == """
         14 | …aaaaaaaaaabcaaaaaaaaaaaaaaaaaaaa…
            |            ^~ here

        """)
    #expect(
      Self.text("\(key)«»", columns: 40) == """
         14 | …aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
            |                                 ^

        """)
  }

  @Test func `a cut never halves a wide character`() {
    let wide = String(repeating: "音", count: 30)
    for extra in ["", "x"] {
      for columns in 30...45 {
        let text = Self.text("\(extra)\(wide)«y»\(wide)", columns: columns)
        let lines = text.split(separator: "\n")
        #expect(TextWidth.cells(of: lines[0]) <= columns)
        let before = lines[0].prefix { $0 != "y" }
        #expect(TextWidth.cells(of: before) == lines[1].prefix { $0 != "^" }.count)
      }
    }
  }

  @Test func `in ASCII signs become similar ones of the same width in the source line`() {
    #expect(
      Self.text("é音 = «−1»", columns: 80, .ascii) == """
         14 | ??? = ?1
            |       ^~

        """)
    let printer = DiagnosticPrinter(isColored: false, encoding: .ascii, columns: 80)
    #expect(
      printer.text(of: Problem("gain must be −inf…12 dB, not 40 dB", help: "é → 0"))
        == "error: gain must be -inf...12 dB, not 40 dB\nhelp: ? -> 0\n")
  }

  @Test func `without a source line there is no caret`() {
    let printer = DiagnosticPrinter(isColored: false, encoding: .utf8, columns: 80)
    let place = PrintedPlace(file: "a\nb.toml", line: 3, column: 1)
    #expect(
      printer.text(of: PrintedDiagnostic("it is empty", at: place))
        == "a\\nb.toml:3:1: error: it is empty\n")
  }
}
