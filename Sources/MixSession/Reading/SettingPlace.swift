import TOML

/// Moves positions in one setting of the command line to where its text lies among all texts.
struct SettingPlace {
  /// Offset of its text.
  let base: Int
  /// Its number among the settings, which stands for its line.
  let line: Int

  func moved(_ range: SourceRange) -> SourceRange {
    SourceRange(start: moved(range.start), end: moved(range.end))
  }

  private func moved(_ position: SourcePosition) -> SourcePosition {
    SourcePosition(
      offset: base + position.offset, line: line + position.line - 1, column: position.column)
  }

  /// A part of the text, which is one line, by bytes.
  func range(of text: String, from: Int, to: Int) -> SourceRange {
    func position(_ offset: Int) -> SourcePosition {
      let at = text.utf8.index(text.startIndex, offsetBy: offset)
      return SourcePosition(
        offset: base + offset, line: line, column: text[..<at].unicodeScalars.count + 1)
    }
    return SourceRange(start: position(from), end: position(to))
  }

  /// The keys that lead to the only value of a table.
  func path(_ table: TOMLTable) -> [TOMLKey] {
    guard let entry = table.entries.first else { return [] }
    let key = TOMLKey(name: entry.key.name, range: moved(entry.key.range))
    guard case .table(let inner) = entry.value.kind else { return [key] }
    return [key] + path(inner)
  }

  /// The only value of a table, whatever tables are around it.
  func value(_ table: TOMLTable, depth: Int) -> TOMLValue? {
    guard let entry = table.entries.first, table.entries.count == 1 else { return nil }
    guard depth > 1, case .table(let inner) = entry.value.kind else { return moved(entry.value) }
    return value(inner, depth: depth - 1)
  }

  private func moved(_ value: TOMLValue) -> TOMLValue {
    let kind: TOMLValue.Kind =
      switch value.kind {
      case .array(let values): .array(values.map(moved))
      case .table(let table):
        .table(
          TOMLTable(
            entries: table.entries.map {
              .init(
                key: TOMLKey(name: $0.key.name, range: moved($0.key.range)), value: moved($0.value))
            }, range: moved(table.range)))
      default: value.kind
      }
    return TOMLValue(kind: kind, range: moved(value.range))
  }
}
