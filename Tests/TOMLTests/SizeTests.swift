import TOML
import Testing

/// Big texts. If one of these cost the square of its size, the test would take an hour.
struct SizeTests {
  struct Text: Sendable, CustomTestStringConvertible {
    let name: String
    var start = ""
    let part: @Sendable (Int) -> String
    var end = ""
    let errorCount: Int

    var testDescription: String { name }
  }

  static let byteCount = 2_000_000

  static let texts = [
    Text(name: "keys of one table", part: { "key_\($0) = \($0)\n" }, errorCount: 0),
    Text(name: "headers", part: { "[t.\($0)]\n" }, errorCount: 0),
    Text(name: "arrays of tables", part: { _ in "[[x]]\n" }, errorCount: 0),
    Text(name: "dotted keys", part: { "a.b\($0).c = 1\n" }, errorCount: 0),
    Text(
      name: "one line of integers", start: "a = [", part: { "\($0), " }, end: "]", errorCount: 0),
    Text(
      name: "one line of characters", start: "a = '", part: { _ in "ä" }, end: "'", errorCount: 0),
    Text(name: "digits of a float", start: "a = 0.", part: { _ in "7" }, errorCount: 0),
    Text(name: "digits of an integer", start: "a = ", part: { _ in "7" }, errorCount: 1),
    Text(name: "one key", part: { _ in "k" }, end: " = 1", errorCount: 0),
    Text(name: "one word", start: "a = ", part: { _ in "k" }, errorCount: 1),
    Text(
      name: "quotation marks that nothing closes", start: "a = [x ", part: { _ in "\"\\" },
      errorCount: 1),
    Text(
      name: "wrong elements with quotation marks", start: "a = [", part: { _ in "x \"\\\", " },
      errorCount: 2),
    Text(
      name: "lines that look like keys up to their end", start: "a = [[[[x\n",
      part: { _ in "a.'b'.c\n" }, errorCount: TOML.errorLimit),
    Text(
      name: "lines without commas", start: "a = [", part: { _ in "1\n" }, end: "]", errorCount: 1),
  ]

  @Test(arguments: texts)
  func `a big text is read`(text: Text) {
    var bytes = Array(text.start.utf8)
    var number = 0
    while bytes.count < Self.byteCount {
      bytes.append(contentsOf: text.part(number).utf8)
      number += 1
    }
    bytes.append(contentsOf: text.end.utf8)
    let result = TOML.parse(bytes)
    #expect(result.errors.count == text.errorCount, "\(result.errors.prefix(3))")
  }

  @Test func `ten megabytes of a session are read`() {
    let part = """
      [[track]]
      file = "~/Music/a track.flac"  # a comment
      gain = -6.5
      start = 12
      loop = { from = "1:02.5", to = "1:10", count = 4 }
      effects = ["low", "echo"]

      """
    let count = 10_000_000 / part.utf8.count + 1
    var bytes: [UInt8] = []
    for _ in 0..<count {
      bytes.append(contentsOf: part.utf8)
    }
    let result = TOML.parse(bytes)
    #expect(result.errors == [])
    let tracks = result.table["track"]?.value.array
    #expect(tracks?.count == count)
    #expect(tracks?.last?.range.start.line == (count - 1) * 6 + 1)
  }
}
