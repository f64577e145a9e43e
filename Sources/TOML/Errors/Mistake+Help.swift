extension Mistake {
  /// What to write instead; nil if the message says it already.
  var help: String? {
    switch self {
    case .otherEncoding, .invalidUTF8: "save the file as UTF-8"
    case .byteOrderMark: "delete it"
    case .controlCharacter(let byte, .string): "\\u00\(Self.hexadecimal(byte))"
    case .controlCharacter(let byte, .literal):
      "in double quotes it is written \\u00\(Self.hexadecimal(byte))"
    case .controlCharacter: "delete it"
    case .carriageReturn: "a line ends with LF or CRLF"

    case .keyMissing: "name = value"
    case .commentMark: "a comment begins with #"
    case .nameMissing: "a name of no characters is written \"\""
    case .equalsMissing(let key, let isColon):
      isColon ? "TOML has '=', not ':'" : "\(Self.asKey(key)) = value"
    case .keyWithSpace(let key), .keyNeedsQuotes(_, let key): Self.quoted(key)
    case .keyOnSeveralLines(let quote): "one quotation mark on each side: \(quote.first!)"
    case .headerEmpty(let opening): opening == "[" ? "[name]" : "[[name]]"
    case .headerNotClosed(let opening, let name):
      opening == "[" ? "[\(ShownText.word(name))]" : "[[\(ShownText.word(name))]]"
    case .headerBracketsApart: "[[name]]"
    case .headerClosedTwice(let name):
      "[\(ShownText.word(name))], or [[\(ShownText.word(name))]] for an array of tables"
    case .headerUnexpected: "such a name needs quotes: [\"…\"]"
    case .textAfterHeader: "write it on the next line"

    case .valueMissing: "an empty text is written \"\""
    case .valueOnNextLine: nil
    case .notAValue(let word): Self.helpForWord(word)
    case .quotationMark: "they are \" and '"
    case .textAfterValue: "begin a new line, or a comment with #"
    case .textAfterString(let quote):
      quote == "'" ? "text with ' stands in double quotes" : "inside the string it is written \\\""
    case .decimalComma: nil

    case .notClosed(let opening): "add '\(opening == "[" ? "]" : "}")'"
    case .wrongClosing(_, let opening): "write '\(opening == "[" ? "]" : "}")'"
    case .elementMissing: "delete it"
    case .commaMissing: nil
    case .lineEndInInlineTable: nil
    case .lastCommaInInlineTable: "delete it"

    case .stringNotClosed(let quote):
      quote.utf8.count == 1
        ? "add \(quote); text of several lines stands between \(quote)\(quote)\(quote)"
        : "add \(quote)"
    case .unknownEscape, .escapeTooShort:
      "a backslash is written \\\\, or the string in single quotes"
    case .escapeOfNewerVersion(let escape): escape == "\\e" ? "\\u001B" : "\\u00HH"
    case .escapeOfNoCharacter: "characters are 0…D7FF and E000…10FFFF"

    case .notANumber(_, let number):
      number.map { "a number stands alone, without a unit: \($0)" } ?? "text is written in quotes"
    case .prefixInCapitals(let prefix): prefix.lowercased()
    case .leadingZeros(let corrected), .digitMissingBeforePoint(let corrected),
      .digitMissingAfterPoint(let corrected), .secondsMissing(let corrected):
      ShownText.word(corrected)
    case .exponentMissing: "1e6"
    case .underscore: "1_000"
    case .integerOutOfRange: nil
    case .floatOutOfRange: "infinity is written inf"

    case .notADate: "year-month-day: 1979-05-27"
    case .notATime: "hour:minute:second: 07:32:00"
    case .offsetNotUnderstood: "+01:00"

    case .duplicateKey: "delete one of the two"
    case .duplicateTable(let name):
      "write its keys in one place, or [[\(ShownText.word(name))]] for an array of tables"
    case .tableMadeByKeys, .tableMadeByHeader: "write its keys in one place"
    case .inlineTableClosed: "write it between its braces"
    case .arrayClosed: "write it between its brackets"
    case .tableIsNotArray(let name): "[\(ShownText.word(name))], or [[…]] at the first place too"
    case .arrayOfTablesIsNotTable(let name): "[[\(ShownText.word(name))]]"
    case .arrayOfTablesByKey: "write it under its header"

    case .fileTooLarge, .nestedTooDeep, .signBeforePrefix,
      .digitsMissingAfterPrefix, .wrongDigit, .outOfRange, .dayOutOfRange, .notATable:
      nil
    }
  }

  private static func helpForWord(_ word: String) -> String {
    switch word.lowercased() {
    case "true", "false", "yes", "no", "on", "off": "TOML has true and false"
    case "inf", "infinity", "nan", "+inf", "-inf", "+infinity", "-infinity":
      "TOML has inf, -inf and nan"
    case "null", "nil", "none", "undefined": "TOML has no empty value: leave the key out"
    default: "text is written in quotes: \(quoted(word))"
    }
  }

  /// As a key is written: in quotes only if it needs them.
  static func asKey(_ key: String) -> String {
    let isBare = !key.isEmpty && key.utf8.allSatisfy { ByteClass.isBareKey($0) || $0 == 0x2E }
    return isBare ? ShownText.word(key) : quoted(key)
  }

  private static func quoted(_ text: String) -> String {
    let shown = ShownText.word(text)
    return shown.utf8.contains(0x22) || shown.utf8.contains(0x5C) ? "'\(shown)'" : "\"\(shown)\""
  }
}
