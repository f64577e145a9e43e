/// Reads one text by recursive descent, as deep as `TOML.depthLimit`.
///
/// A mistake is reported where it is found and reading goes on behind it. Only where nothing can be made
/// of the rest of an entry or statement does a function throw `Abandoned`.
struct Parser {
  /// How much of the text is given up after a mistake that was reported.
  enum Abandoned: Error {
    /// The entry of an inline table, or the line.
    case entry
    /// All open arrays and inline tables.
    case statement
    /// Everything up to the next header, because lines inside look like statements.
    case section
  }

  var cursor: Cursor
  let version: TOMLVersion
  private(set) var errors: [TOMLError] = []
  /// Lines with bytes that are not UTF-8; what else is wrong on them follows from that.
  private var unreadableLines: Set<Int> = []

  let root: TableNode
  /// The table of the last header, to which keys are added, and how deep it is.
  var section: TableNode
  var sectionDepth = 0

  /// The value or key before the cursor was wrong: what seems to be missing next to it is not reported.
  var isRecovering = false
  /// A string was not closed on this line, so its closing brackets may have been inside the string.
  var lineIsBroken = false
  /// Whether only blanks stand before the cursor on its line; kept by `skipToToken`.
  var isFirstOnLine = false
  /// A line on which a quotation mark was found that nothing closes; 0 at first.
  var lineWithoutClosingQuote = 0
  /// Where the statement that is being read begins.
  var statementLine = 1
  /// How many arrays and inline tables are open.
  var openArrayCount = 0
  var openInlineTableCount = 0

  /// Where the last `=` stood.
  var equalsPosition = SourcePosition(offset: 0, line: 1, column: 1)
  /// The names of the key that is being read. One array for all keys, to save an allocation each.
  var path: [TOMLKey] = []
  /// The characters of a string that has escapes.
  var scratch: [UInt8] = []

  init(bytes: some Collection<UInt8>, version: TOMLVersion) {
    cursor = Cursor(bytes)
    self.version = version
    root = TableNode(
      origin: .root, range: SourceRange(start: cursor.position, end: cursor.position))
    section = root
  }

  mutating func readDocument() -> TOMLResult {
    guard checkEncoding() else { return result() }
    cursor.skipByteOrderMark()
    let start = cursor.position
    while !cursor.isAtEnd, errors.count < TOML.errorLimit {
      isRecovering = false
      lineIsBroken = false
      cursor.skipBlanks()
      switch cursor.current {
      case 0x0A:
        cursor.skipLineEnd()
      case 0x0D where cursor.isAtLineEnd:
        cursor.skipLineEnd()
      case UInt8(ascii: "#"):
        skipComment()
      default:
        if !cursor.isAtEnd {
          readStatement()
        }
      }
    }
    root.range = SourceRange(start: start, end: cursor.position)
    return result()
  }

  /// Whether the text can be UTF-8 at all; reports single wrong bytes.
  private mutating func checkEncoding() -> Bool {
    guard cursor.end < UInt32.max else {
      report(.fileTooLarge, SourceRange(start: cursor.position, end: cursor.position))
      return false
    }
    // UTF-16 with or without a mark; a text in UTF-8 begins with neither.
    let start = (cursor.peek(0), cursor.peek(1))
    let hasMark = start == (0xFF, 0xFE) || start == (0xFE, 0xFF)
    if hasMark || (cursor.end >= 2 && (start.0 == 0) != (start.1 == 0)) {
      report(.otherEncoding, SourceRange(cursor.position, count: 1))
      return false
    }
    errors = UTF8Check.errors(in: cursor.bytes, end: cursor.end, limit: TOML.errorLimit)
    for error in errors {
      unreadableLines.insert(error.range.start.line)
    }
    return true
  }

  private func result() -> TOMLResult {
    // Wrong bytes were found first, and an array's missing bracket is reported behind what is in it.
    TOMLResult(
      table: root.table(), errors: errors.sorted { $0.range.start < $1.range.start })
  }

  // MARK: Statements

  private mutating func readStatement() {
    statementLine = cursor.line
    openArrayCount = 0
    openInlineTableCount = 0
    do throws(Abandoned) {
      if cursor.current == UInt8(ascii: "[") {
        try readHeader()
      } else {
        isFirstOnLine = false
        try readEntry(into: section, depth: sectionDepth)
        readLineEnd(else: .textAfterValue)
      }
    } catch {
      switch error {
      case .entry: cursor.skipToLineEnd()
      case .statement: skipToStatement(isHeader: false)
      case .section: skipToStatement(isHeader: true)
      }
    }
  }

  /// Reads what may follow a statement on its line: a comment.
  mutating func readLineEnd(else mistake: Mistake) {
    cursor.skipBlanks()
    if cursor.current == UInt8(ascii: "#") {
      skipComment()
    } else if !cursor.isAtLineEnd {
      if let mistake = mistakeOfCharacter(in: .elsewhere) {
        report(mistake, cursor.scalarRange)
      } else if !isRecovering {
        reportText(mistake)
      }
      cursor.skipToLineEnd()
    }
  }

  /// Reports the text here, which follows a value or header.
  private mutating func reportText(_ mistake: Mistake) {
    let before = cursor.bytes[cursor.index - 1]
    if case .textAfterValue = mistake {
      if before == UInt8(ascii: "\"") || before == UInt8(ascii: "'") {
        report(.textAfterString(quote: Unicode.Scalar(before)), wordRange())
        return
      }
      if cursor.current == UInt8(ascii: ","), ByteClass.isDigit(before),
        ByteClass.isDigit(cursor.peek(1))
      {
        report(.decimalComma, cursor.scalarRange)
        return
      }
    }
    report(mistake, wordRange())
  }

  // MARK: Errors

  @inline(never)
  mutating func report(_ mistake: Mistake, _ range: SourceRange, note: TOMLError.Note? = nil) {
    // One message for each place: the first is the cause.
    guard errors.count < TOML.errorLimit, errors.last?.range.start != range.start,
      !unreadableLines.contains(range.start.line)
    else { return }
    errors.append(
      TOMLError(message: mistake.message, range: range, help: mistake.help, note: note))
  }

  /// What is wrong with the character here in itself, wherever it stands.
  func mistakeOfCharacter(in place: Mistake.Place) -> Mistake? {
    let byte = cursor.current
    if byte == 0x0D {
      return cursor.isAtLineEnd ? nil : .carriageReturn
    }
    if ByteClass.isControl(byte) && !cursor.isAtEnd {
      return .controlCharacter(byte, place)
    }
    return byte == 0xEF && cursor.isAt("\u{FEFF}") ? .byteOrderMark : nil
  }

  /// The text from here to the next blank or line end.
  func wordRange() -> SourceRange {
    var next = cursor
    while !next.isAtLineEnd, next.current != 0x20, next.current != 0x09 {
      next.skipByte()
    }
    return SourceRange(start: cursor.position, end: next.position)
  }
}
