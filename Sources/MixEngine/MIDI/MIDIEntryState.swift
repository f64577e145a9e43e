/// An entry of a map, and what its control has done so far. MIDI thread.
struct MIDIEntryState {
  let entry: MIDIEntry
  /// Its section's place in the map.
  let section: Int
  /// A target's, each.
  var takeovers: [TakeoverState]
  /// What each parameter was when this control was last moved: another value means that somebody
  /// else moved it.
  var seen: [Float]
  /// What a toggle has been told, and the frame at which it is so.
  var pending: [(isOn: Bool, frame: Int64)?]
  /// Where it is held down.
  var down: [MIDIMapper.Source] = []

  init(_ entry: MIDIEntry, section: Int) {
    self.entry = entry
    self.section = section
    let count = if case .move(let targets) = entry.task { targets.count } else { 0 }
    takeovers = Array(repeating: TakeoverState(entry.takeover), count: count)
    seen = Array(repeating: .nan, count: count)
    pending = Array(repeating: nil, count: count)
  }

  mutating func rearm() {
    for place in takeovers.indices { takeovers[place].rearm() }
  }

  /// Whether this is the same control of the same things as an entry of an earlier map.
  func isSameControl(as other: Self) -> Bool {
    entry.control == other.entry.control && entry.channel == other.entry.channel
      && entry.port == other.entry.port && entry.layer == other.entry.layer
      && section == other.section && entry.addresses == other.entry.addresses
  }

  /// Goes on where the entry of an earlier map was.
  mutating func takeOver(from other: Self) {
    if entry.takeover == other.entry.takeover { takeovers = other.takeovers }
    seen = other.seen
    pending = other.pending
    down = other.down
  }
}
