/// Why a text can't get an entry. A session that was read without a mistake has none of these.
public enum MapEditProblem: Error, Hashable, Sendable {
  /// It is not TOML.
  case unreadable
  /// `midi` is no table, or its `map` no list of tables.
  case noMap
  /// No entry stands at the place that was to be replaced.
  case noEntry
}
