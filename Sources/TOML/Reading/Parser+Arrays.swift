extension Parser {
  mutating func readArray(depth: Int) throws(Abandoned) -> TOMLValue {
    let start = cursor.position
    try checkDepth(depth)
    cursor.advance(1)
    openArrayCount += 1
    defer { openArrayCount -= 1 }
    var values: [TOMLValue] = []
    var needsComma = false
    var isCommaReported = false
    while true {
      skipToToken()
      switch cursor.current {
      case UInt8(ascii: "]"):
        cursor.advance(1)
        isRecovering = false
        return array(values, from: start)
      case UInt8(ascii: ","):
        if !needsComma, !isRecovering {
          report(.elementMissing, cursor.scalarRange)
        }
        cursor.advance(1)
        needsComma = false
        isRecovering = false
      case UInt8(ascii: "}"):
        readWrongClosing("}", opening: "[", at: start, isOuterOpen: openInlineTableCount > 0)
        return array(values, from: start)
      default:
        if cursor.isAtEnd || startsStatementInArray(isAfterComma: !needsComma) {
          reportNotClosed("[", at: start)
          throw .statement
        }
        if needsComma, !isRecovering, !isCommaReported {
          report(.commaMissing(between: "two elements"), cursor.scalarRange)
          isCommaReported = true
        }
        if let value = try readValue(depth: depth + 1) {
          values.append(value)
        }
        needsComma = true
        if try isClosedByBrokenLine(start) {
          return array(values, from: start)
        }
      }
    }
  }

  private func array(_ values: [TOMLValue], from start: SourcePosition) -> TOMLValue {
    TOMLValue(kind: .array(values), range: SourceRange(start: start, end: cursor.position))
  }

  /// Whether the array was not closed and the next statement begins here.
  private func startsStatementInArray(isAfterComma: Bool) -> Bool {
    guard isFirstOnLine else { return false }
    let isQuote = cursor.current == UInt8(ascii: "\"") || cursor.current == UInt8(ascii: "'")
    return startsHeader(isAfterComma: isAfterComma)
      || (!(isQuote && isAfterComma) && startsEntry())
  }

  // MARK: What arrays and inline tables have in common

  mutating func checkDepth(_ depth: Int) throws(Abandoned) {
    if depth >= TOML.depthLimit {
      report(.nestedTooDeep, cursor.scalarRange)
      throw cursor.line == statementLine ? .statement : .section
    }
  }

  /// Only the innermost opening bracket of those that are not closed is reported.
  mutating func reportNotClosed(_ opening: String, at start: SourcePosition) {
    if !isRecovering {
      report(.notClosed(opening: opening), SourceRange(start, count: 1))
    }
    isRecovering = true
  }

  /// A closing bracket of the other kind closes what it stands in if nothing else waits for it.
  mutating func readWrongClosing(
    _ closing: String, opening: String, at start: SourcePosition, isOuterOpen: Bool
  ) {
    if isOuterOpen {
      reportNotClosed(opening, at: start)
    } else {
      report(.wrongClosing(closing, opening: opening), cursor.scalarRange)
      cursor.advance(1)
    }
  }

  /// Whether the rest of what began at `start` is taken to be in a string that was not closed.
  mutating func isClosedByBrokenLine(_ start: SourcePosition) throws(Abandoned) -> Bool {
    guard lineIsBroken else { return false }
    guard start.line == cursor.line else {
      lineIsBroken = false
      return false
    }
    if openArrayCount + openInlineTableCount == 1 {
      throw .statement
    }
    return true
  }
}
