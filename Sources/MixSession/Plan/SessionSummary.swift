/// What a session has, in one line.
public struct SessionSummary: Hashable, Sendable {
  /// How a session ends.
  public enum Ending: Hashable, Sendable {
    case byHand
    /// By itself, after so many seconds; nil: nobody knows yet when.
    case byItself(after: Double?)
  }

  public let players: Int
  public let oscillators: Int
  public let recorders: Int
  public let ending: Ending

  /// "2 players, 1 recorder, ends by itself after 3:25"
  public var text: String {
    var parts: [String] = []
    for (count, noun) in [
      (players, "player"), (oscillators, "oscillator"), (recorders, "recorder"),
    ] where count > 0 {
      parts.append(Self.count(count, noun))
    }
    if parts.isEmpty { parts.append("no players") }
    switch ending {
    case .byHand: parts.append("ends by hand")
    case .byItself(nil): parts.append("ends by itself")
    case .byItself(let seconds?):
      parts.append("ends by itself after \(PositionText.text(of: seconds))")
    }
    return parts.joined(separator: ", ")
  }

  static func count(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
  }
}

extension SessionPlan {
  /// What the session has, and how it ends.
  ///
  /// - Parameter length: seconds of the file that a player plays, where that is known.
  public func summary(
    length: (_ player: String) -> Double? = { _ in nil }
  ) -> SessionSummary {
    let players = strips.filter { $0.player != nil }
    return SessionSummary(
      players: players.count,
      oscillators: strips.count { $0.kind == .oscillator },
      recorders: recorders.count,
      ending: ending(length: length))
  }

  /// When everything that the session itself starts has come to its end, echoes not counted.
  private func ending(length: (String) -> Double?) -> SessionSummary.Ending {
    var end = 0.0, isKnown = true
    let players = strips.filter { $0.player != nil }
    let told = Set(events.filter { $0.entry.startsPlayer }.map(\.to.value))
    var hasWaiting = false
    for strip in players {
      guard let player = strip.player else { continue }
      if let endWith, endWith.value != strip.name { continue }
      guard player.file != nil else { continue }
      let isTold =
        told.contains("\(strip.address).play")
        || told.contains("\(strip.address).restart")
      if player.start.value == .manual, !isTold {
        hasWaiting = true
        continue
      }
      if strip.parameters.contains(where: { $0.descriptor.name == "loop" && $0.value.value > 0 }) {
        return .byHand
      }
      // Where events start, stop and jump, only rendering tells.
      if events.contains(where: { $0.to.value.hasPrefix(strip.address + ".") && $0.entry.isAction })
      {
        isKnown = false
      }
      var start = 0.0
      if case .at(let seconds) = player.start.value { start = seconds }
      if let length = length(strip.name) ?? player.region.map({ $0.value.upperBound }) {
        let from = player.region?.value.lowerBound ?? 0
        let to = min(player.region?.value.upperBound ?? length, length)
        end = max(end, start + max(to - from, 0))
      } else {
        isKnown = false
      }
    }
    if hasWaiting, endWith == nil { return .byHand }
    if players.isEmpty, strips.contains(where: { $0.kind == .oscillator }), events.isEmpty {
      return .byHand
    }
    if endWith == nil {
      for event in events { end = max(end, event.at.value + event.over.value) }
    }
    return .byItself(after: isKnown ? end : nil)
  }
}
