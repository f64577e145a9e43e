import TOML
import Testing

/// Keys and tables that cannot stand in one text. The error points at «…», its note at the first `‹…›`.
struct ContradictionTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let text: String
    let message: String
    let note: String
    let help: String?

    init(_ text: String, _ message: String, note: String, help: String? = nil) {
      self.text = text
      self.message = message
      self.note = note
      self.help = help
    }

    var testDescription: String { text.debugDescription }
  }

  static let cases = [
    Case(
      "‹a› = 1\n«\"a\"» = 2", "'a' is already defined", note: "'a' is defined here",
      help: "delete one of the two"),
    Case(
      "x = { ‹b› = 1, «b» = 2 }", "'b' is already defined", note: "'b' is defined here",
      help: "delete one of the two"),
    Case(
      "[player.‹a›]\nb = 1\n[player.«a»]\nb = 2", "table 'player.a' is already defined",
      note: "'a' is defined here",
      help: "write its keys in one place, or [[player.a]] for an array of tables"),
    Case(
      "[f]\n‹a›.b = 1\n[f.«a»]", "table 'f.a' is already defined by dotted keys",
      note: "'a' is defined here", help: "write its keys in one place"),
    Case(
      "[a.‹b›]\n[a]\n«b».c = 1", "table 'b' is already defined by a header",
      note: "'b' is defined here", help: "write its keys in one place"),
    Case(
      "‹a› = 1\n«a».b = 2", "'a' is an integer, not a table", note: "'a' is defined here"),
    Case(
      "‹a› = 'x'\n[«a».b]", "'a' is a string, not a table", note: "'a' is defined here"),
    Case(
      "‹a› = {}\n[«a».b]", "nothing can be added to the inline table 'a'",
      note: "'a' is defined here", help: "write it between its braces"),
    Case(
      "‹a› = []\n[[«a»]]", "nothing can be added to the array 'a'",
      note: "'a' is defined here", help: "write it between its brackets"),
    Case(
      "[‹a›]\n[[«a»]]", "'a' is a table, not an array of tables", note: "'a' is defined here",
      help: "[a], or [[…]] at the first place too"),
    Case(
      "[[‹a›]]\n[«a»]", "'a' is an array of tables, not a table", note: "'a' is defined here",
      help: "[[a]]"),
    Case(
      "[[x.‹a›]]\n[x]\n«a».b = 1", "'a' is an array of tables, not a table",
      note: "'a' is defined here", help: "write it under its header"),
  ]

  @Test(arguments: cases)
  func `a contradiction points at both places`(wrong: Case) throws {
    let second = MarkedText(wrong.text.filter { $0 != "‹" && $0 != "›" })
    let first = MarkedText(
      String(
        wrong.text.filter { $0 != "«" && $0 != "»" }
          .map { $0 == "‹" ? "«" : $0 == "›" ? "»" : $0 }))
    let errors = TOML.parse(Array(second.text.utf8)).errors
    let error = try #require(errors.first)
    #expect(errors.count == 1)
    #expect(error.message == wrong.message)
    #expect(error.help == wrong.help)
    #expect(error.range == second.range)
    let note = try #require(error.note)
    #expect(note.message == wrong.note)
    #expect(note.range == first.range)
  }

  @Test func `keys under a table that cannot be are read but contradict nothing`() {
    let errors = TOML.parse(Array("[a]\nb = 1\n[a]\nb = 2\nc = yes\n[d]\nb = 1\n".utf8)).errors
    #expect(errors.map(\.message) == ["table 'a' is already defined", "'yes' is not a value"])
  }

  @Test func `names are the same only if their scalars are`() {
    let result = TOML.parse(Array("\"\u{E9}\" = 1\n\"e\u{301}\" = 2\n".utf8))
    #expect(result.errors == [])
    #expect(result.table["\u{E9}"]?.key.range.start.line == 1)
    #expect(result.table["e\u{301}"]?.key.range.start.line == 2)
    #expect(result.table["e"] == nil)
  }
}
