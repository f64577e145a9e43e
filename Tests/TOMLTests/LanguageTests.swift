import TOML
import Testing

/// Rules of the language that toml-test leaves open or that are easily lost.
struct LanguageTests {
  private func value(_ text: String, version: TOMLVersion = .v1_1) -> TOMLValue? {
    let result = TOML.parse(Array("a = \(text)\n".utf8), version: version)
    return result.isValid ? result.table["a"]?.value : nil
  }

  @Test(arguments: [
    "{ b = 1, }", "{\n b = 1\n}", "{ # comment\n}", #""\e""#, #""\x41""#, "07:32",
    "1979-05-27T07:32Z", "1979-05-27 07:32",
  ])
  func `what 1.1 added is refused by 1.0`(text: String) {
    #expect(value(text, version: .v1_1) != nil)
    #expect(value(text, version: .v1_0) == nil)
  }

  @Test func `integers reach both ends of 64 bits`() {
    #expect(value("9223372036854775807")?.integer == .max)
    #expect(value("-9223372036854775808")?.integer == .min)
    #expect(value("0x7fff_ffff_ffff_ffff")?.integer == .max)
    #expect(value("0o777777777777777777777")?.integer == .max)
    #expect(value("0b" + String(repeating: "1", count: 63))?.integer == .max)
    for wrong in [
      "9223372036854775808", "-9223372036854775809", "99999999999999999999", "0x8000000000000000",
      "0o1000000000000000000000", "0b" + String(repeating: "1", count: 64),
    ] {
      #expect(value(wrong) == nil, "\(wrong)")
    }
    #expect(value("0x000000000000000000000001")?.integer == 1)
  }

  @Test func `floats are the nearest to what is written`() {
    let seed = UInt64.random(in: 0...UInt64.max)
    print("floats: seed \(seed)")
    var random = SeededRandom(seed: seed)
    for _ in 0..<20_000 {
      // All bit patterns; those that the standard library writes without a point are integers here.
      let number = Double(bitPattern: UInt64.random(in: 0...UInt64.max, using: &random))
      let written = "\(number)"
      guard number.isFinite, written.contains(".") || written.contains("e") else { continue }
      #expect(value(written)?.float?.bitPattern == number.bitPattern, "\(written), seed \(seed)")
    }
    for _ in 0..<20_000 {
      let digits = Int.random(in: 0...999_999_999_999_999_999, using: &random)
      let written =
        "\(digits).\(Int.random(in: 0...99999, using: &random))"
        + "e\(Int.random(in: -40...40, using: &random))"
      #expect(value(written)?.float == Double(written), "\(written), seed \(seed)")
    }
  }

  @Test func `floats with any number of digits are the nearest too`() {
    let ones = String(repeating: "1", count: 5000)
    #expect(value("0.\(ones)")?.float == Double("0.\(ones)"))
    #expect(value("\(ones).0e-5000")?.float == Double("\(ones).0e-5000"))
    let zeros = String(repeating: "0", count: 5000)
    #expect(value("0.\(zeros)1e5001")?.float == 1)
    #expect(value("1\(zeros).0e-5000")?.float == 1)
    // Half-way between two values: the digit far behind decides.
    #expect(value("9007199254740993.0")?.float == 9_007_199_254_740_992)
    #expect(value("9007199254740993.\(zeros)1")?.float == 9_007_199_254_740_994)
    #expect(value("1e-99999999999999999999")?.float == 0)
    #expect(value("0e99999999999999999999")?.float == 0)
    #expect(value("-0e-999")?.float?.sign == .minus)
    #expect(value("5e-324")?.float == .leastNonzeroMagnitude)
    #expect(value("1.7976931348623157e308")?.float == .greatestFiniteMagnitude)
    #expect(value("1e309") == nil)
  }

  @Test func `infinities and NaN keep their signs`() {
    #expect(value("inf")?.float == .infinity)
    #expect(value("+inf")?.float == .infinity)
    #expect(value("-inf")?.float == -.infinity)
    #expect(value("nan")?.float?.isNaN == true)
    #expect(value("-nan")?.float?.sign == .minus)
  }

  @Test func `fractions of seconds are cut to nanoseconds`() throws {
    guard case .localTime(let time) = try #require(value("00:00:60.1234567899")).kind else {
      Issue.record("not a time")
      return
    }
    #expect(time == TOMLLocalTime(hour: 0, minute: 0, second: 60, nanosecond: 123_456_789))
  }

  @Test func `an offset is minutes east of Greenwich`() throws {
    let text = "2026-01-02t03:04:05-07:30"
    guard case .offsetDateTime(let instant) = try #require(value(text)).kind else {
      Issue.record("not a date and time")
      return
    }
    #expect(instant.offsetMinutes == -450)
    #expect(instant.date == TOMLLocalDate(year: 2026, month: 1, day: 2))
  }

  @Test func `five quotation marks are two and the end`() {
    for (count, expected) in [(3, "a"), (4, "a\""), (5, "a\"\""), (6, nil)] {
      let quotes = String(repeating: "\"", count: count)
      #expect(value("\"\"\"a\(quotes)")?.string == expected)
    }
    #expect(value("''''a''''")?.string == "'a'")
    #expect(value("''''''")?.string == "")
  }

  @Test func `a backslash at the end of a line swallows all blanks behind it`() {
    #expect(value("\"\"\"a \\  \r\n\r\n\t  b\\\n\"\"\"")?.string == "a b")
  }

  @Test func `line ends in strings stay as they are`() {
    #expect(value("'''\r\na\r\nb\n'''")?.string == "a\r\nb\n")
  }

  @Test func `a big table finds every name`() {
    let text = (0..<1000).map { "key\($0) = \($0)\n" }.joined()
    var table = TOML.parse(Array(text.utf8)).table
    for number in 0..<1000 {
      #expect(table["key\(number)"]?.value.integer == Int64(number))
    }
    #expect(table["key1000"] == nil)
    table.entries.removeFirst(500)
    #expect(table["key499"] == nil)
    #expect(table["key500"]?.value.integer == 500)
  }

  @Test func `bytes of any collection are read`() {
    let text = "a = 1\n"
    #expect(TOML.parse(text.utf8).table["a"]?.value.integer == 1)
    #expect(TOML.parse(Array(text.utf8).dropFirst(0)).table["a"]?.value.integer == 1)
    #expect(TOML.parse([]).isValid)
    #expect(TOML.parse([0xEF]).errors.count == 1)
  }
}
