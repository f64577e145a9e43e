import MixEngine

extension SessionPlan {
  /// The buses that a strip can send to: all but itself and the one that it goes to. Main and cue
  /// send to none.
  ///
  /// - Parameter buses: `busNames`, for those who ask for many strips.
  func busesForSends(of strip: StripPlan, among buses: [String]) -> [String] {
    guard strip.isRouted else { return [] }
    return buses.filter { $0 != strip.name && $0 != strip.to.value }
  }

  /// In the order of the session.
  var busNames: [String] { strips.filter { $0.kind == .bus }.map(\.name) }

  /// The sends of a strip that the graph has: those that the session names, and those that
  /// something moves. Of the others there is an address and nothing else.
  public func sends(of strip: StripPlan) -> [SendPlan] { sends(of: strip, movedSends) }

  /// - Parameter moved: `movedSends`, for those who ask for many strips.
  func sends(of strip: StripPlan, _ moved: [String: Placed<String>]) -> [SendPlan] {
    let named = strip.sends
    if moved.isEmpty { return named }
    return named
      + busesForSends(of: strip, among: busNames).compactMap { name in
        guard let place = moved["\(strip.address).sends.\(name)"],
          !named.contains(where: { $0.bus.value == name })
        else { return nil }
        return SendPlan(Placed(name, at: place.range), of: strip.address)
      }
  }

  /// The sends that events, controls and others move, or show, each with its first place; by address.
  var movedSends: [String: Placed<String>] {
    var found: [String: Placed<String>] = [:]
    let entries = midi.sections.flatMap { section in
      // Ranges in a map file are not of this session's text.
      section.entries.flatMap { $0.to + [$0.from].compactMap { $0 } }.map {
        section.mapName == nil ? $0 : Placed($0.value)
      }
    }
    for address in events.map(\.to) + entries + movedElsewhere.sorted().map({ Placed($0) })
    where SendPlan.isAddress(address.value) && found[address.value] == nil {
      found[address.value] = address
    }
    return found
  }
}
