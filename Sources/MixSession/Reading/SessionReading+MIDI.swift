import MixEngine
import TOML

// The table [midi], of a session or of a map file.
extension SessionReading {
  /// All addresses that the entries of a section name, rightly or wrongly.
  static func addresses(inSection table: TOMLTable?) -> [String] {
    entries(of: table).flatMap { entry -> [String] in
      guard case .table(let table) = entry.kind else { return [] }
      var addresses: [String] = []
      for key in ["to", "from"] {
        switch table[key]?.value.kind {
        case .string(let address)?: addresses.append(address)
        case .array(let values)?:
          for value in values {
            if case .string(let address) = value.kind { addresses.append(address) }
          }
        default: break
        }
      }
      return addresses
    }
  }

  private static func entries(of table: TOMLTable?) -> [TOMLValue] {
    guard case .array(let entries)? = table?["map"]?.value.kind else { return [] }
    return entries
  }

  /// Reads the table; its entries lead to what `plan` has.
  ///
  /// - Parameter map: the name of the map file that it stands in; nil: it is the session's own.
  mutating func readSection(
    _ table: TOMLTable, of plan: SessionPlan, map: String? = nil
  ) -> MIDISectionPlan {
    let values = readKeys(
      table, map == nil ? KeyTable.midi : KeyTable.midiOfMap,
      owner: map == nil ? TableKind.midi.withArticle : "[midi] of a map file", kind: .midi)
    var section = MIDISectionPlan(
      source: source, mapName: map, connect: values.texts("connect"), maps: values.texts("maps"),
      takeover: values.word("takeover", as: Takeover.self) ?? Placed(.pickup), initMessages: [],
      entries: [])
    if case .messages(let messages)? = values["init"]?.value { section.initMessages = messages }
    for (index, name) in section.maps.enumerated() where section.maps[..<index].contains(name) {
      if let range = name.range { error("\(Shown.word(name.value)) stands here twice", at: range) }
    }
    let entries = Self.entries(of: table)
    section.layers = layers(of: entries)
    forgiveUnreadEffects(plan)
    var whole = plan
    whole.midi.sections.append(section)
    let context = MIDIReadingContext(
      addresses: whole.addresses, isMap: map != nil, mayHaveOtherLayers: !section.maps.isEmpty,
      connect: section.connect)
    var found = MIDIMissing()
    section.entries = entries.compactMap { readEntry($0, context, &found) }
    section.missing = found.addresses
    section.leftOutCount = found.entryCount
    checkEntries(section.entries)
    return section
  }

  /// The layers that entries stand in: whatever else is wrong with an entry, its layer exists.
  private func layers(of entries: [TOMLValue]) -> [String] {
    var layers: [String] = []
    for entry in entries {
      guard case .table(let table) = entry.kind,
        case .string(let name)? = table["layer"]?.value.kind, !layers.contains(name)
      else { continue }
      layers.append(name)
    }
    return layers
  }

  // MARK: Values

  mutating func readEntries(_ value: TOMLValue, named name: String) -> [TOMLValue]? {
    if case .array(let entries) = value.kind { return entries }
    let isTable = if case .table = value.kind { true } else { false }
    wrongKind(
      value, named: name, wanted: "a list of entries",
      help: isTable ? "[[midi.map]] for each" : "\(name) = [ { cc = 7, to = \"player.a.gain\" } ]")
    return nil
  }

  mutating func readMessages(_ value: TOMLValue, named name: String) -> [[UInt8]]? {
    guard case .array(let elements) = value.kind else {
      wrongKind(
        value, named: name, wanted: "a list of texts", help: "\(name) = [\"F0 7E 7F 06 01 F7\"]")
      return nil
    }
    return elements.flatMap { element -> [[UInt8]] in
      guard case .string(let text) = element.kind else {
        error(
          "\(name) is a list of texts, with \(Self.kind(of: element)) in it", at: element.range)
        return []
      }
      do throws(HexMessages.Problem) { return try HexMessages.messages(in: text) } catch {
        self.error(
          error.message, at: part(error.part, of: text, in: element.range), help: error.help)
        return []
      }
    }
  }

  /// Where a part of a text is written; the whole text where it is written in another way.
  private func part(_ part: Range<Int>, of text: String, in range: SourceRange) -> SourceRange {
    guard !part.isEmpty, text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }),
      ["\"\(text)\"", "'\(text)'"].contains(source.typed(range))
    else { return range }
    func position(_ offset: Int) -> SourcePosition {
      SourcePosition(
        offset: range.start.offset + 1 + offset, line: range.start.line,
        column: range.start.column + 1 + offset)
    }
    return SourceRange(start: position(part.lowerBound), end: position(part.upperBound))
  }

  // MARK: Entries beside each other

  /// What one entry alone can't show.
  private mutating func checkEntries(_ entries: [MIDIEntryPlan]) {
    for (index, entry) in entries.enumerated() {
      let before = entries[..<index]
      for address in entry.to {
        guard let range = address.range,
          let other = before.first(where: { $0.hears(as: entry) && $0.to.contains(address) })
        else { continue }
        warn(
          "\(entry.control.text) moves \(address.value) already (line "
            + "\(source.place(of: other.place).line))", at: range)
      }
      for pair in entries where pair.control.kind == .cc14 {
        guard
          entry.control == MIDIControl(.cc, pair.control.number)
            || entry.control == MIDIControl(.cc, pair.control.number + 32),
          entry.from == nil, pair.from == nil, entry.mayHear(with: pair)
        else { continue }
        warn(
          "\(entry.control.text) is a half of \(pair.control.text) (line "
            + "\(source.place(of: pair.place).line))", at: entry.place)
        break
      }
    }
  }
}

extension MIDIEntryPlan {
  /// Whether both act on the same message, in the same layer.
  fileprivate func hears(as other: MIDIEntryPlan) -> Bool {
    control == other.control && channel == other.channel && port == other.port
      && layer == other.layer
  }

  /// Whether there is a channel and a port on which both act.
  fileprivate func mayHear(with other: MIDIEntryPlan) -> Bool {
    (channel == nil || other.channel == nil || channel == other.channel)
      && (port == nil || other.port == nil || port == other.port)
  }
}
