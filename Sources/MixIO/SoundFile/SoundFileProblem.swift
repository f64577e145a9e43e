/// Why a file can't be played.
public enum SoundFileProblem: Error, Equatable, Sendable {
  case notFound
  case permissionDenied
  case isDirectory
  /// No bytes, or a header without frames.
  case isEmpty
  /// A kind of file that is recognised, and that nobody here can decode: "AAC", "WMA".
  case unsupported(kind: String)
  /// Not recognised; the library's own reason.
  case notSoundFile(reason: String)
  /// The system's error number of opening or reading it.
  case cannotRead(errno: Int32)
  /// A rate or a number of channels that the engine can't have.
  case unusable(reason: String)

  /// What is wrong with the file, to stand behind its name: "AAC can't be read".
  public var message: String {
    switch self {
    case .notFound: "no such file"
    case .permissionDenied: "permission denied"
    case .isDirectory: "is a directory"
    case .isEmpty: "there is no sound in it"
    case .unsupported(let kind): "\(kind) can't be read"
    case .notSoundFile(let reason): "not a sound file: \(reason)"
    case .cannotRead(let number): "can't be read: \(systemReason(number))"
    case .unusable(let reason): "can't be played: \(reason)"
    }
  }
}
