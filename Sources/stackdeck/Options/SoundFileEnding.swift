/// The kinds of sound file that can be written, named by a file's ending.
enum SoundFileEnding: String, CaseIterable, Sendable {
  case wav, flac, ogg, opus, aiff, aif

  /// The kind that a path's ending names, in either case of letters.
  init?(of path: PathArgument) {
    self.init(rawValue: path.ending)
  }

  /// The list that messages show: one spelling for a kind.
  static let shown = "wav, flac, ogg, opus or aiff"

  /// Endings of files that people play. Used only to tell a forgotten verb from a mistyped one.
  static let played: Set<String> = [
    "wav", "wave", "flac", "ogg", "oga", "opus", "aiff", "aif", "mp3", "m4a", "aac", "wma", "mp2",
    "au", "snd", "caf", "w64", "rf64", "m3u", "m3u8", "pls",
  ]
}
