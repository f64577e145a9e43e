extension Parser {
  mutating func readArray(depth: Int) throws(Abandoned) -> TOMLValue {
    let start = cursor.position
    try checkDepth(depth)
    cursor.advance(1)
    openArrayCount += 1
    defer { openArrayCount -= 1 }
    var values: [TOMLValue] = []
    var separators = Separators()
    while true {
      skipToToken()
      switch cursor.current {
      case UInt8(ascii: "]"):
        cursor.advance(1)
        isRecovering = false
        return array(values, from: start)
      case UInt8(ascii: ","):
        readComma(&separators)
      case UInt8(ascii: "}"):
        readWrongClosing("}", opening: "[", at: start, isOuterOpen: openInlineTableCount > 0)
        return array(values, from: start)
      default:
        if cursor.isAtEnd || startsStatementInArray(isAfterComma: !separators.needsComma) {
          reportNotClosed("[", at: start)
          throw .statement
        }
        checkComma(&separators, between: "two elements")
        if let value = try readValue(depth: depth + 1) {
          values.append(value)
        }
        if try isClosedByBrokenLine(start) {
          return array(values, from: start)
        }
      }
    }
  }

  @inline(never)
  private func array(_ values: [TOMLValue], from start: SourcePosition) -> TOMLValue {
    TOMLValue(kind: .array(values), range: SourceRange(start: start, end: cursor.position))
  }

  /// Whether the array was not closed and the next statement begins here.
  @inline(never)
  private func startsStatementInArray(isAfterComma: Bool) -> Bool {
    guard isFirstOnLine else { return false }
    let isQuote = cursor.current == UInt8(ascii: "\"") || cursor.current == UInt8(ascii: "'")
    return startsHeader(isAfterComma: isAfterComma)
      || (!(isQuote && isAfterComma) && startsEntry())
  }
}
