/// When a player or a recorder starts by itself.
public enum StartMode: Hashable, Sendable {
  /// With the session.
  case auto
  /// When told.
  case manual
  /// At so many seconds of the session's clock.
  case at(Double)
}
