import TOML

/// Reads map files: what the controls of one kind of controller do, for many sessions.
public enum MapReader {
  /// Understands a map file, or says everything that is wrong with it.
  ///
  /// What the session lacks (a player, an effect, a recorder) is left out and noted in the section's
  /// `missing`; a wrong word on what it has is an error.
  ///
  /// - Parameters:
  ///   - bytes: the file's.
  ///   - file: its name, for messages.
  ///   - name: as the session, or the command line, has it.
  ///   - plan: the session, with the maps that came before: all share their layers.
  /// - Returns: the section, unless there is an error; all errors and warnings in the order of the
  ///   text.
  ///
  /// Any thread. Touches no file, and never traps, whatever the bytes.
  public static func read(
    bytes: [UInt8], file: String, name: String, for plan: SessionPlan
  ) -> (section: MIDISectionPlan?, diagnostics: [Diagnostic]) {
    let parsed = TOML.parse(bytes)
    let source = SessionSource(file: file, bytes: bytes)
    var reading = SessionReading(source: source, paths: [:], isBroken: !parsed.isValid)
    reading.add(parsed.errors)
    let section = reading.readMap(parsed.table, name: name, of: plan)
    return (reading.hasErrors ? nil : section, reading.sortedDiagnostics)
  }
}

extension SessionReading {
  /// The mistakes of the text as a text.
  mutating func add(_ errors: [TOMLError]) {
    for error in errors {
      add(
        Diagnostic(
          error.message, at: source.place(of: error.range), help: error.help,
          notes: error.note.map { [.init($0.message, at: source.place(of: $0.range))] } ?? []),
        at: error.range)
    }
  }

  fileprivate mutating func readMap(
    _ root: TOMLTable, name: String, of plan: SessionPlan
  ) -> MIDISectionPlan? {
    for entry in root.entries where entry.key.name != TableKind.midi.rawValue {
      let isOfMIDI = KeyTable.midiOfMap.contains { $0.name == entry.key.name }
      error(
        "a map file holds nothing but [midi]", at: entry.key.range,
        help: isOfMIDI ? "write it under [midi]" : nil)
    }
    guard let midi = root[TableKind.midi.rawValue] else {
      if !hasErrors { error("a map file has a table [midi]", at: root.range) }
      return nil
    }
    guard case .table(let table) = midi.value.kind else {
      wrongTable(midi, .midi)
      return nil
    }
    return withoutCircles(readSection(table, of: plan, map: name), of: plan)
  }

  /// A send that would let buses feed each other in a circle is one that this session can't have, so
  /// it is left out as what it lacks is.
  private func withoutCircles(
    _ section: MIDISectionPlan, of plan: SessionPlan
  ) -> MIDISectionPlan {
    var whole = plan, section = section, missing: [String] = []
    whole.midi.sections.append(section)
    let last = whole.midi.sections.count - 1
    whole.midi.sections[last].entries = []
    for entry in section.entries {
      var kept = entry
      let closesCircle = { (address: Placed<String>) in
        guard whole.closesCircle(address.value) else { return false }
        missing.append(address.value)
        return true
      }
      kept.to.removeAll(where: closesCircle)
      if let from = entry.from, closesCircle(from) { kept.from = nil }
      if kept.to.isEmpty, kept.from == nil {
        section.leftOutCount += 1
      } else {
        whole.midi.sections[last].entries.append(kept)
      }
    }
    section.entries = whole.midi.sections[last].entries
    section.missing += missing
    return section
  }
}
