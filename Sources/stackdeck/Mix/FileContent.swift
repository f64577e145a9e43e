import Glibc
import MixIO

/// The bytes of a text file.
enum FileContent {
  /// Why a file could not be read.
  struct Failure: Error {
    let code: Int32

    var isMissing: Bool { code == ENOENT }
    var isDirectory: Bool { code == EISDIR }
    var text: String { String(cString: strerror(code)) }
  }

  /// - Parameter path: `-` is standard input.
  static func read(_ path: FilePath) -> Result<[UInt8], Failure> {
    let descriptor =
      path.isStandardStream
      ? STDIN_FILENO : path.withCString { open($0, O_RDONLY | O_CLOEXEC) }
    guard descriptor >= 0 else { return .failure(Failure(code: errno)) }
    defer { if !path.isStandardStream { close(descriptor) } }
    var content: [UInt8] = [], buffer = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      if count == 0 { return .success(content) }
      guard count > 0 else {
        if errno == EINTR { continue }
        return .failure(Failure(code: errno))
      }
      content += buffer[..<count]
    }
  }
}
