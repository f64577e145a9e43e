import MixEngine
import MixSession
import MixTestSupport
import Testing

/// man/stackdeck-session.5 against the table of keys.
struct SessionManualTests {
  /// The manual's lists of keys, by the heading that they stand under; escapes replaced.
  static func manual() throws -> [String: [String]] {
    var sections: [String: [String]] = [:]
    var heading = ""
    for line in try ShippedFile.text("man/stackdeck-session.5").split(separator: "\n") {
      if line.hasPrefix(".Ss ") || line.hasPrefix(".Sh ") {
        heading = String(line.dropFirst(4))
      } else if line.hasPrefix(".It Ic ") {
        sections[heading, default: []].append(plain(line.dropFirst(7)))
      }
    }
    return sections
  }

  private static func plain(_ line: Substring) -> String {
    String(line).replacing(" No ", with: " ").replacing("\\(mi", with: "−").replacing(
      "\\(dq", with: "\""
    )
    .replacing("...", with: "…")
  }

  private static func check(_ heading: String, _ keys: [SessionKey]) throws {
    let found = try manual()[heading] ?? []
    #expect(found == keys.map(\.synopsis), "under \(heading)")
  }

  @Test func `the manual has every key of every table`() throws {
    for kind in TableKind.allCases {
      var keys = KeyTable.keys(of: kind)
      let heading =
        switch kind {
        case .session, .crossfader, .midi: "[\(kind.rawValue)]"
        case .output: "[output.X]"
        default: "[\(kind.rawValue).X]"
        }
      if [.player, .input, .oscillator, .bus].contains(kind) {
        let common = Set((KeyTable.strip + KeyTable.routing).map(\.name))
        keys.removeAll { common.contains($0.name) }
      }
      try Self.check(heading, keys)
    }
    try Self.check("Keys of every strip", KeyTable.strip + KeyTable.routing)
    try Self.check("[bus.main]", KeyTable.main)
    try Self.check("EVENTS", KeyTable.event)
    try Self.check("Entries", KeyTable.midiEntry)
    try Self.check("Lights", KeyTable.midiLight)
  }

  @Test(arguments: EffectCatalogue.kinds.map(\.word))
  func `the manual has every parameter of every type of effect`(_ word: String) throws {
    let kind = try #require(EffectCatalogue.kind(word))
    let common = Dictionary(
      uniqueKeysWithValues: KeyTable.keys(of: .effect).map { ($0.name, $0.synopsis) })
    // What is as with all types stands there.
    let keys = KeyTable.keys(ofEffect: kind).filter { common[$0.name] != $0.synopsis }
    try Self.check("[effect.X] of type \(word)", keys)
  }

  @Test func `the manual has every action, with its value`() throws {
    let found = try Self.manual()["ADDRESSES"] ?? []
    let expected = ActionKind.allCases.map { kind -> String in
      let address =
        switch kind {
        case .stopAll, .fade, .reload: "session.\(kind.word)"
        case .layer: "layer.X"
        case .record, .pause, .split, .mark: "recorder.X.\(kind.word)"
        default: "player.X.\(kind.word)"
        }
      return switch kind.argument {
      case .none: address
      case .toggle: "\(address) true or false"
      case .position: "\(address) position"
      case .optionalPosition: "\(address) position or none"
      case .optionalText: "\(address) text or none"
      case .seconds: "\(address) seconds"
      }
    }
    #expect(Set(found) == Set(expected))
    #expect(found.count == expected.count)
  }

  @Test func `the manual has every reading, with what is shown of it`() throws {
    let found = try Self.manual()["Readings"] ?? []
    let all = try plan("[player.a]\neffects = \"e\"\n[effect.e]\ntype = \"gate\"\n[recorder.t]")
      .addresses
    var expected: Set<String> = []
    for address in all.addresses {
      guard case .reading(let reading)? = all[address], !reading.isWord else { continue }
      let parts = address.split(separator: ".")
      let owner: String =
        switch (parts[0], reading) {
        case (_, .level), (_, .clip): "STRIP"
        case ("bus", _): String(parts[0] + "." + parts[1])
        default: "\(parts[0]).X"
        }
      let unit = reading.unit.isEmpty ? "" : " \(reading.unit)"
      let shown: String
      if reading == .clip {
        shown = "switch"
      } else if let range = reading.usualRange {
        shown = "\(number(range.low))…\(number(range.high))\(unit)"
      } else {
        shown = "needs a range, \(reading.unit)"
      }
      expected.insert("\(owner).\(reading.rawValue) \(shown)")
    }
    #expect(Set(found) == expected)
    #expect(found.count == expected.count)
  }

  private func number(_ value: Double) -> String {
    value < 0 ? "−\(Int(-value))" : "\(Int(value))"
  }

  @Test func `the manual's examples are shipped sessions`() throws {
    let text = try ShippedFile.text("man/stackdeck-session.5")
    let plain = text.replacing("\\-", with: "-")
    for path in ["configs/minimal.toml", "configs/three-players.toml"] {
      #expect(plain.contains(try ShippedFile.text(path)), "\(path)")
    }
  }

  @Test func `every key and action says what it does`() {
    for kind in TableKind.allCases {
      for key in KeyTable.keys(of: kind) { #expect(!key.summary.isEmpty, "\(kind) \(key.name)") }
    }
    for kind in EffectCatalogue.kinds {
      for key in KeyTable.keys(ofEffect: kind) {
        #expect(!key.summary.isEmpty, "\(kind.word) \(key.name)")
      }
    }
    let controllers = KeyTable.midiEntry + KeyTable.midiLight
    #expect(controllers.allSatisfy { !$0.summary.isEmpty })
    #expect(ReadingKind.allCases.allSatisfy { !$0.summary.isEmpty })
    #expect(ActionKind.allCases.allSatisfy { !$0.summary.isEmpty })
  }
}
