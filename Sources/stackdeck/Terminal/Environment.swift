import Glibc

/// Variables of the environment.
enum Environment {
  /// The bytes of a variable; nil if it is not set or empty.
  static func bytes(of name: String) -> [UInt8]? {
    guard let value = getenv(name) else { return nil }
    let bytes = Array(UnsafeBufferPointer(start: value, count: strlen(value))).map {
      UInt8(bitPattern: $0)
    }
    return bytes.isEmpty ? nil : bytes
  }

  /// Whether colours are welcome: NO_COLOR is not set (https://no-color.org) and the terminal can
  /// do more than write.
  static var allowsColor: Bool { bytes(of: "NO_COLOR") == nil && !isDumbTerminal }

  /// Whether the terminal obeys no codes.
  static var isDumbTerminal: Bool {
    guard let terminal = bytes(of: "TERM") else { return true }
    return terminal == Array("dumb".utf8)
  }
}
