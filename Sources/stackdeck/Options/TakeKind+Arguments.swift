import MixIO

extension TakeKind {
  /// The endings of files that can be written, as messages list them.
  static var shown: String { WordList.joined(allCases.map(\.rawValue), by: "or") }

  /// Endings of files that people play. Used only to tell a forgotten verb from a mistyped one.
  static let played: Set<String> = [
    "wav", "wave", "flac", "ogg", "oga", "opus", "aiff", "aif", "mp3", "m4a", "aac", "wma", "mp2",
    "au", "snd", "caf", "w64", "rf64", "m3u", "m3u8", "pls",
  ]
}
