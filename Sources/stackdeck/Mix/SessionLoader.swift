import MixIO
import MixSession

/// Reads a session file, with the maps that it names, and prints what is wrong with it.
enum SessionLoader {
  /// The plan, or nil when there are errors; they, and warnings, have been printed.
  static func load(
    _ path: FilePath, settings: [SessionSetting] = [], _ messages: Messages
  ) -> SessionPlan? {
    let bytes: [UInt8]
    switch FileContent.read(path) {
    case .success(let content): bytes = content
    case .failure(let failure):
      messages.print(cannotRead(path, failure))
      return nil
    }
    return load(
      bytes: bytes, file: path.isStandardStream ? "standard input" : path.shown,
      settings: settings, messages
    ).flatMap { MapLoader(messages).load($0, base: directory(of: path)) }
  }

  static func load(
    bytes: [UInt8], file: String, settings: [SessionSetting] = [],
    paths: [String: SessionPath] = [:], _ messages: Messages
  ) -> SessionPlan? {
    let (plan, diagnostics) = SessionReader.read(
      bytes: bytes, file: file, settings: settings.map(\.typed), paths: paths)
    for diagnostic in diagnostics { messages.print(diagnostic, bytes: bytes) }
    return plan
  }

  /// The directory that a session's relative paths begin at.
  static func directory(of path: FilePath) -> FilePath {
    path.isStandardStream ? "." : FilePath(bytes: path.bytes).directory
  }

  private static func cannotRead(_ path: FilePath, _ failure: FileContent.Failure) -> Problem {
    if failure.isMissing {
      return Problem(
        "no session '\(path.shown)'",
        help: NearbyFile.suggestion(for: path).map { "did you mean \($0)?" }
          ?? "stackdeck example minimal > set.toml writes one to begin with")
    }
    if failure.isDirectory {
      return Problem(
        "\(path.shown) is a directory", help: "to play files: stackdeck play \(path.shown)")
    }
    return Problem("cannot read \(path.shown): \(failure.text)")
  }
}

extension Messages {
  /// Prints what MixSession found; `bytes` is the text that the places lie in.
  func print(_ diagnostic: Diagnostic, bytes: [UInt8]) {
    print(PrintedDiagnostic(diagnostic, in: bytes))
  }
}
