import TOML
import Testing

/// What is found after a first mistake: every other mistake, and nothing that only follows from one.
struct RecoveryTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let text: String
    /// `line:column: message` of each error.
    let errors: [String]

    var testDescription: String { name }
  }

  static let cases = [
    Case(
      name: "three lines, three mistakes",
      text: "a = yes\nb 1\nc = .5\nd = 1\n",
      errors: [
        "1:5: 'yes' is not a value", "2:3: '=' is missing after 'b'",
        "3:5: a number needs a digit before the point",
      ]),
    Case(
      name: "three mistakes in one array",
      text: "a = [1, yes, 2, 03, 'x' 'y']\n",
      errors: [
        "1:9: 'yes' is not a value", "1:17: a number has no leading zeros",
        "1:25: a comma is missing between two elements",
      ]),
    Case(
      name: "a list of inline tables with a mistake in each line",
      text: """
        map = [
          { cc = 0, channel = 1, to = player.a.gain },
          { cc = 1 channel = 2, to = "player.b.gain" },
          { cc = , channel = 2, to = "player.b.gain" },
          { cc 3, channel = 2, to = "player.b.gain" },
          { cc = 4, channel = 2, to = "player.b.gain },
          { cc = 5, channel = 2, to = "player.b.gain"
          { cc = 6, channel = 2, cc = 6 },
          { cc = 7, channel = 01 }
          { cc = 8 },
        ]
        b = no
        """,
      errors: [
        "2:31: 'player.a.gain' is not a value",
        "3:12: a comma is missing between two keys",
        "4:8: 'cc' has no value",
        "5:8: '=' is missing after 'cc'",
        "6:31: the string is not closed on its line",
        "7:3: '{' is not closed",
        "8:26: 'cc' is already defined",
        "9:23: a number has no leading zeros",
        "10:3: a comma is missing between two elements",
        "12:5: 'no' is not a value",
      ]),
    Case(
      name: "an array that is not closed ends before the next key",
      text: "a = [\n  1,\n  2,\nb = yes\n[c]\nd = no\n",
      errors: [
        "1:5: '[' is not closed", "4:5: 'yes' is not a value", "6:5: 'no' is not a value",
      ]),
    Case(
      name: "an array that is not closed ends before the next header",
      text: "a = [1, 2\n\n[b]\nc = yes\n",
      errors: ["1:5: '[' is not closed", "4:5: 'yes' is not a value"]),
    Case(
      name: "a list that is not closed after a comma ends before the next header",
      text: "a = [\n  1,\n[player.b]\nc = yes\n",
      errors: ["1:5: '[' is not closed", "4:5: 'yes' is not a value"]),
    Case(
      name: "an inline table that is not closed ends before the next header",
      text: "a = { b = 1,\n  c = 2,\n[d]\ne = yes\n",
      errors: ["1:5: '{' is not closed", "4:5: 'yes' is not a value"]),
    Case(
      name: "a string that is not closed hides the rest of its array",
      text: "a = [\"x, 'y',\n  \"z\",\n]\nb = yes\n",
      errors: ["1:6: the string is not closed on its line", "4:5: 'yes' is not a value"]),
    Case(
      name: "a string that is not closed hides the bracket",
      text: "a = [\"x]\nb = yes\n",
      errors: ["1:6: the string is not closed on its line", "2:5: 'yes' is not a value"]),
    Case(
      name: "keys of a wrong header contradict nothing",
      text: "a = 1\n[b c]\na = 1\na2 = yes\n[d]\na = 1\n",
      errors: ["2:2: a key with a space needs quotes", "4:6: 'yes' is not a value"]),
    Case(
      name: "text without quotes is one mistake",
      text: "title = My first, and last, session\nb = [my song, \"x\"]\n",
      errors: ["1:9: 'My' is not a value", "2:6: 'my' is not a value"]),
    Case(
      name: "a text of several lines that is not closed is the last mistake",
      text: "a = yes\nb = \"\"\"\nc = no\nd = yes\n",
      errors: ["1:5: 'yes' is not a value", "2:5: the string is not closed"]),
    Case(
      name: "a wrong byte hides what else is wrong on its line only",
      text: "a = yes\nb = \u{FFFD} \u{FFFD}\nc = no\n",
      errors: [
        "1:5: 'yes' is not a value", "2:5: byte 0xFF at offset 12 is not UTF-8",
        "3:5: 'no' is not a value",
      ]),
    Case(
      name: "an array of arrays is not taken for headers",
      text: "a = [\n  [\"x\"]\n  , [\"y\"],\n  [true],\n  [1],\n  [\n    [2],\n  ],\n]\nb = yes\n",
      errors: ["10:5: 'yes' is not a value"]),
    Case(
      name: "a line that is too deep hides nothing behind it",
      text: "a = " + String(repeating: "[", count: 200) + "\nb = yes\n",
      errors: ["1:133: nested deeper than 128 levels", "2:5: 'yes' is not a value"]),
    Case(
      name: "lines that are too deep end before the next header",
      text: "a = " + String(repeating: "{\nb = ", count: 200) + "\nb = yes\n[c]\nd = no\n",
      errors: ["129:5: nested deeper than 128 levels", "204:5: 'no' is not a value"]),
    Case(
      name: "a last line without a line end",
      text: "a = [1, 2]\nb = {c = 1", errors: ["2:5: '{' is not closed"]),
  ]

  @Test(arguments: cases)
  func `all mistakes are found, each once`(text: Case) {
    // U+FFFD stands for a byte that is not UTF-8.
    var bytes: [UInt8] = []
    for scalar in text.text.unicodeScalars {
      bytes += scalar == "\u{FFFD}" ? [0xFF] : Array(String(scalar).utf8)
    }
    let result = TOML.parse(bytes)
    let found = result.errors.map {
      "\($0.range.start.line):\($0.range.start.column): \($0.message)"
    }
    #expect(found == text.errors)
    TextCheck.checkErrors(of: result, in: bytes, Comment(rawValue: text.name))
  }

  @Test func `what is right can be read despite mistakes`() throws {
    let text = "[a]\nb = 1\nc = yes\nd = [1, x, 3]\n[e\nf = 2\n"
    let result = TOML.parse(Array(text.utf8))
    #expect(result.errors.count == 3)
    let table = try #require(result.table["a"]?.value.table)
    #expect(table.entries.map(\.key.name) == ["b", "d"])
    #expect(table["d"]?.value.array?.count == 2)
    #expect(result.table["e"]?.value.table?["f"]?.value.integer == 2)
  }

  @Test func `a text with countless mistakes gives as many errors as the limit`() {
    let lines = Array(repeating: "x 1\n", count: 2 * TOML.errorLimit).joined()
    #expect(TOML.parse(Array(lines.utf8)).errors.count == TOML.errorLimit)
    let elements = "a = [" + Array(repeating: "x,", count: 2 * TOML.errorLimit).joined() + "]"
    #expect(TOML.parse(Array(elements.utf8)).errors.count == TOML.errorLimit)
  }

  @Test(arguments: [
    [0xFF, 0xFE, 0x61, 0], [0xFE, 0xFF, 0, 0x61], [0, 0x61, 0, 0x3D], [0x61, 0],
  ])
  func `UTF-16 is one mistake`(bytes: [UInt8]) throws {
    let result = TOML.parse(bytes + bytes)
    let error = try #require(result.errors.first)
    #expect(result.errors.count == 1)
    #expect(error.message == "the file is not UTF-8")
    #expect(error.help == "save the file as UTF-8")
  }
}
