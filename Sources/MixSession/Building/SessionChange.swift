import MixEngine

/// What is different between two plans.
public struct SessionChange: Hashable, Sendable {
  /// Addresses of keys whose value in the file is another one, in the order of the session; of what
  /// stands in both plans.
  public private(set) var changed: [String] = []
  /// Addresses of what there was not before: "player.c", "effect.echo".
  public private(set) var added: [String] = []
  /// Addresses of what there is no more.
  public private(set) var removed: [String] = []

  /// - Parameter old: nil: nothing ran before, so all is added.
  init(from old: SessionPlan?, to new: SessionPlan) {
    guard let old else {
      // At a start the values of all settings as texts would take a tenth of it.
      added = new.tableAddresses
      return
    }
    let after = new.settings
    let before = Dictionary(
      old.settings.map { ($0.address, $0.values) }, uniquingKeysWith: { first, _ in first })
    for table in after {
      guard let values = before[table.address] else {
        added.append(table.address)
        continue
      }
      let old = Dictionary(values.map { ($0.key, $0.value) }, uniquingKeysWith: { $1 })
      for (key, value) in table.values where (old[key] ?? Self.unsaid(key)) != value {
        changed.append("\(table.address).\(key)")
      }
      for (key, value) in values where !table.values.contains(where: { $0.key == key }) {
        guard let now = Self.unsaid(key), now != value else { continue }
        changed.append("\(table.address).\(key)")
      }
    }
    changed += new.midi.changedKeys(since: old.midi).map { "midi.\($0)" }
    let kept = Set(after.map(\.address))
    removed = old.settings.map(\.address).filter { !kept.contains($0) }
  }

  /// The value of a key that a table may leave out of its settings: a send to a bus is at −∞.
  private static func unsaid(_ key: String) -> String? {
    key.hasPrefix("sends.") ? "\(-Float.infinity)" : nil
  }

  public var isEmpty: Bool { changed.isEmpty && added.isEmpty && removed.isEmpty }

  /// Names of the players that have another file, or none any more.
  public var reloadedPlayers: [String] { names("player") { $0 == "file" } }

  /// Names of the players whose region or loop has other ends.
  public var recutPlayers: [String] {
    names("player") { ["region", "loop_in", "loop_out"].contains($0) }
  }

  /// Names of the recorders that store elsewhere, or otherwise: they have a new tap.
  public var retakenRecorders: [String] {
    names("recorder") { ["file", "encoding", "cue_sheet"].contains($0) }
  }

  private func names(_ kind: String, _ isWanted: (Substring) -> Bool) -> [String] {
    var names: [String] = []
    for address in changed {
      let parts = address.split(separator: ".")
      guard parts.count == 3, parts[0] == kind, isWanted(parts[2]) else { continue }
      if names.last != String(parts[1]) { names.append(String(parts[1])) }
    }
    return names
  }

  /// Whether controllers are to be listened to otherwise than before: their map, or what their
  /// entries lead to, is another one.
  public var changesMIDI: Bool {
    !added.isEmpty || !removed.isEmpty || changed.contains { $0.hasPrefix("midi.") }
  }

  /// Keys that are settled when the session begins: they wait for the next run.
  public var waiting: [String] {
    changed.filter { ["session.sample_rate"].contains($0) }
  }

  /// "2 values changed", "1 value changed, player.c added"
  public var text: String {
    if isEmpty { return "nothing changed" }
    var parts: [String] = []
    if !changed.isEmpty { parts.append(SessionSummary.count(changed.count, "value") + " changed") }
    if !added.isEmpty { parts.append(added.joined(separator: ", ") + " added") }
    if !removed.isEmpty { parts.append(removed.joined(separator: ", ") + " removed") }
    return parts.joined(separator: ", ")
  }
}
