/// A file's name as somebody gave it: any bytes but 0, not resolved against any directory.
public struct SessionPath: Hashable, Sendable {
  public let bytes: [UInt8]

  public init(bytes: [UInt8]) { self.bytes = bytes }
  public init(_ text: String) { bytes = Array(text.utf8) }

  /// For messages; bytes that are no UTF-8 are replaced.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The part of the name behind its last dot, in lower case; empty where there is none. A dot at
  /// the name's beginning hides a file and begins no ending.
  public var ending: String {
    let name = bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).last!
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > name.startIndex else { return "" }
    return String(decoding: name[(dot + 1)...], as: UTF8.self).lowercased()
  }
}
