import MixEngine
import MixSession

/// An entry of a session's maps that a control has already.
struct ControlUse: Equatable {
  var entry: MIDIEntryPlan
  /// "set.toml:34"
  var place: String
  /// Whether it stands in the session's own map, where it can be replaced.
  var isOwn: Bool

  /// "player.a.gain (set.toml:34)"
  var text: String {
    let layer = entry.layer.map { "layer \($0), " } ?? ""
    return entry.to.map(\.value).joined(separator: ", ") + " (\(layer)\(place))"
  }

  /// What a control does in a session: the session's own entries first, those without a layer before
  /// others.
  ///
  /// - Parameter ports: all that there are.
  static func all(
    of finding: MIDILearnFinding, in plan: SessionPlan, _ ports: [MIDIPort]
  ) -> [ControlUse] {
    let names = MIDIPortNames(ports)
    func hears(_ wanted: [String]) -> Bool {
      names.matching(anyOf: wanted).contains { $0.id == finding.port }
    }
    var uses: [ControlUse] = []
    for section in plan.midi.sections where hears(section.connect.map(\.value)) {
      for entry in section.entries
      where !entry.to.isEmpty && isSame(entry.control, finding.control)
        && (entry.channel ?? finding.channel) == finding.channel
        && (entry.port.map { hears([$0.value]) } ?? true)
      {
        let line = section.source.place(of: entry.place).line
        uses.append(
          ControlUse(
            entry: entry, place: "\(ShownText.of(section.source.file)):\(line)",
            isOwn: section.mapName == nil))
      }
    }
    return uses.enumerated().sorted {
      let (one, other) = ($0.element, $1.element)
      if one.isOwn != other.isOwn { return one.isOwn }
      if (one.entry.layer == nil) != (other.entry.layer == nil) { return one.entry.layer == nil }
      return $0.offset < $1.offset
    }.map(\.element)
  }

  /// Whether both are the same thing under the hand: a fine fader is also each of its halves.
  private static func isSame(_ one: MIDIControl, _ other: MIDIControl) -> Bool {
    if one == other { return true }
    let fine = one.kind == .cc14 ? one : other
    let coarse = one.kind == .cc14 ? other : one
    return fine.kind == .cc14 && coarse.kind == .cc && coarse.number < 64
      && coarse.number & 31 == fine.number
  }
}
