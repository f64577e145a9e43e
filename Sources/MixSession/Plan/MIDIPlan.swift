import MixEngine
import TOML

/// The controllers of a session: its own `[midi]` table, then its map files, in order.
public struct MIDIPlan: Sendable, Equatable {
  public var sections: [MIDISectionPlan]

  public init(sections: [MIDISectionPlan] = []) { self.sections = sections }

  /// Keys of `[midi]` that say something else than in another plan; `maps` also if what the files
  /// say is another thing.
  func changedKeys(since old: MIDIPlan) -> [String] {
    let mine = own, before = old.own
    var keys: [String] = []
    if (mine?.connect ?? []) != (before?.connect ?? []) { keys.append("connect") }
    if (mine?.maps ?? []) != (before?.maps ?? []) || maps != old.maps { keys.append("maps") }
    if (mine?.takeover.value ?? .pickup) != (before?.takeover.value ?? .pickup) {
      keys.append("takeover")
    }
    if (mine?.initMessages ?? []) != (before?.initMessages ?? []) { keys.append("init") }
    if (mine?.entries ?? []) != (before?.entries ?? []) { keys.append("map") }
    return keys
  }

  /// The session's own section.
  public var own: MIDISectionPlan? { sections.first { $0.mapName == nil } }
  /// Those of map files.
  public var maps: [MIDISectionPlan] { sections.filter { $0.mapName != nil } }

  /// How many controls do or show something.
  public var controlCount: Int { sections.reduce(0) { $0 + $1.entries.count } }

  /// Names of ports that are looked for, each once, in order.
  public var connectNames: [String] {
    var names: [String] = []
    for name in sections.flatMap(\.connect) where !names.contains(name.value) {
      names.append(name.value)
    }
    return names
  }

  /// Names of all layers, each once: every section's `layer.X` is the same.
  public var layers: [String] {
    var names: [String] = []
    for name in sections.flatMap(\.layers) where !names.contains(name) { names.append(name) }
    return names
  }
}
