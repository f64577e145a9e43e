import MixEngine
import TOML

// Buses that feed each other.
extension SessionReading {
  /// Buses that feed each other in a circle, over `to` or sends: from the first bus in the text the
  /// shortest circles, until no other is left once those ways are taken out.
  mutating func checkCircles(_ plan: SessionPlan) {
    var ways = plan.busWays
    var next = 0
    while next < ways.count {
      guard let back = BusWay.shortest(from: ways[next].to, to: ways[next].from, ways) else {
        next += 1
        continue
      }
      tell([ways[next]] + back)
      ways.remove(at: next)
    }
  }

  private mutating func tell(_ circle: [BusWay]) {
    let first = circle[0]
    // Where nobody wrote it, it leads to main, which leads nowhere.
    guard let range = first.range else { return }
    let message =
      circle.count == 1
      ? "bus \(first.from) feeds itself"
      : "buses feed each other in a circle: "
        + (circle.map(\.from) + [first.from]).joined(separator: " → ")
    let notes = circle.dropFirst().compactMap { way in
      way.range.map {
        Diagnostic.Note(
          "bus \(way.from) \(way.isSend ? "sends" : "goes") to \(way.to) here",
          at: source.place(of: $0))
      }
    }
    add(Diagnostic(message, at: source.place(of: range), notes: notes), at: range)
  }
}
