/// What a session has, in one line.
public struct SessionSummary: Hashable, Sendable {
  /// How a session ends.
  public enum Ending: Hashable, Sendable {
    case byHand
    /// By itself, after so many seconds; nil: nobody knows yet when.
    case byItself(after: Double?)
  }

  public let players: Int
  public let inputs: Int
  public let oscillators: Int
  /// Entries of controllers' maps, and the names of the ports that they listen to.
  public let controls: Int
  public let controllers: [String]
  public let recorders: Int
  public let ending: Ending

  /// "2 players, 33 controls (nanoKONTROL2), 1 recorder, ends by itself after 3:25"
  public var text: String {
    var parts: [String] = []
    if players > 0 { parts.append(Self.count(players, "player")) }
    if inputs > 0 { parts.append(Self.count(inputs, "input")) }
    if oscillators > 0 { parts.append(Self.count(oscillators, "oscillator")) }
    if controls > 0 {
      let names = controllers.map { Shown.word($0) }.joined(separator: ", ")
      parts.append(Self.count(controls, "control") + (names.isEmpty ? "" : " (\(names))"))
    }
    if recorders > 0 { parts.append(Self.count(recorders, "recorder")) }
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
      inputs: strips.count { $0.kind == .input },
      oscillators: strips.count { $0.kind == .oscillator },
      controls: midi.controlCount, controllers: midi.connectNames,
      recorders: recorders.count,
      ending: ending(length: length))
  }

  /// When everything that the session itself starts has come to its end, echoes not counted.
  private func ending(length: (String) -> Double?) -> SessionSummary.Ending {
    let stop = events.last { $0.to.value == "session.stop" }?.at.value
    var last = 0.0, isKnown = true
    for strip in strips {
      guard let player = strip.player, player.file != nil else { continue }
      if let endWith, endWith.value != strip.name { continue }
      let own = events.filter { $0.entry.isAction && $0.to.value.hasPrefix(strip.address + ".") }
      if player.start.value == .manual, !own.contains(where: \.entry.startsPlayer) {
        if endWith == nil { return .byHand }
        isKnown = false
        continue
      }
      if loops(strip) {
        if stop == nil { return .byHand }
        continue
      }
      // Where events start, stop and jump, only rendering tells.
      if let end = end(of: player, length: length(strip.name)), own.isEmpty {
        last = max(last, stop.map { min($0, end) } ?? end)
      } else {
        isKnown = isKnown && stop != nil
      }
    }
    if soundsForEver { return .byHand }
    if endWith == nil {
      for event in events { last = max(last, event.at.value + event.over.value) }
    }
    return .byItself(after: isKnown ? last : nil)
  }

  /// Whether somebody must end it: live inputs sound for ever unless a player ends the session;
  /// oscillators alone sound until the last event, and for ever without one.
  public var soundsForEver: Bool {
    if endWith == nil, strips.contains(where: { $0.kind == .input }) { return true }
    return events.isEmpty && !strips.contains { $0.player != nil }
      && strips.contains { $0.kind == .oscillator }
  }

  private func loops(_ strip: StripPlan) -> Bool {
    strip.parameters.contains { $0.descriptor.name == "loop" && $0.value.value > 0 }
  }

  /// Seconds of the session's clock; nil: the file's length is not known.
  private func end(of player: PlayerPlan, length: Double?) -> Double? {
    var start = 0.0
    if case .at(let seconds) = player.start.value { start = seconds }
    guard let length = length ?? player.region?.value.upperBound else { return nil }
    let from = player.region?.value.lowerBound ?? 0
    let to = min(player.region?.value.upperBound ?? length, length)
    return start + max(to - from, 0)
  }
}
