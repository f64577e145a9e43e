import TOML

/// The text of a session or a map, to which entries are added without touching anything else.
///
///     var text = MapText(bytes)
///     try text.append(MapLine(MIDIControl(.cc, 0), channel: 0, to: ["player.a.gain"]))
///
/// An entry is written in the form that the text has: in a list, or as a block `[[midi.map]]`;
/// where there is none yet it begins a list. All else stays byte for byte: comments, order,
/// indentation, line ends. Touches no file. Cost: O(text) an edit.
public struct MapText: Sendable {
  public private(set) var bytes: [UInt8]

  public init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Adds an entry behind the last one.
  public mutating func append(_ line: MapLine) throws(MapEditProblem) {
    let root = try root()
    guard let midi = root["midi"] else { return appendTable(line) }
    guard case .table(let table) = midi.value.kind else { throw .noMap }
    if let map = table["map"] {
      switch try Self.form(of: map.value) {
      case .list(let elements): append(line, toList: map.value.range, elements)
      case .blocks(let blocks): append(line, toBlocks: blocks)
      }
      return
    }
    switch bytes[midi.value.range.start.offset] {
    case UInt8(ascii: "{"): append(line, toInline: midi.value.range, table)
    case UInt8(ascii: "["): append(line, below: midi.value.range, table, key: "map")
    default:
      // `midi.connect = …`, or a header of a table inside.
      let name = midi.value.range.start.offset
      if lastVisible(before: name) == UInt8(ascii: "[") { return appendTable(line) }
      append(line, below: midi.value.range, table, key: "midi.map")
    }
  }

  /// Gives an entry another address, and what else the new line says. Its port, its layer and its
  /// light stay; what belonged to the old address (its range, for one) does not.
  ///
  /// - Parameter offset: where the entry begins, in bytes: its brace, or its header.
  public mutating func replace(
    entryAt offset: Int, with line: MapLine
  ) throws(MapEditProblem) {
    guard case .table(let table)? = try root()["midi"]?.value.kind, let map = table["map"] else {
      throw .noEntry
    }
    switch try Self.form(of: map.value) {
    case .list(let elements):
      guard let old = elements.first(where: { $0.range.start.offset == offset }),
        case .table(let entry) = old.kind
      else { throw .noEntry }
      let kept = entry.entries.filter { MapLine.keptKeys.contains($0.key.name) }.map {
        (key: $0.key.name, value: text(of: $0.value.range))
      }
      replace(old.range, by: MapLine.text(of: line.pairs(keeping: kept)))
    case .blocks(let blocks):
      guard let old = blocks.first(where: { $0.range.start.offset == offset }),
        case .table(let entry) = old.kind
      else { throw .noEntry }
      replace(block: old.range, entry, with: line)
    }
  }

  // MARK: The tree

  /// How a map's entries are written.
  private enum Form {
    case list([TOMLValue])
    case blocks([TOMLValue])
  }

  private func root() throws(MapEditProblem) -> TOMLTable {
    let parsed = TOML.parse(bytes)
    guard parsed.isValid else { throw .unreadable }
    return parsed.table
  }

  private static func form(of map: TOMLValue) throws(MapEditProblem) -> Form {
    guard case .array(let elements) = map.kind else { throw .noMap }
    for element in elements {
      guard case .table = element.kind else { throw .noMap }
    }
    // An array of tables has the range of its first header.
    return elements.first?.range == map.range ? .blocks(elements) : .list(elements)
  }

  /// Whether a value stands below a header of its own.
  private func hasHeader(_ value: TOMLValue) -> Bool {
    switch value.kind {
    case .table: bytes[value.range.start.offset] == UInt8(ascii: "[")
    case .array(let elements): elements.first?.range == value.range
    default: false
    }
  }

  /// Where a value ends, with all that stands below its header.
  private static func end(of value: TOMLValue) -> Int {
    var end = value.range.end.offset
    switch value.kind {
    case .table(let table):
      for entry in table.entries { end = max(end, Self.end(of: entry.value)) }
    case .array(let elements):
      for element in elements { end = max(end, Self.end(of: element)) }
    default: break
    }
    return end
  }

  // MARK: Where there is no map yet

  private mutating func appendTable(_ line: MapLine) {
    var text = lineEndIfMissing(at: bytes.count)
    if !bytes.isEmpty, !isBlankLine(before: bytes.count) || !text.isEmpty { text += newline }
    text += "[midi]" + newline + list(line, key: "map", indent: "")
    insert(text, at: bytes.count)
  }

  /// Behind the last key of a table that is written on lines.
  private mutating func append(
    _ line: MapLine, below header: SourceRange, _ table: TOMLTable, key: String
  ) {
    var end = header.end.offset, indent = indent(at: header.start.offset) ?? ""
    for entry in table.entries where !hasHeader(entry.value) {
      let own = Self.end(of: entry.value)
      if own < end { continue }
      end = own
      indent = self.indent(at: entry.key.range.start.offset) ?? indent
    }
    let place = lineEnd(after: end)
    insert(lineEndIfMissing(at: place) + list(line, key: key, indent: indent), at: place)
  }

  private mutating func append(
    _ line: MapLine, toInline range: SourceRange, _ table: TOMLTable
  ) {
    let map = "map = [\(line.text)]"
    guard let last = table.entries.last else {
      return replace(range, by: "{ \(map) }")
    }
    insert(", " + map, at: Self.end(of: last.value))
  }

  private func list(_ line: MapLine, key: String, indent: String) -> String {
    "\(indent)\(key) = [\(newline)\(indent)  \(line.text),\(newline)\(indent)]\(newline)"
  }

  // MARK: A list

  private mutating func append(
    _ line: MapLine, toList range: SourceRange, _ elements: [TOMLValue]
  ) {
    let close = range.end.offset - 1
    guard let last = elements.last else { return fill(range, with: line) }
    let end = last.range.end.offset
    let comma = self.comma(behind: end)
    let isOnOneLine = range.start.line == range.end.line
    let start = last.range.start.offset
    if isOnOneLine {
      if let comma {
        insert(" \(line.text),", at: comma + 1)
      } else {
        insert(", \(line.text)", at: end)
      }
      return
    }
    let indent = self.indent(at: start) ?? (self.indent(at: close) ?? "") + "  "
    if let comma {
      // The rest of the line may be a comment on the entry before.
      let place = lineEnd(after: comma + 1)
      if place > close {
        insert("\(newline)\(indent)\(line.text),", at: comma + 1)
      } else {
        insert("\(indent)\(line.text),\(newline)", at: place)
      }
    } else {
      let place = lineEnd(after: end)
      if place > close {
        insert(",\(newline)\(indent)\(line.text)", at: end)
      } else {
        insert("\(indent)\(line.text),\(newline)", at: place)
        insert(",", at: end)
      }
    }
  }

  /// The first entry of an empty list.
  private mutating func fill(_ range: SourceRange, with line: MapLine) {
    let close = range.end.offset - 1
    if range.start.line == range.end.line {
      let indent = self.indent(at: lineStart(before: range.start.offset), anything: true)
      return replace(
        range, by: "[\(newline)\(indent)  \(line.text),\(newline)\(indent)]")
    }
    // Only comments are inside: the bracket stands alone.
    let indent = self.indent(at: close) ?? ""
    insert("\(indent)  \(line.text),\(newline)", at: lineStart(before: close))
  }

  /// The comma behind a value of a list, comments and lines between them skipped; nil: there is none.
  private func comma(behind end: Int) -> Int? {
    var place = end
    while place < bytes.count {
      switch bytes[place] {
      case UInt8(ascii: ","): return place
      case UInt8(ascii: "]"): return nil
      case UInt8(ascii: "#"): place = lineEnd(after: place)
      default: place += 1
      }
    }
    return nil
  }

  // MARK: Blocks

  private mutating func append(_ line: MapLine, toBlocks blocks: [TOMLValue]) {
    let last = blocks[blocks.count - 1], header = last.range.start.offset
    let place = lineEnd(after: Self.end(of: last))
    let indent = self.indent(at: header) ?? ""
    var keyIndent = indent
    if case .table(let table) = last.kind, let first = table.entries.first {
      keyIndent = self.indent(at: first.key.range.start.offset) ?? indent
    }
    var text = lineEndIfMissing(at: place)
    if blocks.count == 1 || isBlankLine(before: lineStart(before: header)) { text += newline }
    text += indent + self.text(of: last.range) + newline
    for pair in line.pairs { text += "\(keyIndent)\(pair.key) = \(pair.value)\(newline)" }
    insert(text, at: place)
  }

  private mutating func replace(
    block header: SourceRange, _ entry: TOMLTable, with line: MapLine
  ) {
    let pairs = line.pairs
    var missing = pairs
    var edits: [(start: Int, end: Int, text: String)] = []
    var keyIndent = indent(at: header.start.offset) ?? ""
    var place = lineEnd(after: header.end.offset)
    for old in entry.entries {
      let start = old.key.range.start.offset, end = Self.end(of: old.value)
      if let pair = pairs.first(where: { $0.key == old.key.name }) {
        edits.append((old.value.range.start.offset, end, pair.value))
        missing.removeAll { $0.key == pair.key }
      } else if MapLine.keptKeys.contains(old.key.name) {
        continue
      } else {
        edits.append((lineStart(before: start), lineEnd(after: end), ""))
      }
      if old.key.name == "to" {
        place = lineEnd(after: end)
        keyIndent = indent(at: start) ?? keyIndent
      }
    }
    // The control stands first, whatever else is new behind the address.
    let control = missing.filter { $0.key == line.control.kind.rawValue }
    missing.removeAll { $0.key == line.control.kind.rawValue }
    func lines(_ pairs: [MapLine.Pair]) -> String {
      pairs.map { "\(keyIndent)\($0.key) = \($0.value)\(newline)" }.joined()
    }
    let top = lineEnd(after: header.end.offset)
    if !control.isEmpty { edits.append((top, top, lines(control))) }
    if !missing.isEmpty {
      edits.append((place, place, lineEndIfMissing(at: place) + lines(missing)))
    }
    // From the end on, so that places hold; at the same place what is new comes last.
    for edit in edits.sorted(by: { ($0.start, $0.end) > ($1.start, $1.end) }) {
      bytes.replaceSubrange(edit.start..<edit.end, with: Array(edit.text.utf8))
    }
  }

  // MARK: Bytes

  /// What ends a line in this text.
  private var newline: String {
    guard let feed = bytes.firstIndex(of: UInt8(ascii: "\n")) else { return "\n" }
    return feed > 0 && bytes[feed - 1] == UInt8(ascii: "\r") ? "\r\n" : "\n"
  }

  private mutating func insert(_ text: String, at place: Int) {
    bytes.insert(contentsOf: text.utf8, at: place)
  }

  private mutating func replace(_ range: SourceRange, by text: String) {
    bytes.replaceSubrange(range.start.offset..<range.end.offset, with: Array(text.utf8))
  }

  private func text(of range: SourceRange) -> String {
    String(decoding: bytes[range.start.offset..<range.end.offset], as: UTF8.self)
  }

  private func lineStart(before place: Int) -> Int {
    bytes[..<place].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
  }

  /// The first byte of the next line, or the end of the text.
  private func lineEnd(after place: Int) -> Int {
    bytes[place...].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? bytes.count
  }

  /// A line end, where the text ends without one.
  private func lineEndIfMissing(at place: Int) -> String {
    place == bytes.count && place > 0 && bytes[place - 1] != UInt8(ascii: "\n") ? newline : ""
  }

  /// The blanks before a place; nil: something else stands before it on its line.
  private func indent(at place: Int) -> String? {
    let start = lineStart(before: place), blanks = indent(at: start, anything: true)
    return start + blanks.utf8.count == place ? blanks : nil
  }

  /// The blanks that a line begins with.
  private func indent(at start: Int, anything: Bool) -> String {
    String(
      decoding: bytes[start...].prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") },
      as: UTF8.self)
  }

  /// Whether the line that ends just before a place has nothing in it.
  private func isBlankLine(before place: Int) -> Bool {
    guard place > 0 else { return true }
    let start = lineStart(before: place - 1)
    return bytes[start..<place].allSatisfy { [0x20, 0x09, 0x0D, 0x0A].contains($0) }
  }

  /// What stands before a place, blanks skipped.
  private func lastVisible(before place: Int) -> UInt8? {
    bytes[..<place].last { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
  }
}
