extension Mistake {
  /// What is wrong.
  var message: String {
    switch self {
    case .fileTooLarge: "a file is less than 4 GiB"
    case .otherEncoding: "the file is not UTF-8"
    case .invalidUTF8(let byte, let offset):
      "byte 0x\(Self.hexadecimal(byte)) at offset \(offset) is not UTF-8"
    case .byteOrderMark: "a byte order mark stands only at the beginning of a file"
    case .controlCharacter(let byte, let place):
      "\(ShownText.name(of: Unicode.Scalar(byte))) is a control character, \(place.rawValue) has none"
    case .carriageReturn: "a carriage return needs a line feed after it"

    case .keyMissing(let scalar):
      scalar == "=" ? "a key is missing before '='" : "\(ShownText.character(scalar)) is not a key"
    case .nameMissing: "a '.' in a key stands between two names"
    case .commentMark(let mark): "'\(mark)' does not begin a comment"
    case .equalsMissing(let key, _): "'=' is missing after '\(ShownText.word(key))'"
    case .keyWithSpace: "a key with a space needs quotes"
    case .keyNeedsQuotes(let scalar, _): "a key with \(ShownText.character(scalar)) needs quotes"
    case .keyOnSeveralLines(let quote): "a key is not written in \(quote)"
    case .headerEmpty: "a table needs a name"
    case .headerNotClosed(let opening, _): "'\(opening)' is not closed"
    case .headerBracketsApart: "the brackets of '[[' and ']]' stand together"
    case .headerClosedTwice: "'[' is closed by one ']'"
    case .headerUnexpected(let scalar):
      "\(ShownText.character(scalar)) does not belong in the name of a table"
    case .textAfterHeader: "a table header stands alone on its line"

    case .valueMissing(let key): "'\(ShownText.word(key))' has no value"
    case .valueOnNextLine(let key):
      "the value of '\(ShownText.word(key))' begins on the line of its key"
    case .notAValue(let word): "'\(ShownText.word(word))' is not a value"
    case .quotationMark(let mark): "'\(mark)' is not a quotation mark of TOML"
    case .textAfterValue: "nothing follows a value on its line"
    case .textAfterString: "the string has ended before this"
    case .decimalComma: "a number has a point, not a comma"

    case .notClosed(let opening): "'\(opening)' is not closed"
    case .wrongClosing(let closing, let opening): "'\(opening)' is not closed by '\(closing)'"
    case .elementMissing: "nothing stands before this comma"
    case .commaMissing(let what): "a comma is missing between \(what)"
    case .lineEndInInlineTable: "an inline table stands on one line in TOML 1.0"
    case .lastCommaInInlineTable: "an inline table has no last comma in TOML 1.0"
    case .nestedTooDeep: "nested deeper than \(TOML.depthLimit) levels"

    case .stringNotClosed(let quote):
      quote.utf8.count == 1 ? "the string is not closed on its line" : "the string is not closed"
    case .unknownEscape(let escape): "'\(ShownText.word(escape))' is not an escape"
    case .escapeOfNewerVersion(let escape): "'\(escape)' is an escape of TOML 1.1"
    case .escapeTooShort(let escape, let digitCount):
      "'\(ShownText.word(escape))' needs \(digitCount) hexadecimal digits"
    case .escapeOfNoCharacter(let escape): "'\(escape)' is not a character"

    case .notANumber(let word, _): "'\(ShownText.word(word))' is not a number"
    case .signBeforePrefix: "a hexadecimal, octal or binary number has no sign"
    case .prefixInCapitals(let prefix): "'\(prefix)' is written small"
    case .digitsMissingAfterPrefix(let prefix): "a number needs a digit after '\(prefix)'"
    case .wrongDigit(let scalar, let base):
      "\(ShownText.character(scalar)) is not \(base) digit"
    case .leadingZeros: "a number has no leading zeros"
    case .digitMissingBeforePoint: "a number needs a digit before the point"
    case .digitMissingAfterPoint: "a number needs a digit after the point"
    case .exponentMissing: "an exponent needs a digit"
    case .underscore: "an underscore in a number stands between two digits"
    case .integerOutOfRange: "an integer is \(Int64.min.shown)…\(Int64.max)"
    case .floatOutOfRange: "a float is −1.7976931348623157e308…1.7976931348623157e308"

    case .notADate(let word): "'\(ShownText.word(word))' is not a date"
    case .notATime(let word): "'\(ShownText.word(word))' is not a time"
    case .outOfRange(let what, let from, let to, let found):
      "\(what) is \(from)…\(to), not \(found)"
    case .dayOutOfRange(let month, let year, let dayCount, let found):
      "\(Self.monthNames[month - 1]) \(year) has \(dayCount) days, not \(found)"
    case .secondsMissing: "a time has seconds in TOML 1.0"
    case .offsetNotUnderstood: "a time zone is Z or hours and minutes"

    case .duplicateKey(let name): "'\(ShownText.word(name))' is already defined"
    case .duplicateTable(let name): "table '\(ShownText.word(name))' is already defined"
    case .tableMadeByKeys(let name):
      "table '\(ShownText.word(name))' is already defined by dotted keys"
    case .tableMadeByHeader(let name):
      "table '\(ShownText.word(name))' is already defined by a header"
    case .notATable(let name, let kindName):
      "'\(ShownText.word(name))' is \(kindName), not a table"
    case .inlineTableClosed(let name):
      "nothing can be added to the inline table '\(ShownText.word(name))'"
    case .arrayClosed(let name): "nothing can be added to the array '\(ShownText.word(name))'"
    case .tableIsNotArray(let name):
      "'\(ShownText.word(name))' is a table, not an array of tables"
    case .arrayOfTablesIsNotTable(let name), .arrayOfTablesByKey(let name):
      "'\(ShownText.word(name))' is an array of tables, not a table"
    }
  }

  private static let monthNames = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]

  static func hexadecimal(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16, uppercase: true)
    return digits.utf8.count == 1 ? "0" + digits : digits
  }
}

extension Int64 {
  /// With a minus sign instead of a hyphen.
  fileprivate var shown: String { self < 0 ? "−\(magnitude)" : "\(self)" }
}
