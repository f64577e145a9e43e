import TOML

/// The names that a session gives, each with its place.
struct SessionNames {
  struct Entry {
    let kind: TableKind
    let name: String
    /// Nil: every session has it (main, cue).
    let range: SourceRange?
  }

  /// Players, inputs, oscillators and buses: one name space.
  var strips: [Entry] = [
    Entry(kind: .bus, name: "main", range: nil), Entry(kind: .bus, name: "cue", range: nil),
  ]
  var effects: [Entry] = []
  /// Names of tables that a session can't have: what leads to them is not a second mistake.
  var misplaced: Set<String> = []

  func strip(_ name: String) -> Entry? { strips.first { $0.name == name } }
  var buses: [String] { strips.filter { $0.kind == .bus }.map(\.name) }
  var players: [String] { strips.filter { $0.kind == .player }.map(\.name) }
}
