import MixIO

/// What is said of files that can't be played.
enum FileWords {
  static func message(_ problem: SoundFileProblem, _ path: FilePath) -> String {
    "\(path.shown): \(problem.message)"
  }

  /// What to do about it.
  static func help(_ problem: SoundFileProblem, _ path: FilePath) -> String? {
    switch problem {
    case .notFound: return NearbyFile.suggestion(for: path).map { "did you mean \($0)?" }
    case .unsupported:
      var stem = path.bytes
      if let dot = stem.lastIndex(of: UInt8(ascii: ".")) { stem = Array(stem[..<dot]) }
      return "ffmpeg -i \(path.shown) \(FilePath(bytes: stem).shown).flac"
    case .isDirectory: return "stackdeck play \(path.shown) plays what is in it"
    default: return nil
    }
  }
}
