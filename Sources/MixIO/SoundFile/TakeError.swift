import Glibc
import MixEngine

/// Why a take can't be written, or not go on.
public enum TakeError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file's ending is none of `TakeKind`.
  case unknownKind(FilePath)
  case encodingNotOffered(TakeEncoding, TakeKind)
  case rateNotOffered(SampleRate, TakeKind)
  /// The system refused something.
  case storage(StorageError)
  /// The encoder refused something; its own words.
  case encoder(FilePath, String)

  /// Whether there is no room for more.
  public var isFull: Bool {
    if case .storage(let error) = self { return error.isFull }
    return false
  }

  /// Whether whoever read the other end of a pipe has gone.
  public var isClosedPipe: Bool {
    if case .storage(let error) = self { return error.error == EPIPE }
    return false
  }

  public var description: String {
    switch self {
    case .unknownKind(let path):
      path.ending.isEmpty
        ? "'\(path.name)' has no ending that tells the kind of file"
        : "'.\(path.ending)' is not a kind of file that can be written"
    case .encodingNotOffered(let encoding, let kind):
      kind.encodings.isEmpty
        ? "\(kind.name) has an encoding of its own, not \(encoding.rawValue)"
        : "\(kind.name) can't hold \(encoding.rawValue)"
    case .rateNotOffered(let rate, let kind): "\(kind.name) can't hold \(rate.hertz) Hz"
    case .storage(let error): error.description
    case .encoder(let path, let reason): "cannot write \(path): \(reason)"
    }
  }

  /// What to do about it.
  public var help: String? {
    switch self {
    case .unknownKind:
      "kinds are " + TakeKind.allCases.map(\.rawValue).joined(separator: ", ")
    case .encodingNotOffered(let encoding, let kind):
      kind.encodings.isEmpty
        ? "leave the encoding out, or name the file .wav"
        : "choose \(kind.encodings.map(\.rawValue).joined(separator: " or ")), or name the file "
          + (encoding == .float ? ".wav" : ".flac")
    case .rateNotOffered(_, let kind):
      "\(kind.name) has " + (kind.sampleRates ?? []).map(String.init).joined(separator: ", ")
        + " Hz; .ogg and .flac have every rate"
    case .storage(let error):
      error.isFull
        ? "free some space, or record elsewhere"
        : error.error == EEXIST ? "name another file, or say --force" : nil
    case .encoder: nil
    }
  }
}
