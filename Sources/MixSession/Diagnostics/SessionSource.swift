import TOML

/// The texts that a session is made from: a file, and the settings of the command line over it.
///
/// Ranges in a plan are ranges in these texts laid one after the other, so that one number says in
/// which of them a value stands.
public struct SessionSource: Sendable {
  /// The file's name as it was typed.
  public let file: String
  public let bytes: [UInt8]
  /// ADDRESS=VALUE, in the order in which they were typed.
  public let settings: [String]

  public init(file: String, bytes: [UInt8], settings: [String] = []) {
    self.file = file
    self.bytes = bytes
    self.settings = settings
  }

  /// Where a range is to be shown.
  public func place(of range: SourceRange) -> DiagnosticPlace {
    guard let index = settingIndex(of: range) else {
      return DiagnosticPlace(file: file, range: range)
    }
    let base = base(ofSetting: index)
    func local(_ position: SourcePosition) -> SourcePosition {
      SourcePosition(
        offset: max(position.offset - base, 0), line: position.line, column: position.column)
    }
    return DiagnosticPlace(
      file: "--set", range: SourceRange(start: local(range.start), end: local(range.end)),
      text: settings[index])
  }

  /// Whether a value was given on the command line: its paths are relative to the directory that
  /// the program was started in, others to that of the file.
  public func isSetting(_ range: SourceRange) -> Bool { settingIndex(of: range) != nil }

  /// A value as it was typed.
  func typed(_ range: SourceRange) -> String {
    var bytes = bytes, start = range.start.offset, end = range.end.offset
    if let index = settingIndex(of: range) {
      bytes = Array(settings[index].utf8)
      start -= base(ofSetting: index)
      end -= base(ofSetting: index)
    }
    start = min(max(start, 0), bytes.count)
    end = min(max(end, start), bytes.count)
    return String(decoding: bytes[start..<end], as: UTF8.self)
  }

  /// Where a setting's text begins when all texts lie one after the other.
  func base(ofSetting index: Int) -> Int {
    settings[..<index].reduce(bytes.count + 1) { $0 + $1.utf8.count + 1 }
  }

  private func settingIndex(of range: SourceRange) -> Int? {
    guard range.start.offset > bytes.count else { return nil }
    return settings.indices.last { base(ofSetting: $0) <= range.start.offset }
  }
}
