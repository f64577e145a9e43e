import Glibc

/// The name of a file: any bytes but 0. Names need not be UTF-8; `description` shows what can be
/// shown.
public struct FilePath: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  public let bytes: [UInt8]

  /// Bytes from the first 0 on are left out.
  public init(bytes: some Sequence<UInt8>) { self.bytes = Array(bytes.prefix { $0 != 0 }) }
  public init(_ text: String) { self.init(bytes: text.utf8) }
  public init(stringLiteral text: String) { self.init(text) }

  public var description: String { String(decoding: bytes, as: UTF8.self) }

  public var isAbsolute: Bool { bytes.first == UInt8(ascii: "/") }

  /// The part behind the last slash.
  public var name: FilePath {
    FilePath(bytes: bytes[(bytes.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0)...])
  }

  /// What lies before the last slash: "." where there is none, "/" at the root.
  public var directory: FilePath {
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == 0 ? "/" : FilePath(bytes: bytes[..<slash])
  }

  /// The part of the name behind its last dot, in lower case; empty where there is none. A dot at
  /// the name's start is no ending.
  public var ending: String {
    let name = name.bytes
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return "" }
    return String(decoding: name[(dot + 1)...], as: UTF8.self).lowercased()
  }

  /// The same name with something between it and its ending: "mix.wav" → "mix-2.wav".
  public func inserting(beforeEnding text: String) -> FilePath {
    let nameStart = bytes.count - name.bytes.count
    let dot = bytes.lastIndex(of: UInt8(ascii: "."))
    let at = dot.map { $0 > nameStart ? $0 : bytes.count } ?? bytes.count
    return FilePath(bytes: bytes[..<at] + Array(text.utf8) + bytes[at...])
  }

  /// The same name with another ending: "mix.wav" → "mix.cue".
  public func replacingEnding(with ending: String) -> FilePath {
    let dot = self.ending.isEmpty ? nil : bytes.lastIndex(of: UInt8(ascii: "."))
    return FilePath(bytes: bytes[..<(dot ?? bytes.count)] + Array(".\(ending)".utf8))
  }

  /// Something in this directory. An absolute path stays what it is, and so does one in ".".
  public func appending(_ path: FilePath) -> FilePath {
    if path.isAbsolute || bytes.isEmpty || bytes == [UInt8(ascii: ".")] { return path }
    let slash = bytes.last == UInt8(ascii: "/") ? [] : [UInt8(ascii: "/")]
    return FilePath(bytes: bytes + slash + path.bytes)
  }

  /// A leading "~/" replaced by the home directory; without one it stays.
  public var expandingHome: FilePath {
    guard bytes.starts(with: "~/".utf8), let home = FilePath.home else { return self }
    return home.appending(FilePath(bytes: bytes.dropFirst(2).drop { $0 == UInt8(ascii: "/") }))
  }

  /// HOME, else what the system's list of users says.
  public static var home: FilePath? {
    if let home = getenv("HOME"), home.pointee != 0 { return FilePath(cString: home) }
    guard let user = getpwuid(getuid()), let home = user.pointee.pw_dir else { return nil }
    return FilePath(cString: home)
  }

  public init(cString: UnsafePointer<CChar>) {
    self.init(
      bytes: UnsafeRawBufferPointer(start: UnsafeRawPointer(cString), count: strlen(cString)))
  }

  /// The name as C functions take it.
  public func withCString<Result>(_ body: (UnsafePointer<CChar>) throws -> Result) rethrows
    -> Result
  {
    try (bytes + [0]).withUnsafeBytes {
      try body($0.baseAddress!.assumingMemoryBound(to: CChar.self))
    }
  }
}
