extension Parser {
  /// Reads a string of any of the four forms. A wrong one is reported and read as far as it goes.
  @inline(never)
  mutating func readString() -> String {
    if cursor.isAt("\"\"\"") {
      return readSeveralLinesString(quote: UInt8(ascii: "\""))
    }
    if cursor.isAt("'''") {
      return readSeveralLinesString(quote: UInt8(ascii: "'"))
    }
    return readOneLineString()
  }

  /// Reads `"…"` or `'…'`.
  mutating func readOneLineString() -> String {
    let quote = cursor.current
    let start = cursor.position
    cursor.advance(1)
    scratch.removeAll(keepingCapacity: true)
    var runStart = cursor.index
    var hasEscapes = false
    var isReported = false
    while true {
      skipPlainText(quote: quote)
      let byte = cursor.current
      if byte == quote {
        let text = textOfString(from: runStart, hasEscapes: hasEscapes)
        cursor.advance(1)
        return text
      }
      if byte == UInt8(ascii: "\\"), quote == UInt8(ascii: "\"") {
        scratch.append(contentsOf: cursor.bytes[runStart..<cursor.index])
        hasEscapes = true
        readEscape()
        runStart = cursor.index
      } else if byte == UInt8(ascii: "\\") || byte == UInt8(ascii: "\"")
        || byte == UInt8(ascii: "'")
      {
        cursor.advance(1)
      } else if cursor.isAtLineEnd {
        reportStringNotClosed(quote: String(Unicode.Scalar(quote)), at: start)
        lineIsBroken = true
        return textOfString(from: runStart, hasEscapes: hasEscapes)
      } else {
        reportCharacterInString(quote: quote, &isReported)
        cursor.skipByte()
      }
    }
  }

  /// Reads `"""…"""` or `'''…'''`.
  private mutating func readSeveralLinesString(quote: UInt8) -> String {
    let start = cursor.position
    cursor.advance(3)
    if cursor.isAtLineEnd, !cursor.isAtEnd {
      cursor.skipLineEnd()
    }
    scratch.removeAll(keepingCapacity: true)
    var runStart = cursor.index
    var hasEscapes = false
    var isReported = false
    while true {
      skipPlainText(quote: quote)
      let byte = cursor.current
      if byte == quote {
        // Up to two quotation marks may stand before the three that close.
        var count = 1
        while count < 5, cursor.peek(count) == quote {
          count += 1
        }
        guard count >= 3 else {
          cursor.advance(count)
          continue
        }
        cursor.advance(count - 3)
        let text = textOfString(from: runStart, hasEscapes: hasEscapes)
        cursor.advance(3)
        return text
      }
      if byte == UInt8(ascii: "\\"), quote == UInt8(ascii: "\"") {
        scratch.append(contentsOf: cursor.bytes[runStart..<cursor.index])
        hasEscapes = true
        if !skipEscapedLineEnd() {
          readEscape()
        }
        runStart = cursor.index
      } else if byte == UInt8(ascii: "\\") || byte == UInt8(ascii: "\"")
        || byte == UInt8(ascii: "'")
      {
        cursor.advance(1)
      } else if cursor.isAtEnd {
        let quotes = String(repeating: String(Unicode.Scalar(quote)), count: 3)
        reportStringNotClosed(quote: quotes, at: start)
        return textOfString(from: runStart, hasEscapes: hasEscapes)
      } else if cursor.isAtLineEnd {
        cursor.skipLineEnd()
      } else {
        reportCharacterInString(quote: quote, &isReported)
        cursor.skipByte()
      }
    }
  }

  // MARK: Parts

  /// Steps over text up to a quotation mark, a backslash or a control character.
  @inline(__always)
  private mutating func skipPlainText(quote: UInt8) {
    var place = cursor.index
    var continuationCount = 0
    while true {
      let byte = cursor.bytes[place]
      if byte >= 0x80 {
        continuationCount &+= ByteClass.isContinuation(byte) ? 1 : 0
      } else if byte == quote || byte == UInt8(ascii: "\\") || byte == 0x7F
        || (byte < 0x20 && byte != 0x09)
      {
        break
      }
      place &+= 1
    }
    cursor.advance(to: place, continuationCount: continuationCount)
  }

  private mutating func textOfString(from runStart: Int, hasEscapes: Bool) -> String {
    guard hasEscapes else { return cursor.text(from: runStart) }
    scratch.append(contentsOf: cursor.bytes[runStart..<cursor.index])
    return String(decoding: scratch, as: UTF8.self)
  }

  private mutating func reportStringNotClosed(quote: String, at start: SourcePosition) {
    report(.stringNotClosed(quote: quote), SourceRange(start, count: quote.utf8.count))
    isRecovering = true
  }

  /// Reports the first wrong character of a string.
  private mutating func reportCharacterInString(quote: UInt8, _ isReported: inout Bool) {
    let place: Mistake.Place = quote == UInt8(ascii: "'") ? .literal : .string
    if !isReported, let mistake = mistakeOfCharacter(in: place) {
      report(mistake, cursor.scalarRange)
      isReported = true
    }
  }

  /// Steps over a backslash at the end of a line with all blanks and line ends behind it; returns false
  /// if it is not at the end.
  private mutating func skipEscapedLineEnd() -> Bool {
    var next = cursor
    next.advance(1)
    next.skipBlanks()
    guard next.isAtLineEnd, !next.isAtEnd else { return false }
    while next.isAtLineEnd, !next.isAtEnd {
      next.skipLineEnd()
      next.skipBlanks()
    }
    cursor = next
    return true
  }

  /// Reads an escape into `scratch`.
  private mutating func readEscape() {
    let start = cursor.position
    let letter = cursor.peek(1)
    let scalar: Unicode.Scalar?
    switch letter {
    case UInt8(ascii: "b"): scalar = "\u{8}"
    case UInt8(ascii: "t"): scalar = "\t"
    case UInt8(ascii: "n"): scalar = "\n"
    case UInt8(ascii: "f"): scalar = "\u{C}"
    case UInt8(ascii: "r"): scalar = "\r"
    case UInt8(ascii: "\""): scalar = "\""
    case UInt8(ascii: "\\"): scalar = "\\"
    case UInt8(ascii: "e"):
      scalar = "\u{1B}"
      if version == .v1_0 {
        report(.escapeOfNewerVersion("\\e"), SourceRange(start, count: 2))
      }
    case UInt8(ascii: "x"):
      if version == .v1_0 {
        report(.escapeOfNewerVersion("\\x"), SourceRange(start, count: 2))
      }
      scalar = readNumberedEscape(digitCount: 2, at: start)
    case UInt8(ascii: "u"): scalar = readNumberedEscape(digitCount: 4, at: start)
    case UInt8(ascii: "U"): scalar = readNumberedEscape(digitCount: 8, at: start)
    default:
      reportUnknownEscape(at: start)
      return
    }
    if ![UInt8(ascii: "x"), UInt8(ascii: "u"), UInt8(ascii: "U")].contains(letter) {
      cursor.advance(2)
    }
    scratch.append(contentsOf: String(scalar ?? "\u{FFFD}").utf8)
  }

  /// Reads `\xHH`, `\uHHHH` or `\UHHHHHHHH`; nil after reporting a wrong one.
  private mutating func readNumberedEscape(
    digitCount: Int, at start: SourcePosition
  ) -> Unicode.Scalar? {
    cursor.advance(2)
    var value: UInt32 = 0
    var count = 0
    while count < digitCount, let digit = ByteClass.hexadecimalValue(cursor.current) {
      value = value << 4 | UInt32(digit)
      cursor.advance(1)
      count += 1
    }
    let written = cursor.text(from: start.offset)
    let range = SourceRange(start: start, end: cursor.position)
    guard count == digitCount else {
      report(
        .escapeTooShort(String(written.unicodeScalars.prefix(2)), digitCount: digitCount), range)
      return nil
    }
    guard let scalar = Unicode.Scalar(value) else {
      report(.escapeOfNoCharacter(written), range)
      return nil
    }
    return scalar
  }

  private mutating func reportUnknownEscape(at start: SourcePosition) {
    cursor.advance(1)
    if cursor.isAtLineEnd || mistakeOfCharacter(in: .string) != nil {
      // What is wrong is that the string is not closed, or the character.
      return
    }
    if cursor.current == 0x20 || cursor.current == 0x09 {
      report(.unknownEscape("\\ "), SourceRange(start, count: 1))
      return
    }
    cursor.skipScalar()
    report(
      .unknownEscape(cursor.text(from: start.offset)),
      SourceRange(start: start, end: cursor.position))
  }
}
