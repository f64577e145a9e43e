import MixIO

/// A word of the command line as it was typed: any bytes but 0, for a file's name need not be UTF-8.
struct TypedWord: Hashable, Sendable {
  let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  init(_ text: String) { bytes = Array(text.utf8) }

  /// The word as text, or nil if it is not UTF-8.
  var text: String? { String(validating: bytes, as: UTF8.self) }

  /// The word as messages show it.
  var shown: String { ShownText.of(bytes) }

  /// The word as the name of a file.
  var path: FilePath { FilePath(bytes: bytes) }
}
