import MixEngine
import TOML

/// The controllers of a session: its own `[midi]` table, then its map files, in order.
public struct MIDIPlan: Sendable, Equatable {
  public var sections: [MIDISectionPlan]

  public init(sections: [MIDISectionPlan] = []) { self.sections = sections }

  /// Names of all layers, each once: every section's `layer.X` is the same.
  public var layers: [String] {
    var names: [String] = []
    for name in sections.flatMap(\.layers) where !names.contains(name) { names.append(name) }
    return names
  }
}
