import TOML
import Testing

@Suite(.enabled(if: ConformanceCases.areHere, Comment(rawValue: ConformanceCases.reason)))
struct ConformanceTests {
  @Test(arguments: TOMLVersion.allCases)
  func `every valid case of toml-test gives its values`(version: TOMLVersion) throws {
    let names = ConformanceCases.names(version, valid: true)
    #expect(names.count > 200)
    for name in names {
      let result = TOML.parse(ConformanceCases.text(name), version: version)
      #expect(result.errors == [], "\(name)")
      let expected = try #require(JSONValue(ConformanceCases.expectation(name)), "\(name)")
      #expect(TypedComparison.difference(result.table, expected) == nil, "\(name)")
    }
  }

  @Test(arguments: TOMLVersion.allCases)
  func `every invalid case of toml-test is refused`(version: TOMLVersion) {
    let names = ConformanceCases.names(version, valid: false)
    #expect(names.count > 400)
    for name in names {
      let result = TOML.parse(ConformanceCases.text(name), version: version)
      #expect(!result.isValid, "\(name)")
    }
  }

  @Test func `every valid case of 1.0 means the same in 1.1`() throws {
    for name in ConformanceCases.names(.v1_0, valid: true) {
      let result = TOML.parse(ConformanceCases.text(name), version: .v1_1)
      let expected = try #require(JSONValue(ConformanceCases.expectation(name)), "\(name)")
      #expect(TypedComparison.difference(result.table, expected) == nil, "\(name)")
    }
  }

  @Test(arguments: TOMLVersion.allCases)
  func `errors lie inside the text and in its order`(version: TOMLVersion) {
    for name in ConformanceCases.names(version, valid: false) {
      let text = ConformanceCases.text(name)
      TextCheck.checkErrors(of: TOML.parse(text, version: version), in: text, "\(name)")
    }
  }

  @Test func `every beginning of every valid case is read without a trap`() {
    for name in ConformanceCases.names(.v1_1, valid: true) {
      let text = ConformanceCases.text(name)
      for count in 0..<text.count {
        let beginning = Array(text[..<count])
        let result = TOML.parse(beginning)
        TextCheck.checkErrors(of: result, in: beginning, "\(name), \(count) bytes")
      }
    }
  }

  @Test func `changed bytes are read without a trap`() {
    let seed = UInt64.random(in: 0...UInt64.max)
    print("changed bytes: seed \(seed)")
    var random = SeededRandom(seed: seed)
    for version in TOMLVersion.allCases {
      for name in ConformanceCases.names(version, valid: true) {
        let text = ConformanceCases.text(name)
        for _ in 0..<20 where !text.isEmpty {
          var changed = text
          for _ in 0..<Int.random(in: 1...4, using: &random) {
            let place = Int.random(in: 0..<text.count, using: &random)
            changed[place] = UInt8.random(in: 0...255, using: &random)
          }
          let result = TOML.parse(changed, version: version)
          TextCheck.checkErrors(of: result, in: changed, "\(name), seed \(seed)")
        }
      }
    }
  }
}
