import Glibc
import MixIO
import MixSession

/// Reads a session file and prints what is wrong with it.
enum SessionLoader {
  /// The plan, or nil when there are errors; they, and warnings, have been printed.
  static func load(
    _ path: FilePath, settings: [SessionSetting] = [], _ messages: Messages
  ) -> SessionPlan? {
    let bytes: [UInt8]
    switch read(path) {
    case .success(let content): bytes = content
    case .failure(let problem):
      messages.print(problem)
      return nil
    }
    return load(
      bytes: bytes, file: path.isStandardStream ? "standard input" : path.shown,
      settings: settings, messages)
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

  private static func read(_ path: FilePath) -> Result<[UInt8], Problem> {
    let descriptor =
      path.isStandardStream
      ? STDIN_FILENO : path.withCString { open($0, O_RDONLY | O_CLOEXEC) }
    guard descriptor >= 0 else { return .failure(cannotRead(path, errno)) }
    defer { if !path.isStandardStream { close(descriptor) } }
    var content: [UInt8] = [], buffer = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      if count == 0 { return .success(content) }
      guard count > 0 else {
        if errno == EINTR { continue }
        return .failure(cannotRead(path, errno))
      }
      content += buffer[..<count]
    }
  }

  private static func cannotRead(_ path: FilePath, _ error: Int32) -> Problem {
    if error == ENOENT {
      return Problem(
        "no session '\(path.shown)'",
        help: NearbyFile.suggestion(for: path).map { "did you mean \($0)?" }
          ?? "stackdeck example minimal > set.toml writes one to begin with")
    }
    if error == EISDIR {
      return Problem(
        "\(path.shown) is a directory", help: "to play files: stackdeck play \(path.shown)")
    }
    return Problem("cannot read \(path.shown): \(String(cString: strerror(error)))")
  }
}

extension Messages {
  /// Prints what MixSession found; `bytes` is the text that the places lie in.
  func print(_ diagnostic: Diagnostic, bytes: [UInt8]) {
    print(PrintedDiagnostic(diagnostic, in: bytes))
  }
}
