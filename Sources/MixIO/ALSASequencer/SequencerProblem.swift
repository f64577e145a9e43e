/// Why there is no sequencer to be had. `reason` is the system's.
public enum SequencerProblem: Error, Equatable, Sendable {
  /// The kernel has none, or none that this user may open.
  case noSequencer(reason: String, isForbidden: Bool)
  /// It did not do something that it must.
  case refused(doing: String, reason: String)
}

extension SequencerProblem: CustomStringConvertible {
  public var description: String {
    switch self {
    case .noSequencer(let reason, _): "no ALSA sequencer (/dev/snd/seq): \(reason)"
    case .refused(let doing, let reason): "the ALSA sequencer does not \(doing): \(reason)"
    }
  }

  /// What the user may do about it, where that is known here.
  public var help: String? {
    switch self {
    case .noSequencer(_, isForbidden: true): "its users are in the group audio"
    case .noSequencer(_, isForbidden: false): "as root: modprobe snd-seq"
    case .refused: nil
    }
  }
}
