import TOML
import Testing

/// Where keys, values and tables say that they stand.
struct PositionTests {
  /// The text of a range.
  private func written(_ range: SourceRange?, in text: String) -> String? {
    guard let range else { return nil }
    let bytes = Array(text.utf8)[range.start.offset..<range.end.offset]
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(arguments: [
    "\"é\\u00e9\"", "'é'", "\"\"\"\né\n\"\"\"", "'''x''''", "12", "-1_000", "0xFF", "1.50", "+inf",
    "nan", "true", "false", "1979-05-27 07:32:00Z", "1979-05-27", "07:32", "[1, [2],\n 3]", "[]",
    "{ a = 1, b = { c = 2 } }", "{}",
  ])
  func `a value knows how it is written`(value: String) throws {
    let text = "# é\n[t]\nkey = \(value) # comment\nnext = 1\n"
    let result = TOML.parse(Array(text.utf8))
    #expect(result.errors == [])
    let table = try #require(result.table["t"]?.value.table)
    let range = try #require(table["key"]?.value.range)
    #expect(written(range, in: text) == value)
    #expect(range.start.line == 3)
    #expect(range.start.column == 7)
    #expect(written(table["key"]?.key.range, in: text) == "key")
    #expect(written(table["next"]?.key.range, in: text) == "next")
  }

  @Test func `columns count characters, lines count line feeds`() throws {
    let text = "\u{FEFF}\"ä€𝄞\" = 'ä€𝄞'\r\n\tb = 1\r\n"
    let result = TOML.parse(Array(text.utf8))
    #expect(result.errors == [])
    let first = try #require(result.table.entries.first)
    #expect(first.key.range.start == SourcePosition(offset: 3, line: 1, column: 1))
    #expect(first.key.range.end == SourcePosition(offset: 14, line: 1, column: 6))
    #expect(first.value.range.start == SourcePosition(offset: 17, line: 1, column: 9))
    #expect(first.value.range.end == SourcePosition(offset: 28, line: 1, column: 14))
    let second = try #require(result.table.entries.last)
    #expect(second.key.range.start == SourcePosition(offset: 31, line: 2, column: 2))
  }

  @Test func `a table is where its header is`() {
    let text = "[a.b]\nx = 1\n[a]\n[ \"c\" . d ] # comment\n[e]\nf.g = 1\nh = { i.j = 1 }\n"
    let root = TOML.parse(Array(text.utf8)).table
    let a = root["a"]?.value
    #expect(written(a?.range, in: text) == "[a]")
    #expect(written(root["a"]?.key.range, in: text) == "a")
    #expect(root["a"]?.key.range.start.line == 3)
    #expect(written(a?.table?["b"]?.value.range, in: text) == "[a.b]")
    #expect(written(a?.table?["b"]?.key.range, in: text) == "b")
    let c = root["c"]?.value
    #expect(written(c?.range, in: text) == "\"c\"")
    #expect(written(c?.table?["d"]?.value.table?.range, in: text) == "[ \"c\" . d ]")
    let e = root["e"]?.value.table
    #expect(written(e?["f"]?.value.range, in: text) == "f")
    #expect(written(e?["h"]?.value.table?.range, in: text) == "{ i.j = 1 }")
    #expect(written(e?["h"]?.value.table?["i"]?.value.range, in: text) == "i")
    #expect(written(root.range, in: text) == text)
  }

  @Test func `each element of an array of tables is where its header is`() throws {
    let text = "[[a]]\nb = 1\n[[a]]\n[[a.c]]\n[a.c.d]\n[[a]]\n"
    let result = TOML.parse(Array(text.utf8))
    #expect(result.errors == [])
    let array = try #require(result.table["a"]?.value)
    #expect(array.range.start.line == 1)
    #expect(written(array.range, in: text) == "[[a]]")
    let elements = try #require(array.array)
    #expect(elements.map(\.range.start.line) == [1, 3, 6])
    #expect(elements.map { $0.table?.range } == elements.map(\.range))
    let inner = try #require(elements[1].table?["c"]?.value.array)
    #expect(written(inner[0].range, in: text) == "[[a.c]]")
    #expect(written(inner[0].table?["d"]?.value.range, in: text) == "[a.c.d]")
  }

  @Test func `entries stand in the order of the text`() {
    let text = "z = 1\na.x = 1\nm = 1\na.b = 1\n[y]\n[b]\n"
    let root = TOML.parse(Array(text.utf8)).table
    #expect(root.entries.map(\.key.name) == ["z", "a", "m", "y", "b"])
    #expect(root["a"]?.value.table?.entries.map(\.key.name) == ["x", "b"])
  }
}
