import MixSession
import TOML
import Testing

@testable import stackdeck

@Suite struct SessionDiagnosticTests {
  @Test func `a session's diagnostic is printed with the lines of its file`() {
    let text = "[player.a]\r\ngain = 40\nto = \"pari\"\n"
    let bytes = Array(text.utf8)
    func place(_ offset: Int, _ line: Int, _ column: Int, _ length: Int) -> DiagnosticPlace {
      let start = SourcePosition(offset: offset, line: line, column: column)
      let end = SourcePosition(offset: offset + length, line: line, column: column + length)
      return DiagnosticPlace(file: "set.toml", range: SourceRange(start: start, end: end))
    }
    let diagnostic = Diagnostic(
      "no bus is named 'pari'", at: place(28, 3, 7, 4), severity: .warning,
      help: "did you mean 'pair'?", notes: [.init("the player begins here", at: place(0, 1, 1, 10))]
    )
    let printer = DiagnosticPrinter(isColored: false, encoding: .utf8, columns: 80)
    #expect(
      printer.text(of: PrintedDiagnostic(diagnostic, in: bytes)) == """
        set.toml:3:7: warning: no bus is named 'pari'
         3 | to = "pari"
           |       ^~~~
        set.toml:1:1: note: the player begins here
         1 | [player.a]
           | ^~~~~~~~~~
        help: did you mean 'pair'?

        """)
  }
}
