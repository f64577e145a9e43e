import TOML

/// A part of a text that a diagnostic is about.
public struct DiagnosticPlace: Hashable, Sendable {
  /// The file's name as it was typed; `--set` for a setting of the command line, whose `line` is its
  /// number among the settings.
  public var file: String
  /// The smallest wrong part. Offsets count from the beginning of the file, or of the setting.
  public var range: SourceRange
  /// The text, where it is no file's: a setting as it was typed.
  public var text: String?

  public init(file: String, range: SourceRange, text: String? = nil) {
    self.file = file
    self.range = range
    self.text = text
  }

  /// 1-based.
  public var line: Int { range.start.line }
  /// 1-based, in characters (Unicode scalars).
  public var column: Int { range.start.column }

  /// The whole line in which the part begins, without its end; bytes that are no UTF-8 are replaced.
  ///
  /// - Parameter bytes: of the file that the diagnostic is about; not asked for a setting.
  public func sourceLine(in bytes: [UInt8]) -> String {
    let bytes = text.map { Array($0.utf8) } ?? bytes
    let at = min(range.start.offset, bytes.count)
    var start = bytes[..<at].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    var end = bytes[at...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
    if end > start, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
    // A byte order mark has no column.
    if start == 0, bytes[..<end].starts(with: [0xEF, 0xBB, 0xBF]) { start = 3 }
    return String(decoding: bytes[start..<max(start, end)], as: UTF8.self)
  }

  /// How many characters of that line belong to the part; 0 where something is missing.
  public func length(in bytes: [UInt8]) -> Int {
    if range.end.line == range.start.line { return range.end.column - range.start.column }
    return max(sourceLine(in: bytes).unicodeScalars.count - range.start.column + 1, 1)
  }
}
