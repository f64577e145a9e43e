import MixEngine
import TOML

// Tables, their names and their keys.
extension SessionReading {
  /// One named table: `[player.a]`.
  struct NamedTable {
    let kind: TableKind
    let key: TOMLKey
    /// Where the table is made: its header.
    let range: SourceRange
    let table: TOMLTable
  }

  /// Everything that a session's text has, by kind; what is no table of a session is told.
  struct Tables {
    /// In the order of the text.
    var named: [NamedTable] = []
    var single: [TableKind: TOMLTable] = [:]
    var crossfaderRange: SourceRange?
  }

  mutating func collectTables(_ root: TOMLTable) -> Tables {
    var tables = Tables()
    for entry in root.entries {
      guard let kind = TableKind(rawValue: entry.key.name) else {
        unknownTable(entry)
        continue
      }
      guard case .table(let table) = entry.value.kind else {
        wrongTable(entry, kind)
        continue
      }
      if kind.isNamed {
        collect(table, of: kind, at: entry.value.range, into: &tables)
      } else {
        tables.single[kind] = table
        if kind == .crossfader { tables.crossfaderRange = entry.value.range }
      }
    }
    tables.named.sort { $0.key.range.start < $1.key.range.start }
    return tables
  }

  private mutating func unknownTable(_ entry: TOMLTable.Entry) {
    let name = Shown.word(entry.key.name)
    switch entry.value.kind {
    case .table, .array:
      if case .table(let table) = entry.value.kind {
        for inner in table.entries {
          if case .table = inner.value.kind { names.misplaced.insert(inner.key.name) }
        }
      }
      let all = TableKind.allCases.map(\.rawValue)
      error(
        "'\(name)' is not a table of a session", at: entry.key.range,
        help: Shown.help(
          nearest: NearestName.find(entry.key.name, in: all),
          all: "the tables are \(all.joined(separator: ", "))"))
    default:
      let owner = TableKind.allCases.first { kind in
        KeyTable.keys(of: kind).contains { $0.name == entry.key.name }
      }
      error(
        "'\(name)' stands in no table", at: entry.key.range,
        help: owner.map { "write it under a header: [\($0.rawValue)\($0.isNamed ? ".a" : "")]" }
          ?? "a key stands under the header of its table: [player.a]")
    }
  }

  mutating func wrongTable(_ entry: TOMLTable.Entry, _ kind: TableKind) {
    let header = "[\(kind.rawValue)\(kind.isNamed ? ".a" : "")]"
    error(
      "\(kind.rawValue) is a table, not \(Self.kind(of: entry.value))", at: entry.value.range,
      help: "write its keys under \(header)")
  }

  private mutating func collect(
    _ table: TOMLTable, of kind: TableKind, at range: SourceRange, into tables: inout Tables
  ) {
    let wrong = table.entries.filter { if case .table = $0.value.kind { false } else { true } }
    for entry in table.entries {
      guard case .table(let inner) = entry.value.kind else { continue }
      guard isName(entry.key, of: kind) else { continue }
      tables.named.append(
        NamedTable(kind: kind, key: entry.key, range: entry.value.range, table: inner))
    }
    let isKnownKey = { (name: String) in KeyTable.keys(of: kind).contains { $0.name == name } }
    for entry in wrong {
      if case .array(let elements) = entry.value.kind, !isKnownKey(entry.key.name),
        elements.contains(where: { if case .table = $0.kind { true } else { false } })
      {
        error(
          "\(kind.rawValue) '\(Shown.word(entry.key.name))' is one table, not a list of them",
          at: entry.key.range, help: "[\(kind.rawValue).\(Shown.word(entry.key.name))]")
        return
      }
    }
    if let first = wrong.first {
      let name = kind == .output ? "main" : "a"
      error(
        "\(kind.withArticle) has a name in its header", at: first.key.range,
        help: "[\(kind.rawValue).\(name)]")
    } else if table.entries.isEmpty {
      error(
        "\(kind.withArticle) has a name in its header", at: range,
        help: "[\(kind.rawValue).\(kind == .output ? "main" : "a")]")
    }
  }

  /// Whether a name can be one; it is told if not, and the table is still read.
  private mutating func isName(_ key: TOMLKey, of kind: TableKind) -> Bool {
    let name = key.name
    if name.isEmpty {
      error("a name has at least one character", at: key.range)
      return false
    }
    if name == "none" {
      error("'none' is nobody's name", at: key.range, help: "to = \"none\" means: to no bus")
      return false
    }
    checkCharacters(of: name, at: key.range)
    return true
  }

  mutating func checkCharacters(of name: String, at range: SourceRange) {
    if let wrong = name.unicodeScalars.first(where: { !Self.isNameScalar($0) }) {
      let shown = wrong == "'" ? "\"'\"" : "'\(Shown.word(String(wrong)))'"
      error("a name is made of A–Z a–z 0–9 _ and -, without \(shown)", at: range)
    }
  }

  private static func isNameScalar(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "A"..."Z", "a"..."z", "0"..."9", "_", "-": true
    default: false
    }
  }

  /// Gives every table its name, so that whatever comes later can be asked for them.
  mutating func collectNames(_ tables: [NamedTable]) {
    for table in tables {
      let entry = SessionNames.Entry(
        kind: table.kind, name: table.key.name, range: table.key.range)
      switch table.kind {
      case .player, .input, .oscillator, .bus:
        if let other = names.strip(entry.name) {
          if other.range == nil, table.kind == .bus { continue }
          if let range = other.range {
            error(
              "'\(entry.name)' is \(other.kind.withArticle) already", at: table.key.range,
              help: "players, inputs, oscillators and buses have different names",
              note: ("\(other.kind.rawValue) \(entry.name) is defined here", range))
          } else {
            error(
              "'\(entry.name)' is a bus of every session", at: table.key.range,
              help: "choose another name")
          }
        }
        // Names that are taken lead somewhere, too: what uses them is not wrong.
        names.strips.append(entry)
      case .effect: names.effects.append(entry)
      default: break
      }
    }
  }

  // MARK: Keys

  /// The values of a table; unknown keys and values that can't stand there are told.
  ///
  /// - Parameters:
  ///   - owner: "a player".
  ///   - table: of which kind, and its name, for the helps.
  mutating func readKeys(
    _ table: TOMLTable, _ keys: [SessionKey], owner: String, kind: TableKind?, name: String = ""
  ) -> KeyValues {
    var values = KeyValues()
    for entry in table.entries {
      guard let key = keys.first(where: { $0.name == entry.key.name }) else {
        unknownKey(entry.key, keys, owner: owner, kind: kind, name: name)
        continue
      }
      values.values[key.name] = read(entry.value, of: key)
    }
    return values
  }

  mutating func unknownKey(
    _ key: TOMLKey, _ keys: [SessionKey], owner: String, kind: TableKind?, name: String
  ) {
    let words = keys.map(\.name)
    var help = kind.flatMap { KeyHints.help(for: key.name, in: $0, named: name) }
    if help == nil {
      let meant = KeyHints.meant(by: key.name).flatMap { words.contains($0) ? $0 : nil }
      let nearest = meant ?? NearestName.find(key.name, in: words)
      let isFew = words.count <= 9
      help = Shown.help(
        nearest: nearest,
        all: isFew
          ? "\(owner) has \(words.joined(separator: ", "))"
          : nearest == nil ? "stackdeck-session(5) has the keys of \(owner)" : nil)
    }
    error("'\(Shown.word(key.name))' is not a key of \(owner)", at: key.range, help: help)
  }

  /// "did you mean 'pair'? this session has main, cue, pair"
  func nearestHelp(_ name: String, in known: [String], all: String) -> String? {
    let isFew = !known.isEmpty && known.count <= 8
    return Shown.help(
      nearest: NearestName.find(name, in: known),
      all: isFew ? "\(all) \(known.joined(separator: ", "))" : nil)
  }
}
