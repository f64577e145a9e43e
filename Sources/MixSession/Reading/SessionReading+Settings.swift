import TOML

// Settings of the command line: each is read as a TOML text of its own and put into the tree.
extension SessionReading {
  /// The tree with all settings in it.
  mutating func apply(_ settings: [String], to table: TOMLTable) -> TOMLTable {
    var table = table
    // TOML refuses texts whose offsets don't fit into 32 bits; then nothing is left to be set.
    let length = settings.reduce(source.bytes.count) { $0 + $1.utf8.count + 1 }
    guard length < Int(UInt32.max) - 1 else { return table }
    for index in settings.indices {
      guard let (path, value) = readSetting(index) else { continue }
      guard mayMake(path, in: table) else { continue }
      table = merged(path[...], value, into: table) ?? table
    }
    return table
  }

  private mutating func readSetting(_ index: Int) -> (path: [TOMLKey], value: TOMLValue)? {
    let text = source.settings[index]
    let place = SettingPlace(base: source.base(ofSetting: index), line: index + 1)
    guard let equals = text.utf8.firstIndex(of: UInt8(ascii: "=")), equals > text.startIndex
    else {
      error(
        "a setting is ADDRESS=VALUE", at: place.range(of: text, from: 0, to: text.utf8.count),
        help: "--set player.a.gain=-6")
      return nil
    }
    // The address alone first: whatever the value is, the keys are these.
    let address = TOML.parse(Array((text[..<equals] + "=0").utf8))
    if let first = address.errors.first {
      error(first.message, at: place.moved(first.range), help: first.help)
      return nil
    }
    let path = place.path(address.table)
    let after = text.utf8.index(after: equals)
    let valueStart = text.utf8.distance(from: text.startIndex, to: after)
    let rest = String(text[after...])
    let plain = TOMLValue(
      kind: .string(rest),
      range: place.range(of: text, from: valueStart, to: text.utf8.count))
    if wantsText(path), rest.utf8.first != UInt8(ascii: "\""), rest.utf8.first != UInt8(ascii: "'")
    {
      return (path, plain)
    }
    let whole = TOML.parse(Array(text.utf8))
    if whole.isValid, let value = place.value(whole.table, depth: path.count) {
      return (path, value)
    }
    // Neither quoted nor a list: text without quotes, as shells leave it.
    let opening = rest.utf8.first { $0 != UInt8(ascii: " ") }
    if let opening, "[{\"'".utf8.contains(opening) {
      for found in whole.errors.prefix(1) {
        error(found.message, at: place.moved(found.range), help: found.help)
      }
      return nil
    }
    return (path, plain)
  }

  /// Whether a key takes text, so that a name like 1999 needs no quotes.
  private func wantsText(_ path: [TOMLKey]) -> Bool {
    guard let first = path.first, let kind = TableKind(rawValue: first.name),
      path.count == (kind.isNamed ? 3 : 2),
      let key = KeyTable.keys(of: kind).first(where: { $0.name == path.last!.name })
    else { return false }
    switch key.shape {
    case .text, .path, .name, .words: return true
    default: return false
    }
  }

  /// A setting changes what a session has. It makes only tables that every session has without
  /// writing them: a slip of the finger would else make a new player that nobody hears.
  private mutating func mayMake(_ path: [TOMLKey], in table: TOMLTable) -> Bool {
    guard path.count >= 3, let kind = TableKind(rawValue: path[0].name), kind.isNamed else {
      return true
    }
    let name = path[1].name
    var known: [String] =
      switch kind {
      case .bus: ["main", "cue"]
      case .output: ["main"]
      default: []
      }
    if case .table(let named)? = table[kind.rawValue]?.value.kind {
      known += named.entries.map(\.key.name).filter { !known.contains($0) }
    }
    if known.contains(name) || mayBeUnread(name) { return true }
    error(
      "no \(kind.rawValue) is named '\(Shown.word(name))'", at: path[1].range,
      help: nearestHelp(name, in: known, all: "this session has"))
    return false
  }

  /// The table with a value in it; nil where a part of the path is no table, which is a mistake of
  /// the file and reported there.
  private func merged(
    _ path: ArraySlice<TOMLKey>, _ value: TOMLValue, into table: TOMLTable
  ) -> TOMLTable? {
    guard let key = path.first else { return nil }
    var entries = table.entries
    let place = entries.firstIndex { $0.key.name == key.name }
    var new = TOMLTable.Entry(key: key, value: value)
    if path.count > 1 {
      var inner = TOMLTable(entries: [], range: key.range)
      var range = key.range
      if let place {
        guard case .table(let found) = entries[place].value.kind else { return nil }
        (inner, range) = (found, entries[place].value.range)
      }
      guard let changed = merged(path.dropFirst(), value, into: inner) else { return nil }
      new = .init(
        key: place.map { entries[$0].key } ?? key,
        value: TOMLValue(kind: .table(changed), range: range))
    }
    if let place { entries[place] = new } else { entries.append(new) }
    return TOMLTable(entries: entries, range: table.range)
  }
}
