/// Everything that can be wrong in a TOML text; `Mistake+Text.swift` has the words.
enum Mistake {
  enum Place: String {
    case comment = "a comment"
    case string = "a string"
    case literal = "a string in single quotes"
    case elsewhere = "TOML"
  }

  // Encoding
  case fileTooLarge
  case otherEncoding
  case invalidUTF8(byte: UInt8, offset: Int)
  case byteOrderMark
  case controlCharacter(UInt8, Place)
  case carriageReturn

  // Keys and headers
  case keyMissing(before: Unicode.Scalar)
  case nameMissing
  case commentMark(String)
  case equalsMissing(after: String, isColon: Bool)
  case keyWithSpace(String)
  case keyNeedsQuotes(Unicode.Scalar, key: String)
  case keyOnSeveralLines(quote: String)
  case headerEmpty(opening: String)
  case headerNotClosed(opening: String, name: String)
  case headerBracketsApart
  case headerClosedTwice(name: String)
  case headerUnexpected(Unicode.Scalar)
  case textAfterHeader

  // Values
  case valueMissing(key: String)
  case valueOnNextLine(key: String)
  case notAValue(String)
  case quotationMark(String)
  case textAfterValue
  case textAfterString(quote: Unicode.Scalar)
  case decimalComma

  // Arrays and inline tables
  case notClosed(opening: String)
  case wrongClosing(String, opening: String)
  case elementMissing
  case commaMissing(between: String)
  case lineEndInInlineTable
  case lastCommaInInlineTable
  case nestedTooDeep

  // Strings
  case stringNotClosed(quote: String)
  case unknownEscape(String)
  case escapeOfNewerVersion(String)
  case escapeTooShort(String, digitCount: Int)
  case escapeOfNoCharacter(String)

  // Numbers
  case notANumber(String, number: String?)
  case signBeforePrefix
  case prefixInCapitals(String)
  case digitsMissingAfterPrefix(String)
  case wrongDigit(Unicode.Scalar, base: String)
  case leadingZeros(corrected: String)
  case digitMissingBeforePoint(corrected: String)
  case digitMissingAfterPoint(corrected: String)
  case exponentMissing
  case underscore
  case integerOutOfRange
  case floatOutOfRange

  // Dates and times
  case notADate(String)
  case notATime(String)
  case outOfRange(what: String, from: Int, to: Int, found: Int)
  case dayOutOfRange(month: Int, year: Int, dayCount: Int, found: Int)
  case secondsMissing(corrected: String)
  case offsetNotUnderstood

  // Keys and tables that contradict each other
  case duplicateKey(String)
  case duplicateTable(String)
  case tableMadeByKeys(String)
  case tableMadeByHeader(String)
  case notATable(String, kindName: String)
  case inlineTableClosed(String)
  case arrayClosed(String)
  case tableIsNotArray(String)
  case arrayOfTablesIsNotTable(String)
  case arrayOfTablesByKey(String)
}
