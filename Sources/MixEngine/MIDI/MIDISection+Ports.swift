extension MIDISection {
  /// Whether it listens to a port.
  func hears(_ port: MIDIPort, among present: [MIDIPort]) -> Bool {
    MIDIPortNames(present).matching(anyOf: connect).contains { $0.id == port.id }
  }
}

extension MIDIPort {
  /// Whether a name means this port.
  func isNamed(_ name: String, among present: [MIDIPort]) -> Bool {
    MIDIPortNames(present).matching(name).contains { $0.id == id }
  }
}
