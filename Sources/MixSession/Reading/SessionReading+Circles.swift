import MixEngine
import TOML

// Buses that feed each other.
extension SessionReading {
  /// A way from a bus to another one.
  private struct Way {
    let from: String
    let to: String
    /// Where it is written.
    let range: SourceRange
    let isSend: Bool
  }

  /// Buses that feed each other in a circle, over `to` or sends: from the first bus in the text the
  /// shortest circles, until no other is left once those ways are taken out.
  mutating func checkCircles(_ plan: SessionPlan) {
    let moved = plan.movedSends
    var ways: [Way] = []
    for bus in plan.strips where bus.kind == .bus {
      if let to = bus.to.value, let range = bus.to.range {
        ways.append(Way(from: bus.name, to: to, range: range, isSend: false))
      }
      for send in plan.sends(of: bus, moved) {
        guard let range = send.bus.range else { continue }
        ways.append(Way(from: bus.name, to: send.bus.value, range: range, isSend: true))
      }
    }
    var next = 0
    while next < ways.count {
      guard let back = Self.shortest(from: ways[next].to, to: ways[next].from, ways) else {
        next += 1
        continue
      }
      tell([ways[next]] + back)
      ways.remove(at: next)
    }
  }

  /// The fewest ways that lead from a bus to another one; empty: it is the same.
  private static func shortest(from start: String, to end: String, _ ways: [Way]) -> [Way]? {
    var reached: [String: [Way]] = [start: []]
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

  private mutating func tell(_ circle: [Way]) {
    let first = circle[0]
    let message =
      circle.count == 1
      ? "bus \(first.from) feeds itself"
      : "buses feed each other in a circle: "
        + (circle.map(\.from) + [first.from]).joined(separator: " → ")
    let notes = circle.dropFirst().map { way in
      Diagnostic.Note(
        "bus \(way.from) \(way.isSend ? "sends" : "goes") to \(way.to) here",
        at: source.place(of: way.range))
    }
    add(Diagnostic(message, at: source.place(of: first.range), notes: notes), at: first.range)
  }
}
