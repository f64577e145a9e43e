import MixEngine
import TOML

/// The controllers of a session: its own `[midi]` table, then its map files, in order.
public struct MIDIPlan: Sendable, Equatable {
  public var sections: [MIDISectionPlan]

  public init(sections: [MIDISectionPlan] = []) { self.sections = sections }
}
