import TOML
import Testing

/// One wrong text each, with the whole message, the place («…») and the help that it must give.
struct ErrorMessageTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let text: String
    let message: String
    let help: String?
    let version: TOMLVersion

    init(
      _ text: String, _ message: String, help: String? = nil, version: TOMLVersion = .v1_1
    ) {
      self.text = text
      self.message = message
      self.help = help
      self.version = version
    }

    var testDescription: String { text.debugDescription }
  }

  static let values = [
    Case("a = «yes»\n", "'yes' is not a value", help: "TOML has true and false"),
    Case("a = «True»", "'True' is not a value", help: "TOML has true and false"),
    Case("a = «Infinity»", "'Infinity' is not a value", help: "TOML has inf, -inf and nan"),
    Case(
      "a = «null»", "'null' is not a value", help: "TOML has no empty value: leave the key out"),
    Case(
      "file = «drums.wav»\r\n", "'drums.wav' is not a value",
      help: "text is written in quotes: \"drums.wav\""),
    Case(
      "file = «“»drums.wav”", "'“' is not a quotation mark of TOML", help: "they are \" and '"),
    Case("a «=»  # nothing", "'a' has no value", help: "an empty text is written \"\""),
    Case("a «=»\n  1\n", "the value of 'a' begins on the line of its key"),
    Case(
      "a = 1 «b» = 2", "nothing follows a value on its line",
      help: "begin a new line, or a comment with #"),
    Case("gain = 0«,»5", "a number has a point, not a comma"),
    Case(
      "a = 'Rock '«n'» Roll'", "the string has ended before this",
      help: "text with ' stands in double quotes"),
    Case(
      "a = 'it'«s'»", "the string has ended before this",
      help: "text with ' stands in double quotes"),
    Case(
      "a = \"say \"«hi\"\"»", "the string has ended before this",
      help: "inside the string it is written \\\""),
  ]

  static let numbers = [
    Case("a = «.»5", "a number needs a digit before the point", help: "0.5"),
    Case("a = -«.»5e3", "a number needs a digit before the point", help: "-0.5e3"),
    Case("a = 1«.»", "a number needs a digit after the point", help: "1.0"),
    Case("a = «0»7", "a number has no leading zeros", help: "7"),
    Case("a = -«00»1.5", "a number has no leading zeros", help: "-1.5"),
    Case("a = 1«_»", "an underscore in a number stands between two digits", help: "1_000"),
    Case("a = 1«e+»", "an exponent needs a digit", help: "1e6"),
    Case(
      "a = «5dB»", "'5dB' is not a number", help: "a number stands alone, without a unit: 5"),
    Case("a = «1.2.3»", "'1.2.3' is not a number", help: "text is written in quotes"),
    Case("a = «-»0x1", "a hexadecimal, octal or binary number has no sign"),
    Case("a = «0X»1", "'0X' is written small", help: "0x"),
    Case("a = «0b»", "a number needs a digit after '0b'"),
    Case("a = 0o7«8»", "'8' is not an octal digit"),
    Case(
      "a = «9223372036854775808»",
      "an integer is −9223372036854775808…9223372036854775807"),
    Case(
      "a = «0x8000000000000000»",
      "an integer is −9223372036854775808…9223372036854775807"),
    Case(
      "a = «1e400»", "a float is −1.7976931348623157e308…1.7976931348623157e308",
      help: "infinity is written inf"),
  ]

  static let dates = [
    Case("a = 2026-«13»-01", "a month is 1…12, not 13"),
    Case("a = 2026-02-«29»", "February 2026 has 28 days, not 29"),
    Case("a = 2026-01-«32»T00:00:00", "a day is 1…31, not 32"),
    Case("a = «24»:00:00", "an hour is 0…23, not 24"),
    Case("a = 00:«60»:00", "a minute is 0…59, not 60"),
    Case("a = 00:00:«61»", "a second is 0…60, not 61"),
    Case("a = «26-1-1»", "'26-1-1' is not a date", help: "year-month-day: 1979-05-27"),
    Case("a = «7:00:00»", "'7:00:00' is not a time", help: "hour:minute:second: 07:32:00"),
    Case(
      "a = 2026-01-01 00:00:00«+1»", "a time zone is Z or hours and minutes", help: "+01:00"),
    Case("a = «07:32»", "a time has seconds in TOML 1.0", help: "07:32:00", version: .v1_0),
  ]

  static let strings = [
    Case(
      "a = «\"»text\nb = 1", "the string is not closed on its line",
      help: "add \"; text of several lines stands between \"\"\""),
    Case("a = «'''»text\n", "the string is not closed", help: "add '''"),
    Case(
      #"a = "C:«\M»usic""#, #"'\M' is not an escape"#,
      help: #"a backslash is written \\, or the string in single quotes"#),
    Case(
      #"a = "C:«\U»sers""#, #"'\U' needs 8 hexadecimal digits"#,
      help: #"a backslash is written \\, or the string in single quotes"#),
    Case(
      #"a = "«\uD800»""#, #"'\uD800' is not a character"#,
      help: "characters are 0…D7FF and E000…10FFFF"),
    Case(
      #"a = "«\e»""#, #"'\e' is an escape of TOML 1.1"#, help: #"\u001B"#, version: .v1_0),
    Case(
      "a = \"é«\u{7}»\"", "U+0007 is a control character, a string has none", help: #"\u0007"#),
    Case(
      "a = '«\u{7F}»'", "U+007F is a control character, a string in single quotes has none",
      help: #"in double quotes it is written \u007F"#),
    Case("# é«\u{0}»", "U+0000 is a control character, a comment has none", help: "delete it"),
    Case("a = 1«\u{C}»", "U+000C is a control character, TOML has none", help: "delete it"),
    Case(
      "a = 1«\r»b = 2", "a carriage return needs a line feed after it",
      help: "a line ends with LF or CRLF"),
    Case(
      "a = «\u{FEFF}»1", "a byte order mark stands only at the beginning of a file",
      help: "delete it"),
  ]

  static let keys = [
    Case("«key»", "'=' is missing after 'key'", help: "key = value"),
    Case("key«:» 1", "'=' is missing after 'key'", help: "TOML has '=', not ':'"),
    Case("key «\"»text\"", "'=' is missing after 'key'", help: "key = value"),
    Case("«;» text", "';' does not begin a comment", help: "a comment begins with #"),
    Case("«//» text", "'//' does not begin a comment", help: "a comment begins with #"),
    Case("«=» 1", "a key is missing before '='", help: "name = value"),
    Case(
      "a«.» = 1", "a '.' in a key stands between two names",
      help: "a name of no characters is written \"\""),
    Case("«my song» = 1", "a key with a space needs quotes", help: "\"my song\""),
    Case("ger«ä»t-1 = 1", "a key with 'ä' needs quotes", help: "\"gerät-1\""),
    Case(
      "«'''»a''' = 1", "a key is not written in '''",
      help: "one quotation mark on each side: '"),
    Case("«[»", "'[' is not closed", help: "[name]"),
    Case("«[»player.a\n", "'[' is not closed", help: "[player.a]"),
    Case("«[[»player.a]\n", "'[[' is not closed", help: "[[player.a]]"),
    Case(
      "[player.a«]]»\n", "'[' is closed by one ']'",
      help: "[player.a], or [[player.a]] for an array of tables"),
    Case("«[]»", "a table needs a name", help: "[name]"),
    Case("«[ [»a] ]", "the brackets of '[[' and ']]' stand together", help: "[[name]]"),
    Case(
      "[a«=»1]", "'=' does not belong in the name of a table",
      help: "such a name needs quotes: [\"…\"]"),
    Case(
      "[a] «b» = 1", "a table header stands alone on its line", help: "write it on the next line"),
  ]

  static let containers = [
    Case("a = «[»1, 2\nb = 3", "'[' is not closed", help: "add ']'"),
    Case("a = «{» b = 1\nc = 3", "'{' is not closed", help: "add '}'"),
    Case("a = [1 «2» 3]", "a comma is missing between two elements"),
    Case("a = { b = 1 «c» = 2 }", "a comma is missing between two keys"),
    Case("a = [1,«,»2]", "nothing stands before this comma", help: "delete it"),
    Case("a = [1, 2«}»", "'[' is not closed by '}'", help: "write ']'"),
    Case("a = { b = 1 «]»", "'{' is not closed by ']'", help: "write '}'"),
    Case("a = { b «=» }", "'b' has no value", help: "an empty text is written \"\""),
    Case(
      "a = { b = 1«,» }", "an inline table has no last comma in TOML 1.0", help: "delete it",
      version: .v1_0),
    Case(
      "a = «{»\nb = 1 }", "an inline table stands on one line in TOML 1.0", version: .v1_0),
  ]

  @Test(arguments: values + numbers + dates + strings + keys + containers)
  func `a mistake has one message, a place and a help`(wrong: Case) throws {
    let marked = MarkedText(wrong.text)
    let errors = TOML.parse(Array(marked.text.utf8), version: wrong.version).errors
    let error = try #require(errors.first)
    #expect(errors.count == 1)
    #expect(error.message == wrong.message)
    #expect(error.help == wrong.help)
    #expect(error.range == marked.range)
    #expect(error.note == nil)
  }
}
