/// What `pages` says of a player's pages.
public enum PerformancePages: String, CaseIterable, Sendable {
  /// The sound broke off.
  case missing
  /// It could not begin.
  case late
  /// It went on, or began.
  case here
}
