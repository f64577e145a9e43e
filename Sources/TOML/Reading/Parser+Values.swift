extension Parser {
  /// Reads a value. `depth` counts the tables and arrays around it.
  ///
  /// Returns nil after reporting a wrong one, with the cursor behind it.
  mutating func readValue(depth: Int) throws(Abandoned) -> TOMLValue? {
    let byte = cursor.current
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      let start = cursor.position
      let text = readString()
      return TOMLValue(
        kind: .string(text), range: SourceRange(start: start, end: cursor.position))
    case UInt8(ascii: "["):
      return try readArray(depth: depth)
    case UInt8(ascii: "{"):
      return try readInlineTable(depth: depth)
    case _ where ByteClass.isDigit(byte), UInt8(ascii: "+"), UInt8(ascii: "-"),
      UInt8(ascii: "."):
      return readNumber()
    default:
      return readWord()
    }
  }

  /// Reads `true`, `false`, `inf`, `nan`, or reports what stands there instead.
  @inline(never)
  private mutating func readWord() -> TOMLValue? {
    let start = cursor.position
    let kind: TOMLValue.Kind
    if cursor.isAt("true") {
      kind = .boolean(true)
    } else if cursor.isAt("false") {
      kind = .boolean(false)
    } else if cursor.isAt("inf") {
      kind = .float(.infinity)
    } else if cursor.isAt("nan") {
      kind = .float(.nan)
    } else {
      reportWord(from: start)
      return nil
    }
    let length = cursor.isAt("false") ? 5 : cursor.isAt("true") ? 4 : 3
    guard ByteClass.isDelimiter(cursor.peek(length)) || cursor.index + length == cursor.end else {
      reportWord(from: start)
      return nil
    }
    cursor.advance(length)
    return TOMLValue(kind: kind, range: SourceRange(start: start, end: cursor.position))
  }

  /// Reports a word that is not a value and steps over what belongs to it.
  mutating func reportWord(from start: SourcePosition) {
    while !cursor.isAtLineEnd, !ByteClass.isDelimiter(cursor.current),
      mistakeOfCharacter(in: .elsewhere) == nil
    {
      cursor.skipByte()
    }
    if let mistake = mistakeOfCharacter(in: .elsewhere) {
      report(mistake, cursor.scalarRange)
    } else {
      if cursor.position == start, !cursor.isAtLineEnd {
        cursor.skipScalar()
      }
      let word = cursor.text(from: start.offset)
      let first = word.unicodeScalars.first ?? " "
      let isMark = ["“", "”", "„", "‘", "’", "«", "»", "`"].contains(first)
      report(
        isMark ? .quotationMark(String(first)) : .notAValue(word),
        isMark
          ? SourceRange(
            start: start,
            end: SourcePosition(
              offset: start.offset + UTF8.width(first), line: start.line,
              column: start.column + 1))
          : SourceRange(start: start, end: cursor.position))
    }
    giveUpValue()
  }

  /// Steps over the rest of a wrong value.
  mutating func giveUpValue() {
    if openArrayCount + openInlineTableCount > 0 {
      skipToSeparator()
    } else {
      cursor.skipToLineEnd()
    }
    isRecovering = true
  }
}
