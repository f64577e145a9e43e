extension Parser {
  /// Steps over a comment, up to the end of its line.
  mutating func skipComment() {
    var isReported = false
    while true {
      let byte = cursor.current
      if byte >= 0x20 && byte < 0x7F || byte == 0x09 {
        cursor.advance(1)
      } else if byte >= 0x80 {
        cursor.skipByte()
      } else if cursor.isAtLineEnd {
        return
      } else {
        if !isReported, let mistake = mistakeOfCharacter(in: .comment) {
          report(mistake, cursor.scalarRange)
          isReported = true
        }
        cursor.skipByte()
      }
    }
  }

  /// Steps over blanks, line ends and comments to the next thing in an array or inline table.
  @inline(never)
  mutating func skipToToken() {
    isFirstOnLine = false
    while true {
      cursor.skipBlanks()
      switch cursor.current {
      case 0x0A:
        cursor.skipLineEnd()
        isFirstOnLine = true
      case UInt8(ascii: "#"):
        skipComment()
      case 0x0D:
        if cursor.isAtLineEnd {
          cursor.skipLineEnd()
          isFirstOnLine = true
        } else {
          report(.carriageReturn, cursor.scalarRange)
          cursor.skipByte()
        }
      default:
        return
      }
    }
  }

  // MARK: Going on after a mistake

  /// Steps to the next line, or stays on this one, that begins like a statement, or like a header.
  mutating func skipToStatement(isHeader: Bool) {
    if isFirstOnLine, !isHeader, startsStatement() {
      return
    }
    repeat {
      cursor.skipToLineEnd()
      guard !cursor.isAtEnd else { return }
      cursor.skipLineEnd()
      cursor.skipBlanks()
    } while !(isHeader ? startsHeader(isAfterComma: false) : startsStatement())
  }

  /// Steps over the rest of a wrong entry or element, up to a comma, a closing bracket or the end of
  /// the line. Commas in strings do not end it.
  @inline(never)
  mutating func skipToSeparator() {
    var depth = 0
    while !cursor.isAtLineEnd {
      switch cursor.current {
      case UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"):
        if depth == 0 {
          return
        }
        if cursor.current != UInt8(ascii: ",") {
          depth -= 1
        }
        cursor.advance(1)
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        depth += 1
        cursor.advance(1)
      case UInt8(ascii: "#"):
        return
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        // A line is searched in vain only once, else many such marks would cost the square of them.
        let mayClose = lineWithoutClosingQuote != cursor.line
        let length = mayClose ? quotedLength(from: cursor.index) : nil
        if length == nil {
          lineWithoutClosingQuote = cursor.line
        }
        for _ in 0..<(length ?? 1) {
          cursor.skipByte()
        }
      default:
        cursor.skipByte()
      }
    }
  }

  /// Whether what stands here looks like `key =` or like a header alone on its line.
  ///
  /// Cost: the characters of the key.
  func startsStatement() -> Bool {
    startsHeader(isAfterComma: false) || startsEntry()
  }

  func startsEntry() -> Bool {
    guard let place = endOfKey(from: cursor.index) else { return false }
    return cursor.bytes[place] == UInt8(ascii: "=")
  }

  /// Whether a header stands here. In an array after a comma `["a"]` and `[1]` are elements, and only a
  /// bare name that is not a value is a header.
  func startsHeader(isAfterComma: Bool) -> Bool {
    guard cursor.current == UInt8(ascii: "[") else { return false }
    var place = cursor.index + 1
    let isArray = cursor.bytes[place] == UInt8(ascii: "[")
    place += isArray ? 1 : 0
    let first = placeAfterBlanks(place)
    if isAfterComma {
      guard ByteClass.isLetter(cursor.bytes[first]) else { return false }
      for word in ["true", "false", "inf", "nan"] as [StaticString] {
        var next = cursor
        next.advance(first - cursor.index)
        if next.isAt(word), !ByteClass.isBareKey(next.peek(word.utf8CodeUnitCount)) {
          return false
        }
      }
    }
    guard let close = endOfKey(from: first) else { return false }
    place = close
    for _ in 0..<(isArray ? 2 : 1) {
      guard cursor.bytes[place] == UInt8(ascii: "]") else { return false }
      place += 1
    }
    place = placeAfterBlanks(place)
    return place >= cursor.end || [0x0A, 0x0D, UInt8(ascii: "#")].contains(cursor.bytes[place])
  }

  /// The place behind a key and the blanks after it; nil if there is none.
  private func endOfKey(from start: Int) -> Int? {
    var place = start
    while true {
      if let length = quotedLength(from: place) {
        place += length
      } else {
        let nameStart = place
        while ByteClass.isBareKey(cursor.bytes[place]) {
          place += 1
        }
        guard place > nameStart else { return nil }
      }
      place = placeAfterBlanks(place)
      guard cursor.bytes[place] == UInt8(ascii: ".") else { return place }
      place = placeAfterBlanks(place + 1)
    }
  }

  /// The length of a string in single quotation marks with its marks; nil if none stands there.
  private func quotedLength(from start: Int) -> Int? {
    let quote = cursor.bytes[start]
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return nil }
    var place = start + 1
    while place < cursor.end, cursor.bytes[place] != 0x0A {
      if cursor.bytes[place] == quote {
        return place + 1 - start
      }
      let isEscape = cursor.bytes[place] == UInt8(ascii: "\\") && quote == UInt8(ascii: "\"")
      place += isEscape && cursor.bytes[place + 1] != 0x0A ? 2 : 1
    }
    return nil
  }

  private func placeAfterBlanks(_ start: Int) -> Int {
    var place = start
    while cursor.bytes[place] == 0x20 || cursor.bytes[place] == 0x09 {
      place += 1
    }
    return place
  }
}
