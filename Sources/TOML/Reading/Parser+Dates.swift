extension Parser {
  /// Reads a word that begins like a date or a time.
  mutating func readDateOrTime(_ word: Word, separator: UInt8) -> TOMLValue.Kind? {
    var place = 0
    if separator == UInt8(ascii: ":") {
      guard let time = readTime(word, &place) else { return nil }
      guard place == word.count else {
        report(.notATime(word.text(0..<word.count)), word.sourceRange(0..<word.count))
        return nil
      }
      return .localTime(time)
    }
    guard let date = readDate(word, &place) else { return nil }
    if place == word.count {
      return .localDate(date)
    }
    guard place + 1 < word.count,
      word[place] | 0x20 == UInt8(ascii: "t") || word[place] == 0x20
    else {
      report(.notADate(word.text(0..<word.count)), word.sourceRange(0..<word.count))
      return nil
    }
    place += 1
    guard let time = readTime(word, &place) else { return nil }
    if place == word.count {
      return .localDateTime(TOMLLocalDateTime(date: date, time: time))
    }
    guard let offset = readOffset(word, &place) else { return nil }
    return .offsetDateTime(TOMLOffsetDateTime(date: date, time: time, offsetMinutes: offset))
  }

  private mutating func readDate(_ word: Word, _ place: inout Int) -> TOMLLocalDate? {
    guard let year = digits(word, 0..<4), word[4] == UInt8(ascii: "-"),
      let month = digits(word, 5..<7), word[7] == UInt8(ascii: "-"),
      let day = digits(word, 8..<10), !ByteClass.isDigit(word[10])
    else {
      report(.notADate(word.text(0..<word.count)), word.sourceRange(0..<word.count))
      return nil
    }
    guard checkRange(month, "a month", 1...12, word.sourceRange(5..<7)) else { return nil }
    let dayCount = TOMLLocalDate.dayCount(year: year, month: month)
    let dayRange = word.sourceRange(8..<10)
    guard checkRange(day, "a day", 1...31, dayRange) else { return nil }
    guard day <= dayCount else {
      report(
        .dayOutOfRange(month: month, year: year, dayCount: dayCount, found: day), dayRange)
      return nil
    }
    place = 10
    return TOMLLocalDate(year: Int16(year), month: Int8(month), day: Int8(day))
  }

  private mutating func readTime(_ word: Word, _ place: inout Int) -> TOMLLocalTime? {
    let start = place
    guard let hour = digits(word, start..<(start + 2)), word[start + 2] == UInt8(ascii: ":"),
      let minute = digits(word, (start + 3)..<(start + 5))
    else {
      report(.notATime(word.text(start..<word.count)), word.sourceRange(start..<word.count))
      return nil
    }
    guard checkRange(hour, "an hour", 0...23, word.sourceRange(start..<(start + 2))),
      checkRange(minute, "a minute", 0...59, word.sourceRange((start + 3)..<(start + 5)))
    else { return nil }
    place = start + 5
    var second = 0
    var nanosecond = 0
    if word[place] == UInt8(ascii: ":") {
      guard let written = digits(word, (place + 1)..<(place + 3)) else {
        report(.notATime(word.text(start..<word.count)), word.sourceRange(start..<word.count))
        return nil
      }
      second = written
      let range = word.sourceRange((place + 1)..<(place + 3))
      guard checkRange(second, "a second", 0...60, range) else { return nil }
      place += 3
      if word[place] == UInt8(ascii: ".") {
        guard let fraction = readFraction(word, &place) else {
          report(
            .digitMissingAfterPoint(corrected: word.text(start..<place) + ".0"),
            word.sourceRange(place..<(place + 1)))
          return nil
        }
        nanosecond = fraction
      }
    } else if version == .v1_0 {
      report(
        .secondsMissing(corrected: word.text(0..<place) + ":00" + word.text(place..<word.count)),
        word.sourceRange(start..<place))
      return nil
    }
    return TOMLLocalTime(
      hour: Int8(hour), minute: Int8(minute), second: Int8(second),
      nanosecond: Int32(nanosecond))
  }

  /// Reads `.123` as nanoseconds; nil, with `place` at the point, if no digit follows.
  private func readFraction(_ word: Word, _ place: inout Int) -> Int? {
    var next = place + 1
    guard ByteClass.isDigit(word[next]) else { return nil }
    var nanosecond = 0
    var unit = 100_000_000
    while ByteClass.isDigit(word[next]) {
      nanosecond += Int(word[next] - 0x30) * unit
      unit /= 10
      next += 1
    }
    place = next
    return nanosecond
  }

  /// Reads `Z` or `+01:00`, which end the word.
  private mutating func readOffset(_ word: Word, _ place: inout Int) -> Int16? {
    let start = place
    if word[place] | 0x20 == UInt8(ascii: "z"), place + 1 == word.count {
      return 0
    }
    guard word[start] == UInt8(ascii: "+") || word[start] == UInt8(ascii: "-"),
      let hour = digits(word, (start + 1)..<(start + 3)), word[start + 3] == UInt8(ascii: ":"),
      let minute = digits(word, (start + 4)..<(start + 6)), word.count == start + 6
    else {
      report(.offsetNotUnderstood, word.sourceRange(start..<word.count))
      return nil
    }
    guard checkRange(hour, "an hour", 0...23, word.sourceRange((start + 1)..<(start + 3))),
      checkRange(minute, "a minute", 0...59, word.sourceRange((start + 4)..<(start + 6)))
    else { return nil }
    let minutes = Int16(hour * 60 + minute)
    return word[start] == UInt8(ascii: "-") ? -minutes : minutes
  }

  // MARK: Parts

  /// The number that digits make; nil if one is something else.
  private func digits(_ word: Word, _ part: Range<Int>) -> Int? {
    var value = 0
    for place in part {
      guard ByteClass.isDigit(word[place]) else { return nil }
      value = value * 10 + Int(word[place] - 0x30)
    }
    return value
  }

  private mutating func checkRange(
    _ value: Int, _ what: String, _ allowed: ClosedRange<Int>, _ range: SourceRange
  ) -> Bool {
    if allowed.contains(value) {
      return true
    }
    report(
      .outOfRange(what: what, from: allowed.lowerBound, to: allowed.upperBound, found: value),
      range)
    return false
  }
}
