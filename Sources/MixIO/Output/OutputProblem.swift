/// Why an output, or a list of devices, is not to be had.
public enum OutputProblem: Error, Equatable, Sendable {
  /// Nobody answers. `address` is the server that was named, nil for the user's own; `reason` is
  /// the library's.
  case noServer(address: String?, reason: String)
  /// The connection that there was has ended.
  case lostServer(reason: String)
  /// The server did not answer in time.
  case timedOut(doing: String)
  /// No device has this name. `nearest` is what was probably meant; `present` names those there are.
  case noDevice(name: String, nearest: String?, present: [String])
  /// More than one device has this name: the names of all of them.
  case severalDevices(name: String, matches: [String])
  /// The device vanished while it was used.
  case lostDevice(name: String, reason: String)
  /// The server is there and says nothing is wrong, but asks for no sound.
  case stalled
  /// The server does not want to; `reason` is the library's.
  case refused(doing: String, reason: String)
}

extension OutputProblem: CustomStringConvertible {
  public var description: String {
    switch self {
    case .noServer(nil, let reason): "no sound server (\(reason))"
    case .noServer(let address?, let reason):
      "cannot connect to PulseAudio server \(address): \(reason)"
    case .lostServer(let reason): "the sound server is gone: \(reason)"
    case .timedOut(let doing): "the sound server does not answer (\(doing))"
    case .noDevice(let name, _, _): "no device matches '\(name)'"
    case .severalDevices(let name, let matches):
      "'\(name)' matches \(matches.map { "'\($0)'" }.joined(separator: " and "))"
    case .lostDevice(let name, let reason): "device '\(name)' is gone: \(reason)"
    case .stalled: "the sound server asks for no sound"
    case .refused(let doing, let reason): "cannot \(doing): \(reason)"
    }
  }

  /// What the user may do about it, where that is known here.
  public var help: String? {
    switch self {
    case .noDevice(_, let nearest?, _): "did you mean '\(nearest)'?"
    case .noDevice(_, nil, let present):
      present.isEmpty
        ? "there is none" : "present: " + present.map { "'\($0)'" }.joined(separator: ", ")
    case .severalDevices: "write the whole name, or a part that only one of them has"
    default: nil
    }
  }
}
