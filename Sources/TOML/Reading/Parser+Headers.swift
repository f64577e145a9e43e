extension Parser {
  /// Reads `[table]` or `[[array of tables]]` and makes its table the section.
  mutating func readHeader() throws(Abandoned) {
    let start = cursor.position
    // Keys after a header that cannot be understood belong to no table of the tree.
    detachSection()
    let isArray = cursor.peek(1) == UInt8(ascii: "[")
    let opening = SourceRange(start, count: isArray ? 2 : 1)
    cursor.advance(isArray ? 2 : 1)
    cursor.skipBlanks()
    if cursor.current == UInt8(ascii: "]") {
      cursor.advance(isArray && cursor.peek(1) == UInt8(ascii: "]") ? 2 : 1)
      report(
        .headerEmpty(opening: isArray ? "[[" : "["),
        SourceRange(start: start, end: cursor.position))
      throw .entry
    }
    if cursor.current == UInt8(ascii: "["), !isArray {
      report(.headerBracketsApart, SourceRange(start: start, end: cursor.scalarRange.end))
      throw .entry
    }
    if cursor.isAtLineEnd {
      report(.headerNotClosed(opening: isArray ? "[[" : "[", name: "name"), opening)
      throw .entry
    }
    try readPath(depth: 0)
    try readClosing(opening: opening, isArray: isArray)
    openTable(range: SourceRange(start: start, end: cursor.position), isArray: isArray)
    readLineEnd(else: .textAfterHeader)
  }

  private mutating func readClosing(opening: SourceRange, isArray: Bool) throws(Abandoned) {
    let first = path[0].range.start.offset
    let end = path[path.count - 1].range.end.offset
    let name = String(decoding: cursor.bytes[first..<end], as: UTF8.self)
    guard cursor.current == UInt8(ascii: "]") else {
      if cursor.isAtLineEnd || cursor.current == UInt8(ascii: "#") {
        report(.headerNotClosed(opening: isArray ? "[[" : "[", name: name), opening)
        // What the header says is clear, so its keys need not be lost.
        isRecovering = true
        return
      }
      if let mistake = mistakeOfCharacter(in: .elsewhere) {
        report(mistake, cursor.scalarRange)
      } else if cursor.index == end, cursor.bytes[end - 1] != UInt8(ascii: "\""),
        cursor.bytes[end - 1] != UInt8(ascii: "'"), !ByteClass.isDelimiter(cursor.current),
        cursor.current != UInt8(ascii: "=")
      {
        reportCharacterInKey(from: path[path.count - 1].range.start.offset)
      } else if ByteClass.isBareKey(cursor.current) {
        let last = path[path.count - 1].range
        report(
          .keyWithSpace(
            String(
              decoding: cursor.bytes[last.start.offset..<wordEnd()], as: UTF8.self)),
          SourceRange(
            start: last.start, end: cursor.position.advanced(by: wordEnd() - cursor.index)))
      } else {
        report(.headerUnexpected(cursor.scalar), cursor.scalarRange)
      }
      throw .entry
    }
    let position = cursor.position
    cursor.advance(1)
    if isArray {
      if cursor.current == UInt8(ascii: "]") {
        cursor.advance(1)
      } else {
        report(.headerNotClosed(opening: "[[", name: name), opening)
        isRecovering = true
      }
    } else if cursor.current == UInt8(ascii: "]") {
      cursor.advance(1)
      report(.headerClosedTwice(name: name), SourceRange(position, count: 2))
      isRecovering = true
    }
  }

  /// Where the bare word here ends.
  private func wordEnd() -> Int {
    var place = cursor.index
    while ByteClass.isBareKey(cursor.bytes[place]) {
      place += 1
    }
    return place
  }

  mutating func detachSection() {
    section = TableNode(
      origin: .header, range: SourceRange(start: cursor.position, end: cursor.position))
    sectionDepth = 0
  }
}
