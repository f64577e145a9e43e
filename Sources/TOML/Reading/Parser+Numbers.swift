extension Parser {
  /// Reads what begins with a digit, a sign or a point: a number, a date or a time.
  @inline(never)
  mutating func readNumber() -> TOMLValue? {
    let start = cursor.position
    var place = cursor.index
    while ByteClass.isWord(cursor.bytes[place]) {
      place += 1
    }
    place = endOfDateTime(from: cursor.index, to: place)
    cursor.advance(place - cursor.index)
    guard cursor.isAtEnd || ByteClass.isDelimiter(cursor.current) else {
      reportWord(from: start)
      return nil
    }
    let word = Word(bytes: cursor.bytes, range: start.offset..<place, position: start)
    let kind =
      if let integer = word.plainInteger {
        TOMLValue.Kind.integer(integer)
      } else if let separator = word.separator {
        readDateOrTime(word, separator: separator)
      } else {
        readAnyNumber(word)
      }
    guard let kind else {
      giveUpValue()
      return nil
    }
    return TOMLValue(kind: kind, range: SourceRange(start: start, end: cursor.position))
  }

  /// A blank may stand between a date and a time; it is part of the value if a digit follows.
  private func endOfDateTime(from start: Int, to end: Int) -> Int {
    let bytes = cursor.bytes
    guard end - start == 10, bytes[start + 4] == UInt8(ascii: "-"),
      bytes[start + 7] == UInt8(ascii: "-"), bytes[end] == 0x20,
      ByteClass.isDigit(bytes[end + 1])
    else { return end }
    var place = end + 1
    while ByteClass.isWord(bytes[place]) {
      place += 1
    }
    return place
  }

  private mutating func readAnyNumber(_ word: Word) -> TOMLValue.Kind? {
    var place = 0
    let isSigned = word[0] == UInt8(ascii: "+") || word[0] == UInt8(ascii: "-")
    if isSigned {
      place = 1
    }
    if word.rest(from: place, is: "inf") {
      return .float(word[0] == UInt8(ascii: "-") ? -.infinity : .infinity)
    }
    if word.rest(from: place, is: "nan") {
      return .float(word[0] == UInt8(ascii: "-") ? -.nan : .nan)
    }
    if word[place] == UInt8(ascii: "0"), ByteClass.isLetter(word[place + 1]),
      let base = NumberBase(letter: word[place + 1])
    {
      return readPrefixedInteger(word, base: base, at: place)
    }
    guard let isFloat = checkDecimal(word, from: place) else { return nil }
    return isFloat ? float(word) : integer(word, from: place)
  }

  // MARK: Other bases

  private mutating func readPrefixedInteger(
    _ word: Word, base: NumberBase, at prefix: Int
  ) -> TOMLValue.Kind? {
    if prefix > 0 {
      report(.signBeforePrefix, word.sourceRange(0..<1))
      return nil
    }
    let written = word.text(0..<2)
    if word[1] != base.letter {
      report(.prefixInCapitals(written), word.sourceRange(0..<2))
      return nil
    }
    guard word.count > 2 else {
      report(.digitsMissingAfterPrefix(written), word.sourceRange(0..<2))
      return nil
    }
    var value: UInt64 = 0
    var isTooLarge = false
    for place in 2..<word.count {
      let byte = word[place]
      if byte == UInt8(ascii: "_") {
        let isBetween =
          place > 2 && base.digit(word[place - 1]) != nil && base.digit(word[place + 1]) != nil
        if isBetween {
          continue
        }
        report(.underscore, word.sourceRange(place..<(place + 1)))
        return nil
      }
      guard let digit = base.digit(byte) else {
        report(
          .wrongDigit(Unicode.Scalar(byte), base: base.name),
          word.sourceRange(place..<(place + 1)))
        return nil
      }
      isTooLarge = isTooLarge || value >> (63 - base.bitCount) != 0
      value = value << base.bitCount | UInt64(digit)
    }
    if isTooLarge {
      report(.integerOutOfRange, word.sourceRange(0..<word.count))
      return nil
    }
    return .integer(Int64(value))
  }

  // MARK: Decimal

  /// Checks the form of a decimal number behind its sign: `1_000`, `0.5`, `6e-3`.
  ///
  /// Returns whether it is a float; nil after reporting a wrong one.
  private mutating func checkDecimal(_ word: Word, from start: Int) -> Bool? {
    var place = start
    if word[place] == UInt8(ascii: ".") {
      reportPoint(word, at: place)
      return nil
    }
    guard readDigits(word, &place) else { return nil }
    guard place > start else {
      reportNotANumber(word, behind: place)
      return nil
    }
    if word[start] == UInt8(ascii: "0"), place - start > 1 {
      reportLeadingZeros(word, from: start, to: place)
      return nil
    }
    var isFloat = false
    if word[place] == UInt8(ascii: ".") {
      let point = place
      place += 1
      isFloat = true
      guard readDigits(word, &place) else { return nil }
      if place == point + 1 {
        reportPoint(word, at: point)
        return nil
      }
    }
    if word[place] | 0x20 == UInt8(ascii: "e") {
      let exponent = place
      place += 1
      isFloat = true
      if word[place] == UInt8(ascii: "+") || word[place] == UInt8(ascii: "-") {
        place += 1
      }
      let digits = place
      guard readDigits(word, &place) else { return nil }
      if place == digits {
        if place == word.count || word[place] == UInt8(ascii: ".") {
          report(.exponentMissing, word.sourceRange(exponent..<place))
        } else {
          reportNotANumber(word, behind: exponent)
        }
        return nil
      }
    }
    guard place == word.count else {
      reportNotANumber(word, behind: place)
      return nil
    }
    return isFloat
  }

  /// Steps over digits with single underscores between them; false after reporting another underscore.
  private mutating func readDigits(_ word: Word, _ place: inout Int) -> Bool {
    let start = place
    while true {
      let byte = word[place]
      if ByteClass.isDigit(byte) {
        place += 1
      } else if byte == UInt8(ascii: "_") {
        guard place > start, ByteClass.isDigit(word[place - 1]),
          ByteClass.isDigit(word[place + 1])
        else {
          report(.underscore, word.sourceRange(place..<(place + 1)))
          return false
        }
        place += 1
      } else {
        return true
      }
    }
  }

  private mutating func integer(_ word: Word, from start: Int) -> TOMLValue.Kind? {
    let isNegative = word[0] == UInt8(ascii: "-")
    var value: Int64 = 0
    for place in start..<word.count where word[place] != UInt8(ascii: "_") {
      let (product, isOver) = value.multipliedReportingOverflow(by: 10)
      let digit = Int64(word[place] - 0x30)
      // Negative numbers are made downwards: there is one more of them.
      let (sum, isSumOver) = product.addingReportingOverflow(isNegative ? -digit : digit)
      if isOver || isSumOver {
        report(.integerOutOfRange, word.sourceRange(0..<word.count))
        return nil
      }
      value = sum
    }
    return .integer(value)
  }

  private mutating func float(_ word: Word) -> TOMLValue.Kind? {
    let value = FloatReader.value(of: word)
    guard value.isFinite else {
      report(.floatOutOfRange, word.sourceRange(0..<word.count))
      return nil
    }
    return .float(value)
  }

  // MARK: Wrong numbers

  private mutating func reportPoint(_ word: Word, at point: Int) {
    let before = point > 0 && ByteClass.isDigit(word[point - 1])
    let after = ByteClass.isDigit(word[point + 1])
    let corrected =
      word.text(0..<point) + (before ? "" : "0") + "." + (after ? "" : "0")
      + word.text((point + 1)..<word.count)
    let mistake: Mistake =
      before
      ? .digitMissingAfterPoint(corrected: corrected)
      : .digitMissingBeforePoint(corrected: corrected)
    // Only where the correction is a number, so not for 1..2 or a lonely point.
    let rest = (point + 1)..<word.count
    if (before || after) && !word.contains(UInt8(ascii: "."), in: rest) {
      report(mistake, word.sourceRange(point..<(point + 1)))
    } else {
      reportNotANumber(word, behind: 0)
    }
  }

  private mutating func reportLeadingZeros(_ word: Word, from start: Int, to end: Int) {
    var first = start
    while first < end - 1, word[first] == UInt8(ascii: "0") || word[first] == UInt8(ascii: "_") {
      first += 1
    }
    let corrected = word.text(0..<start) + word.text(first..<word.count)
    report(.leadingZeros(corrected: corrected), word.sourceRange(start..<max(first, start + 1)))
  }

  /// `place` is where a number ends that has something else behind it, such as a unit.
  private mutating func reportNotANumber(_ word: Word, behind place: Int) {
    let isUnit =
      place > 0 && place < word.count && ByteClass.isDigit(word[place - 1])
      && word.isOnlyLetters(place..<word.count)
    report(
      .notANumber(
        word.text(0..<word.count), number: isUnit ? word.text(0..<place) : nil),
      word.sourceRange(0..<word.count))
  }
}
