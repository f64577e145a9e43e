// What arrays and inline tables have in common. These functions are kept out of the recursive ones
// around them, whose frames would be several times larger with all that reporting takes.
extension Parser {
  /// The commas of one array or inline table.
  struct Separators {
    /// Whether something was read after the last comma.
    var needsComma = false
    /// A missing comma is reported once: whoever leaves out one leaves out all.
    var isReported = false
    /// Where the comma was that nothing followed yet.
    var lastComma: SourcePosition?
  }

  @inline(never)
  mutating func readComma(_ separators: inout Separators) {
    if !separators.needsComma, !isRecovering {
      report(.elementMissing, cursor.scalarRange)
    }
    separators.lastComma = cursor.position
    separators.needsComma = false
    isRecovering = false
    cursor.advance(1)
  }

  /// Notes that something is read next, which needs a comma before it unless it is the first.
  @inline(never)
  mutating func checkComma(_ separators: inout Separators, between what: String) {
    if separators.needsComma, !isRecovering, !separators.isReported {
      report(.commaMissing(between: what), cursor.scalarRange)
      separators.isReported = true
    }
    separators.needsComma = true
    separators.lastComma = nil
  }

  @inline(never)
  mutating func checkDepth(_ depth: Int) throws(Abandoned) {
    if depth >= TOML.depthLimit {
      report(.nestedTooDeep, cursor.scalarRange)
      throw cursor.line == statementLine ? .statement : .section
    }
  }

  /// Only the innermost opening bracket of those that are not closed is reported.
  @inline(never)
  mutating func reportNotClosed(_ opening: String, at start: SourcePosition) {
    if !isRecovering {
      report(.notClosed(opening: opening), SourceRange(start, count: 1))
    }
    isRecovering = true
  }

  /// A closing bracket of the other kind closes what it stands in if nothing else waits for it.
  @inline(never)
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
  @inline(never)
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
