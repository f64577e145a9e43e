import Glibc

/// What the system refused, on which file.
public struct StorageError: Error, Hashable, Sendable, CustomStringConvertible {
  public enum Task: Sendable {
    case create, makeDirectory, write, close, rename
  }

  public let task: Task
  public let path: FilePath
  /// The errno value.
  public let error: Int32

  public init(_ task: Task, _ path: FilePath, error: Int32) {
    self.task = task
    self.path = path
    self.error = error
  }

  /// Whether there is no room: on the disk, in the user's quota, or below the limit on a file's
  /// size.
  public var isFull: Bool { error == ENOSPC || error == EDQUOT || error == EFBIG }

  public var description: String {
    let verb =
      switch task {
      case .create: "create"
      case .makeDirectory: "make the directory"
      case .write: "write"
      case .close: "finish"
      case .rename: "name"
      }
    return "cannot \(verb) \(path): \(StorageError.text(of: error))"
  }

  /// The system's words for an errno value.
  static func text(of error: Int32) -> String {
    guard let text = strerror(error) else { return "error \(error)" }
    return String(cString: text)
  }
}
