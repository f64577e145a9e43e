import MixIO

extension FilePath {
  /// `-`: standard input or standard output.
  var isStandardStream: Bool { bytes == [UInt8(ascii: "-")] }

  /// The path as messages show it.
  var shown: String { ShownText.of(bytes) }
}
