/// A place in a TOML text.
///
/// - `offset`: bytes from the beginning of the text, 0-based.
/// - `line`: 1-based; a line ends with a line feed.
/// - `column`: 1-based, in characters (Unicode scalars); a byte order mark has no column.
///
/// Positions are ordered by their offset.
public struct SourcePosition: Hashable, Comparable, Sendable {
  // 32 bits are enough for the texts that `TOML.parse` takes and halve the size of a tree.
  private var storedOffset: UInt32
  private var storedLine: UInt32
  private var storedColumn: UInt32

  /// - Parameters: each 0…4294967295; traps otherwise.
  public init(offset: Int, line: Int, column: Int) {
    storedOffset = UInt32(offset)
    storedLine = UInt32(line)
    storedColumn = UInt32(column)
  }

  /// Bytes from the beginning of the text, 0-based.
  public var offset: Int {
    get { Int(storedOffset) }
    set { storedOffset = UInt32(newValue) }
  }

  /// 1-based.
  public var line: Int {
    get { Int(storedLine) }
    set { storedLine = UInt32(newValue) }
  }

  /// 1-based, in characters (Unicode scalars).
  public var column: Int {
    get { Int(storedColumn) }
    set { storedColumn = UInt32(newValue) }
  }

  public static func < (left: SourcePosition, right: SourcePosition) -> Bool {
    left.storedOffset < right.storedOffset
  }

  /// The position `count` ASCII characters further on the same line.
  func advanced(by count: Int) -> SourcePosition {
    SourcePosition(offset: offset + count, line: line, column: column + count)
  }
}
