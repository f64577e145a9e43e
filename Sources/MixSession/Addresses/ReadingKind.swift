/// What can be read of a session, and never set.
public enum ReadingKind: String, CaseIterable, Sendable {
  case level, clip, position, remaining, state, reduction, drift

  static let ofStrip: [ReadingKind] = [.level, .clip]
  static let ofInput: [ReadingKind] = [.drift]
  static let ofPlayer: [ReadingKind] = [.position, .remaining, .state]

  /// What a number of it counts.
  public var unit: String {
    switch self {
    case .level, .reduction: "dB"
    case .position, .remaining: "s"
    case .drift: "ppm"
    case .clip, .state: ""
    }
  }

  /// What is shown on a device from dark to full where nobody says it; nil: somebody must.
  public var usualRange: (low: Double, high: Double)? {
    switch self {
    case .level: (-60, 0)
    case .clip: (0, 1)
    case .reduction: (0, -24)
    case .position, .remaining, .state, .drift: nil
    }
  }

  /// Whether it is a word rather than a number.
  public var isWord: Bool { self == .state }

  /// What it says, in one line.
  public var summary: String {
    switch self {
    case .level: "how loud it is, behind its fader, in dB"
    case .clip: "whether it was too loud just now"
    case .position: "where it is, in seconds of its file"
    case .remaining: "how many seconds of its file are left"
    case .state: "empty, loaded, waiting, playing or ended"
    case .drift: "how much faster its device's clock is than the output's, in ppm"
    case .reduction: "by how many dB it lowers the sound, 0 or below"
    }
  }
}
