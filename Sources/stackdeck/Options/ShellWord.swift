/// Words as a shell reads them, for commands that help texts propose.
enum ShellWord {
  /// The path as one word of a shell, quoted only where it must be.
  static func quoted(_ path: TypedWord) -> String {
    let isPlain =
      !path.bytes.isEmpty
      && path.bytes.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...0xFF:
          true
        default: Array("-_./+:,@%=".utf8).contains(byte)
        }
      }
    guard let text = path.text, text == path.shown else {
      return "$'"
        + path.shown.split(separator: "'", omittingEmptySubsequences: false)
        .joined(separator: "\\'") + "'"
    }
    if isPlain { return text }
    return "'"
      + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
      + "'"
  }
}
