extension Parser {
  mutating func readInlineTable(depth: Int) throws(Abandoned) -> TOMLValue {
    let start = cursor.position
    try checkDepth(depth)
    cursor.advance(1)
    openInlineTableCount += 1
    defer { openInlineTableCount -= 1 }
    let table = TableNode(origin: .inline, range: SourceRange(start: start, end: start))
    var separators = Separators()
    var isLineEndReported = false
    while true {
      skipToToken()
      if isFirstOnLine {
        if isNotClosedBeforeLine(table, start, needsComma: separators.needsComma) {
          reportNotClosed("{", at: start)
          if cursor.current == UInt8(ascii: "{"), openArrayCount > 0 {
            return value(of: table, from: start)
          }
          throw .statement
        }
        checkLineEnd(start, &isLineEndReported)
      }
      switch cursor.current {
      case UInt8(ascii: "}"):
        checkLastComma(separators)
        cursor.advance(1)
        isRecovering = false
        return value(of: table, from: start)
      case UInt8(ascii: ","):
        readComma(&separators)
      case UInt8(ascii: "]"):
        readWrongClosing("]", opening: "{", at: start, isOuterOpen: openArrayCount > 0)
        return value(of: table, from: start)
      default:
        if cursor.isAtEnd {
          reportNotClosed("{", at: start)
          throw .statement
        }
        checkComma(&separators, between: "two keys")
        try readInlineEntry(into: table, depth: depth + 1)
        if try isClosedByBrokenLine(start) {
          return value(of: table, from: start)
        }
      }
    }
  }

  /// Reads an entry, or gives it up and steps to the next.
  private mutating func readInlineEntry(
    into table: TableNode, depth: Int
  ) throws(Abandoned) {
    do throws(Abandoned) {
      try readEntry(into: table, depth: depth)
    } catch {
      guard error == .entry else { throw error }
      skipToSeparator()
      isRecovering = true
    }
  }

  /// Whether the line that begins here cannot belong to the inline table. One that had an entry on its
  /// first line and no comma before this one is taken to be written on one line.
  @inline(never)
  private func isNotClosedBeforeLine(
    _ table: TableNode, _ start: SourcePosition, needsComma: Bool
  ) -> Bool {
    if cursor.current == UInt8(ascii: "{") || startsHeader(isAfterComma: false) {
      return true
    }
    let isOneLine = table.keys.first.map { $0.range.start.line == start.line } ?? false
    return needsComma && isOneLine && startsEntry()
  }

  @inline(never)
  private func value(of node: TableNode, from start: SourcePosition) -> TOMLValue {
    node.range = SourceRange(start: start, end: cursor.position)
    return TOMLValue(kind: .table(node.table()), range: node.range)
  }

  // MARK: What 1.0 does not allow

  @inline(never)
  private mutating func checkLineEnd(_ start: SourcePosition, _ isReported: inout Bool) {
    if version == .v1_0, !isReported, !cursor.isAtEnd {
      report(.lineEndInInlineTable, SourceRange(start, count: 1))
      isReported = true
    }
  }

  @inline(never)
  private mutating func checkLastComma(_ separators: Separators) {
    if version == .v1_0, let lastComma = separators.lastComma {
      report(.lastCommaInInlineTable, SourceRange(lastComma, count: 1))
    }
  }
}
