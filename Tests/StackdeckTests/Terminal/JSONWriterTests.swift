import MixIO
import Testing

@testable import stackdeck

@Suite struct JSONWriterTests {
  @Test func `objects and arrays nest with commas where they belong`() {
    var json = JSONWriter()
    json.object { json in
      json.field("name", "a")
      json.array("levels") { json in
        json.value(-6.5)
        json.value(1)
        json.array { _ in }
        json.object { $0.field("on", true) }
        json.null()
      }
      json.object("empty") { _ in }
      json.null("none")
    }
    #expect(
      json.takeLine()
        == #"{"name":"a","levels":[-6.5,1,[],{"on":true},null],"empty":{},"none":null}"# + "\n")
    json.value("next")
    #expect(json.takeLine() == "\"next\"\n")
  }

  @Test(arguments: [
    ("a\"b\\c/", #""a\"b\\c/""#), ("\n\r\t\u{8}\0", #""\n\r\t\u0008\u0000""#),
    ("\u{1B}[0m\u{7F}\u{9B}", #""\u001b[0m\u007f\u009b""#),
    ("é音👍 −", "\"é音👍 −\""), ("\u{2028}\u{2029}", #""\u2028\u2029""#), ("", "\"\""),
  ])
  func `text is escaped`(_ text: String, _ expected: String) {
    var json = JSONWriter()
    json.value(text)
    #expect(json.text == expected)
    json = JSONWriter()
    json.object { $0.field(text, 1) }
    #expect(json.text == "{\(expected):1}")
  }

  @Test(
    arguments: [
      ([0x61, 0xFF, 0x62], "\"a\u{FFFD}b\""), ([0xE9], "\"\u{FFFD}\""),
      ([0xC3, 0xA9], "\"é\""), ([0xED, 0xA0, 0x80], "\"\u{FFFD}\u{FFFD}\u{FFFD}\""),
    ] as [([UInt8], String)])
  func `bytes that are no text are replaced`(_ bytes: [UInt8], _ expected: String) {
    var json = JSONWriter()
    json.value(FilePath(bytes: bytes))
    #expect(json.text == expected)
  }

  @Test(arguments: [
    (0.0, "0.0"), (-6.2, "-6.2"), (0.1, "0.1"), (1e100, "1e+100"), (1e-7, "1e-07"),
    (-.infinity, "null"), (.nan, "null"),
  ])
  func `numbers are those of the C locale`(_ number: Double, _ expected: String) {
    var json = JSONWriter()
    json.value(number)
    #expect(json.text == expected)
  }

  @Test func `whole numbers are exact to their ends`() {
    var json = JSONWriter()
    json.array { json in
      json.value(Int64.min)
      json.value(UInt64.max)
      json.value(Float(0.1))
    }
    #expect(json.text == "[-9223372036854775808,18446744073709551615,0.1]")
  }
}
