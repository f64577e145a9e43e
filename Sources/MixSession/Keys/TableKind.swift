/// The tables that a session can have.
public enum TableKind: String, CaseIterable, Sendable {
  case session, player, input, oscillator, bus, crossfader, effect, output, recorder, midi

  /// Whether there can be several, each with a name: `[player.a]`.
  public var isNamed: Bool {
    switch self {
    case .session, .crossfader, .midi: false
    default: true
    }
  }

  /// "a player"
  var withArticle: String {
    switch self {
    case .session: "a session"
    case .crossfader: "the crossfader"
    case .midi: "[midi]"
    case .input, .oscillator, .effect, .output: "an \(rawValue)"
    case .player, .bus, .recorder: "a \(rawValue)"
    }
  }
}
