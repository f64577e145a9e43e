/// What is under the hands: which control moves what, and what is shown where.
public struct MIDIMap: Sendable {
  public var sections: [MIDISection]
  /// Names of layers; entries and targets have places in it.
  public var layers: [String]

  public init(sections: [MIDISection] = [], layers: [String] = []) {
    self.sections = sections
    self.layers = layers
  }
}
