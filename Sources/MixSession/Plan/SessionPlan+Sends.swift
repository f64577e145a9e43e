import MixEngine

extension SessionPlan {
  /// The buses that a strip can send to: all but itself and the one that it goes to. Main and cue
  /// send to none.
  func busesForSends(of strip: StripPlan) -> [String] {
    guard strip.isRouted else { return [] }
    return strips.filter { bus in
      bus.kind == .bus && bus.name != strip.name && bus.name != strip.to.value
    }.map(\.name)
  }

  /// The sends of a strip that the graph has: those that the session names, and those that
  /// something moves. Of the others there is an address and nothing else.
  public func sends(of strip: StripPlan) -> [SendPlan] { sends(of: strip, movedSends) }

  /// - Parameter moved: `movedSends`, for those who ask for many strips.
  func sends(of strip: StripPlan, _ moved: [String: Placed<String>]) -> [SendPlan] {
    let named = strip.sends
    if moved.isEmpty { return named }
    return named
      + busesForSends(of: strip).compactMap { name in
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
