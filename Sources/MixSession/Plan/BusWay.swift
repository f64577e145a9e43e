import TOML

/// A way from a bus to another one: where it goes, or what it sends to.
struct BusWay {
  let from: String
  let to: String
  /// Where it is written; nil: not in the session's own text.
  let range: SourceRange?
  let isSend: Bool

  /// The fewest ways that lead from a bus to another one; empty: it is the same; nil: none do.
  static func shortest(from start: String, to end: String, _ ways: [BusWay]) -> [BusWay]? {
    var reached: [String: [BusWay]] = [start: []]
    var waiting = [start], at = 0
    while at < waiting.count {
      let bus = waiting[at], before = reached[bus]!
      if bus == end { return before }
      for way in ways where way.from == bus && reached[way.to] == nil {
        reached[way.to] = before + [way]
        waiting.append(way.to)
      }
      at += 1
    }
    return nil
  }
}

extension SessionPlan {
  /// All ways from buses to buses, in the order of the session.
  var busWays: [BusWay] {
    let moved = movedSends
    return strips.filter { $0.kind == .bus }.flatMap { bus in
      let own = bus.to.value.map {
        BusWay(from: bus.name, to: $0, range: bus.to.range, isSend: false)
      }
      return [own].compactMap { $0 }
        + sends(of: bus, moved).map {
          BusWay(from: bus.name, to: $0.bus.value, range: $0.bus.range, isSend: true)
        }
    }
  }

  /// Whether a send would let buses feed each other in a circle. A plan that was read has none, but
  /// what others move than the session may close one.
  func closesCircle(_ address: String) -> Bool {
    let parts = address.split(separator: ".").map(String.init)
    guard SendPlan.isAddress(address), parts.count == 4, parts[0] == TableKind.bus.rawValue
    else { return false }
    return BusWay.shortest(from: parts[3], to: parts[1], busWays) != nil
  }
}
