/// A path as it was typed: any bytes but 0, for a file's name need not be UTF-8.
struct PathArgument: Hashable, Sendable {
  let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  init(_ text: String) { bytes = Array(text.utf8) }

  /// `-`: standard input or standard output.
  var isStandardStream: Bool { bytes == [UInt8(ascii: "-")] }

  /// The path as text, or nil if it is not UTF-8.
  var text: String? { String(validating: bytes, as: UTF8.self) }

  /// The path as messages show it.
  var shown: String { ShownText.of(bytes) }

  /// What stands behind the last point of the last component, in lower case; empty if nothing does.
  /// A point at the name's beginning hides a file and begins no ending.
  var ending: String {
    let name = bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).last!
    guard let point = name.lastIndex(of: UInt8(ascii: ".")), point > name.startIndex else {
      return ""
    }
    return String(decoding: name[(point + 1)...], as: UTF8.self).lowercased()
  }

  /// Calls `body` with the path as the C library takes it.
  func withCString<Result>(_ body: (UnsafePointer<CChar>) throws -> Result) rethrows -> Result {
    try (bytes + [0]).withUnsafeBufferPointer { buffer in
      try buffer.baseAddress!.withMemoryRebound(to: CChar.self, capacity: buffer.count, body)
    }
  }
}
