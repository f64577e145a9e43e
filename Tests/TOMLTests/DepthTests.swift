import Synchronization
import TOML
import Testing

/// Texts that nest deeply, all on a stack of 512 KiB.
struct DepthTests {
  private func errors(_ text: String) throws -> [TOMLError] {
    let bytes = Array(text.utf8)
    let found = Mutex<[TOMLError]?>(nil)
    #expect(
      SmallStack.run(byteCount: 512 * 1024) {
        found.withLock { $0 = TOML.parse(bytes).errors }
      })
    return try #require(found.withLock { $0 })
  }

  private func times(_ count: Int, _ text: String) -> String {
    String(repeating: text, count: count)
  }

  @Test func `as many levels as the limit are read`() throws {
    let limit = TOML.depthLimit
    let texts = [
      "a = " + times(limit, "[") + times(limit, "]"),
      "a = " + times(limit, "{a = ") + "1" + times(limit, "}"),
      "a = " + times(limit / 2, "[{a = ") + "1" + times(limit / 2, "}]"),
      times(limit, "a.") + "a = 1",
      "[" + times(limit - 1, "a.") + "a]\nb = 1",
      "[[" + times(limit - 2, "a.") + "a]]\nb = 1",
      "[" + times(limit / 2 - 1, "a.") + "a]\nb = " + times(limit / 2, "[") + times(limit / 2, "]"),
    ]
    for text in texts {
      #expect(try errors(text) == [], "\(text.prefix(20))")
    }
  }

  @Test func `one level more is one error at that level`() throws {
    let limit = TOML.depthLimit
    let texts = [
      "a = " + times(limit, "[") + "«[»" + times(limit, "]"),
      "a = " + times(limit, "{a = ") + "«{»a = 1" + times(limit, "}"),
      "a = " + times(limit / 2, "[{a = ") + "«[»" + times(limit / 2, "}]"),
      times(limit + 1, "a.") + "«a» = 1",
      "[" + times(limit, "a.") + "«a»]\nb = 1",
      "[[" + times(limit - 1, "a.") + "«a»]]\nb = 1",
      "[" + times(limit - 1, "a.") + "a]\nb = «[»]",
      "[" + times(limit - 1, "a.") + "a]\nb.«c» = 1",
      "a = { " + times(limit, "a.") + "«a» = 1 }",
    ]
    for text in texts {
      let marked = MarkedText(text)
      let found = try errors(marked.text)
      #expect(found.map(\.message) == ["nested deeper than 128 levels"], "\(text.prefix(20))")
      #expect(found.first?.range == marked.range, "\(text.prefix(20))")
    }
  }

  @Test(arguments: ["[", "{a=", "[{a=", "{a.b=[", "[[", "a.", "{\na=", "[\n"])
  func `a million levels are one error`(opening: String) throws {
    let text = (opening == "a." ? "" : "a = ") + times(1_000_000, opening)
    let found = try errors(text)
    #expect(found.map(\.message) == ["nested deeper than 128 levels"])
  }

  @Test func `headers that nest through arrays of tables count these`() throws {
    let names = (1...TOML.depthLimit).map { Array(repeating: "a", count: $0) }
    let text = names.map { "[[\($0.joined(separator: "."))]]\n" }.joined()
    let found = try errors(text)
    #expect(found.count == TOML.depthLimit / 2)
    #expect(Set(found.map(\.message)) == ["nested deeper than 128 levels"])
  }
}
