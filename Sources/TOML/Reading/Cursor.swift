/// A place in the bytes of a text that always knows its line and column.
///
/// Lines and columns are counted while the cursor moves, so a position costs nothing and reading stays
/// linear however long a line is.
struct Cursor {
  /// The text and one NUL behind it, so that the byte at the cursor can always be looked at.
  let bytes: [UInt8]
  /// Where the text ends.
  let end: Int
  private(set) var index = 0
  private(set) var line = 1
  private(set) var lineStart = 0
  /// Bytes of this line before the cursor that begin no character.
  private(set) var continuationCount = 0

  init(_ text: some Collection<UInt8>) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count + 1)
    bytes.append(contentsOf: text)
    bytes.append(0)
    self.bytes = bytes
    end = bytes.count - 1
  }

  /// The byte here; 0 at the end.
  var current: UInt8 {
    @inline(__always) get { bytes[index] }
  }

  var isAtEnd: Bool {
    @inline(__always) get { index >= end }
  }

  var position: SourcePosition {
    @inline(__always) get {
      SourcePosition(
        offset: index, line: line, column: index &- lineStart &- continuationCount &+ 1)
    }
  }

  /// The byte some places further; 0 behind the end.
  func peek(_ distance: Int) -> UInt8 {
    index + distance < end ? bytes[index + distance] : 0
  }

  /// Whether these bytes stand here.
  func isAt(_ text: StaticString) -> Bool {
    guard index + text.utf8CodeUnitCount <= end else { return false }
    for place in 0..<text.utf8CodeUnitCount where bytes[index + place] != text.utf8Start[place] {
      return false
    }
    return true
  }

  var isAtLineEnd: Bool {
    current == 0x0A || (current == 0x0D && bytes[index + 1] == 0x0A) || isAtEnd
  }

  /// The character here; the replacement character if its bytes are wrong.
  var scalar: Unicode.Scalar {
    let rest = bytes[index..<min(index + 4, end)]
    return String(decoding: rest, as: UTF8.self).unicodeScalars.first ?? "\u{FFFD}"
  }

  /// The character here as a range.
  var scalarRange: SourceRange {
    guard !isAtEnd else { return SourceRange(start: position, end: position) }
    var next = self
    next.skipScalar()
    return SourceRange(start: position, end: next.position)
  }

  func text(from start: Int) -> String {
    String(decoding: bytes[start..<index], as: UTF8.self)
  }

  // MARK: Moving

  /// Steps over ASCII characters other than line feeds.
  @inline(__always)
  mutating func advance(_ count: Int) {
    index &+= count
  }

  /// Steps over everything up to `place`, with `continuationCount` more bytes that begin no character
  /// and no line feed among them.
  @inline(__always)
  mutating func advance(to place: Int, continuationCount more: Int) {
    index = place
    continuationCount &+= more
  }

  /// Steps over one byte other than a line feed.
  @inline(__always)
  mutating func skipByte() {
    if ByteClass.isContinuation(bytes[index]) {
      continuationCount &+= 1
    }
    index &+= 1
  }

  /// Steps over one character other than a line feed.
  mutating func skipScalar() {
    skipByte()
    while index < end, ByteClass.isContinuation(bytes[index]) {
      skipByte()
    }
  }

  /// Steps over LF or CRLF.
  @inline(__always)
  mutating func skipLineEnd() {
    index &+= bytes[index] == 0x0D ? 2 : 1
    line &+= 1
    lineStart = index
    continuationCount = 0
  }

  /// Steps over blanks and tabs.
  @inline(__always)
  mutating func skipBlanks() {
    while bytes[index] == 0x20 || bytes[index] == 0x09 {
      index &+= 1
    }
  }

  mutating func skipToLineEnd() {
    while !isAtLineEnd {
      skipByte()
    }
  }

  /// Steps over a byte order mark, which has no column.
  mutating func skipByteOrderMark() {
    if isAt("\u{FEFF}") {
      index += 3
      lineStart = index
    }
  }
}
