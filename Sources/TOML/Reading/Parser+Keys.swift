extension Parser {
  /// Reads `key = value` and puts it into `table`.
  ///
  /// `depth` counts the tables and arrays around the entry, the root not counted.
  mutating func readEntry(into table: TableNode, depth: Int) throws(Abandoned) {
    try readPath(depth: depth)
    try readEquals()
    let key = path[path.count - 1]
    let parent = descend(from: table)
    let valueDepth = depth + path.count - 1
    cursor.skipBlanks()
    if isAtMissingValue() {
      try reportMissingValue(of: key)
    }
    if let value = try readValue(depth: valueDepth), let parent {
      add(value, as: key, to: parent)
    }
  }

  private func isAtMissingValue() -> Bool {
    switch cursor.current {
    case UInt8(ascii: "#"), UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"): true
    default: cursor.isAtLineEnd
    }
  }

  /// Returns with the cursor at the value if it stands on the next line; that of an entry alone on its
  /// line is recognised.
  @inline(never)
  private mutating func reportMissingValue(of key: TOMLKey) throws(Abandoned) {
    let isInside = openArrayCount + openInlineTableCount > 0
    let equals = SourceRange(
      start: equalsPosition, end: equalsPosition.advanced(by: 1))
    if !isInside, cursor.isAtLineEnd, !cursor.isAtEnd {
      var next = self
      next.cursor.skipLineEnd()
      next.cursor.skipBlanks()
      let isValue =
        !next.cursor.isAtLineEnd && next.cursor.current != UInt8(ascii: "#")
        && !next.startsStatement()
      if isValue {
        report(.valueOnNextLine(key: key.name), equals)
        cursor = next.cursor
        isRecovering = true
        return
      }
    }
    report(.valueMissing(key: key.name), equals)
    throw .entry
  }

  @inline(never)
  private mutating func readEquals() throws(Abandoned) {
    cursor.skipBlanks()
    guard cursor.current == UInt8(ascii: "=") else {
      reportMissingEquals()
      throw .entry
    }
    equalsPosition = cursor.position
    cursor.advance(1)
  }

  private mutating func reportMissingEquals() {
    if let mistake = mistakeOfCharacter(in: .elsewhere) {
      report(mistake, cursor.scalarRange)
      return
    }
    let first = path[0].range
    let last = path[path.count - 1].range
    let written = String(
      decoding: cursor.bytes[first.start.offset..<last.end.offset], as: UTF8.self)
    let isBlankBefore = cursor.index > last.end.offset
    if cursor.isAtLineEnd || ByteClass.isDelimiter(cursor.current) {
      report(
        .equalsMissing(after: written, isColon: false),
        SourceRange(start: first.start, end: last.end))
    } else if isBlankBefore, ByteClass.isBareKey(cursor.current), isSpacedKey() {
      let range = SourceRange(start: first.start, end: endOfSpacedKey())
      let whole = String(
        decoding: cursor.bytes[first.start.offset..<range.end.offset], as: UTF8.self)
      report(.keyWithSpace(whole), range)
    } else if isBlankBefore || cursor.current == UInt8(ascii: ":")
      || cursor.bytes[last.end.offset - 1] == UInt8(ascii: "\"")
      || cursor.bytes[last.end.offset - 1] == UInt8(ascii: "'")
    {
      report(
        .equalsMissing(after: written, isColon: cursor.current == UInt8(ascii: ":")),
        cursor.scalarRange)
    } else {
      reportCharacterInKey(from: last.start.offset)
    }
  }

  /// Whether words follow up to a `=`, as in `my song = 1`.
  private func isSpacedKey() -> Bool {
    var place = cursor.index
    while ByteClass.isBareKey(cursor.bytes[place]) || cursor.bytes[place] == 0x20 {
      place += 1
    }
    return cursor.bytes[place] == UInt8(ascii: "=")
  }

  private func endOfSpacedKey() -> SourcePosition {
    var next = cursor
    var end = cursor.position
    while ByteClass.isBareKey(next.current) || next.current == 0x20 {
      let isBlank = next.current == 0x20
      next.advance(1)
      if !isBlank {
        end = next.position
      }
    }
    return end
  }

  /// A bare key is followed by a character that would need quotes.
  mutating func reportCharacterInKey(from start: Int) {
    let isCommentMark = cursor.current == UInt8(ascii: ";") || cursor.isAt("//")
    if isCommentMark, start == cursor.index, path.isEmpty {
      let mark = cursor.current == UInt8(ascii: ";") ? ";" : "//"
      report(.commentMark(mark), SourceRange(cursor.position, count: mark.utf8.count))
      return
    }
    let scalar = cursor.scalar
    let range = cursor.scalarRange
    var next = cursor
    while !next.isAtLineEnd, !ByteClass.isDelimiter(next.current),
      next.current != UInt8(ascii: "="), next.current != UInt8(ascii: ".")
    {
      next.skipByte()
    }
    let whole = String(decoding: cursor.bytes[start..<next.index], as: UTF8.self)
    report(.keyNeedsQuotes(scalar, key: whole), range)
  }

  // MARK: Names

  /// Reads the names of a key, separated by points, into `path`, and the blanks behind them.
  @inline(never)
  mutating func readPath(depth: Int) throws(Abandoned) {
    path.removeAll(keepingCapacity: true)
    while true {
      let name = try readName()
      if depth + path.count > TOML.depthLimit {
        report(.nestedTooDeep, name.range)
        throw .entry
      }
      path.append(name)
      cursor.skipBlanks()
      guard cursor.current == UInt8(ascii: ".") else { return }
      cursor.advance(1)
      cursor.skipBlanks()
    }
  }

  private mutating func readName() throws(Abandoned) -> TOMLKey {
    let start = cursor.position
    switch cursor.current {
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      if cursor.isAt("\"\"\"") || cursor.isAt("'''") {
        let quote = cursor.current == UInt8(ascii: "\"") ? "\"\"\"" : "'''"
        report(.keyOnSeveralLines(quote: quote), SourceRange(start, count: 3))
        throw .entry
      }
      let name = readOneLineString()
      if lineIsBroken {
        lineIsBroken = false
        throw .entry
      }
      return TOMLKey(name: name, range: SourceRange(start: start, end: cursor.position))
    case let byte where ByteClass.isBareKey(byte):
      var place = cursor.index + 1
      while ByteClass.isBareKey(cursor.bytes[place]) {
        place += 1
      }
      let name = String(decoding: cursor.bytes[cursor.index..<place], as: UTF8.self)
      cursor.advance(place - cursor.index)
      return TOMLKey(name: name, range: SourceRange(start: start, end: cursor.position))
    default:
      reportMissingName()
      throw .entry
    }
  }

  private mutating func reportMissingName() {
    let byte = cursor.current
    if let mistake = mistakeOfCharacter(in: .elsewhere) {
      report(mistake, cursor.scalarRange)
    } else if byte == UInt8(ascii: "."), path.isEmpty {
      report(.nameMissing, cursor.scalarRange)
    } else if byte == UInt8(ascii: ".") || byte == UInt8(ascii: "=")
      || ByteClass.isDelimiter(byte) || cursor.isAtLineEnd
    {
      if path.isEmpty {
        report(.keyMissing(before: cursor.scalar), cursor.scalarRange)
      } else {
        report(.nameMissing, SourceRange(lastPointPosition(), count: 1))
      }
    } else {
      reportCharacterInKey(from: cursor.index)
    }
  }

  /// The point before the cursor; only blanks are between them.
  private func lastPointPosition() -> SourcePosition {
    let position = cursor.position
    var distance = 1
    while cursor.bytes[cursor.index - distance] != UInt8(ascii: ".") {
      distance += 1
    }
    return SourcePosition(
      offset: position.offset - distance, line: position.line, column: position.column - distance)
  }
}
