import MixEngine
import MixTestSupport
import TOML
import Testing

@testable import MixSession

/// Entries come into texts of every layout, and nothing else in them changes.
@Suite struct MapTextTests {
  static let line = MapLine(MIDIControl(.cc, 0), channel: 0, to: ["player.a.gain"])

  @Test(arguments: appended)
  func `an entry is added in the text's own form`(_ example: Case) throws {
    var text = MapText(Array(example.before.utf8))
    try text.append(Self.line)
    #expect(String(decoding: text.bytes, as: UTF8.self) == example.after)
    let parsed = TOML.parse(text.bytes, version: .v1_0)
    #expect(parsed.isValid)
    let map = try #require(parsed.table["midi"]?.table?["map"]?.elements)
    let added = try #require(map.last?.table)
    #expect(added.entries.map(\.key.name) == ["cc", "channel", "to"])
  }

  @Test(arguments: appended)
  func `a second entry is added behind the first`(_ example: Case) throws {
    var text = MapText(Array(example.before.utf8))
    let count = TOML.parse(text.bytes).table["midi"]?.table?["map"]?.elements?.count ?? 0
    try text.append(Self.line)
    try text.append(MapLine(MIDIControl(.note, 36), to: ["player.a.play"]))
    let map = try #require(
      TOML.parse(text.bytes, version: .v1_0).table["midi"]?.table?["map"]?.elements)
    #expect(map.count == count + 2)
    #expect(map.last?.table?.entries.map(\.key.name) == ["note", "to"])
  }

  // MARK: Other addresses

  @Test(arguments: replaced)
  func `an entry gets another address where it stands`(_ example: Case) throws {
    let bytes = Array(example.before.utf8)
    let map = try #require(TOML.parse(bytes).table["midi"]?.table?["map"]?.elements)
    let old = try #require(
      map.first { element in
        ["cc", "cc14"].contains { element.table?[$0]?.value.integer == 0 }
      })
    var text = MapText(bytes)
    try text.replace(entryAt: old.range.start.offset, with: Self.line)
    #expect(String(decoding: text.bytes, as: UTF8.self) == example.after)
    #expect(TOML.parse(text.bytes, version: .v1_0).isValid)
  }

  // MARK: Lines

  @Test(arguments: [
    (MapLine(MIDIControl(.cc, 7), to: ["player.a.gain"]), #"{ cc = 7, to = "player.a.gain" }"#),
    (
      MapLine(
        MIDIControl(.cc, 16), channel: 15, port: "a \"b\"", relative: .twosComplement,
        to: ["effect.echo.time"]),
      #"{ cc = 16, channel = 16, port = "a \"b\"", relative = "1/127", to = "effect.echo.time" }"#
    ),
    (
      MapLine(MIDIControl(.note, 37), to: ["player.a.mute"], isHeld: true),
      #"{ note = 37, to = "player.a.mute", hold = true }"#
    ),
    (
      MapLine(MIDIControl(.pitchBend), channel: 8, to: ["player.a.gain", "player.b.gain"]),
      #"{ pitchbend = true, channel = 9, to = ["player.a.gain", "player.b.gain"] }"#
    ),
    (MapLine(MIDIControl(.nrpn, 300), to: ["main"]), #"{ nrpn = 300, to = "main" }"#),
  ])
  func `a line is written as the manual has it`(_ line: MapLine, _ text: String) {
    #expect(line.text == text)
  }

  // MARK: What can't be

  @Test func `a text that is no map gets nothing, and stays as it is`() {
    let cases: [(String, MapEditProblem)] = [
      ("[midi", .unreadable), ("midi = 3\n", .noMap), ("midi.map = 3\n", .noMap),
      ("midi.map = [1]\n", .noMap),
    ]
    for (before, problem) in cases {
      var text = MapText(Array(before.utf8))
      var found: MapEditProblem?
      do { try text.append(Self.line) } catch { found = error }
      #expect(found == problem, "\(before)")
      #expect(text.bytes == Array(before.utf8))
    }
    var text = MapText(Array("midi.map = [{ cc = 0 }]\n".utf8))
    var found: MapEditProblem?
    do { try text.replace(entryAt: 3, with: Self.line) } catch { found = error }
    #expect(found == .noEntry)
  }

  @Test(arguments: ShippedFile.maps())
  func `a shipped map gets a line, and all other lines stay`(_ path: String) throws {
    let before = try ShippedFile.bytes(path)
    var text = MapText(before)
    try text.append(Self.line)
    let line = Array("  \(Self.line.text),\n".utf8)
    let places = text.bytes.indices.filter { text.bytes[$0...].starts(with: line) }
    let place = try #require(places.last)
    var rest = text.bytes
    rest.removeSubrange(place..<(place + line.count))
    #expect(rest == before)
  }

  @Test func `whatever lines stand in whatever order, an entry only adds to them`() throws {
    var lines = Self.appended.flatMap {
      $0.before.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
    for path in ShippedFile.sessions() + ShippedFile.maps() {
      lines += try ShippedFile.text(path).split(separator: "\n").prefix(40).map(String.init)
    }
    var random = SeededGenerator(seed: 20_261_130)
    var validCount = 0
    for _ in 0..<20_000 {
      let chosen = (0..<Int.random(in: 0...6, using: &random)).map { _ in
        lines[Int.random(in: lines.indices, using: &random)]
      }
      let before = Array(chosen.joined(separator: "\n").utf8)
      let count = TOML.parse(before).table["midi"]?.table?["map"]?.elements?.count ?? 0
      var text = MapText(before)
      do { try text.append(Self.line) } catch {
        #expect(text.bytes == before)
        continue
      }
      validCount += 1
      let after = TOML.parse(text.bytes)
      #expect(after.isValid, "\(chosen)")
      #expect(after.table["midi"]?.table?["map"]?.elements?.count == count + 1, "\(chosen)")
      // All that was there still is, in its order.
      var rest = text.bytes[...]
      let isKept = before.allSatisfy { byte in
        guard let place = rest.firstIndex(of: byte) else { return false }
        rest = rest[(place + 1)...]
        return true
      }
      #expect(isKept && text.bytes.count - before.count < 120, "\(chosen)")
    }
    #expect(validCount > 1000)
  }

  @Test func `whatever session is cut off wherever, an entry goes in or nothing changes`() throws {
    let text = appendedSource
    for count in 0...text.count {
      let before = Array(text[..<count])
      var edited = MapText(before)
      do {
        try edited.append(Self.line)
        #expect(TOML.parse(edited.bytes).isValid)
      } catch { #expect(edited.bytes == before) }
    }
  }

  private var appendedSource: [UInt8] {
    Self.appended.filter { !$0.before.contains("midi.") && $0.before.contains("map = [") }
      .max { $0.before.utf8.count < $1.before.utf8.count }.map { Array($0.before.utf8) } ?? []
  }
}

extension TOMLTable.Entry {
  fileprivate var table: TOMLTable? { value.table }
  fileprivate var elements: [TOMLValue]? {
    if case .array(let elements) = value.kind { elements } else { nil }
  }
}

extension TOMLValue {
  fileprivate var table: TOMLTable? { if case .table(let table) = kind { table } else { nil } }
  fileprivate var integer: Int64? { if case .integer(let number) = kind { number } else { nil } }
}
