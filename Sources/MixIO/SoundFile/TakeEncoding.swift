/// How samples lie in a file, in the words of sessions.
public enum TakeEncoding: String, CaseIterable, Sendable {
  case pcm16 = "pcm_16"
  case pcm24 = "pcm_24"
  case float

  /// Bytes of a stereo frame.
  public var frameByteCount: Int {
    switch self {
    case .pcm16: 4
    case .pcm24: 6
    case .float: 8
    }
  }
}
