import Testing

@testable import MixEngine

/// Graphs of up to four nodes, circles and loose ends among them: what `problems` says, against a
/// check by the definition. All of them that have up to four inputs, and of those with more every
/// 41st.
@Suite struct SmallGraphTests {
  enum Kind: CaseIterable { case source, effect, sum, tap, output }

  let table = ParameterTable()

  /// A node and who feeds its inputs: nil where nobody does. A sum has two inputs.
  struct Place {
    var kind: Kind
    var inputs: [Int?]
  }

  @Test func `problems says of each what the definition says`() throws {
    var tried = 0, whole = 0
    for count in 1...4 {
      var kinds = [Kind](repeating: .source, count: count)
      try forEach(choices: [Int](repeating: Kind.allCases.count, count: count)) { choice in
        for i in 0..<count { kinds[i] = Kind.allCases[choice[i]] }
        let feeders: [Int?] =
          [nil] + (0..<count).filter { kinds[$0] != .tap && kinds[$0] != .output }
        let widths = kinds.map { $0 == .source ? 0 : $0 == .sum ? 2 : 1 }
        let inputCount = widths.reduce(0, +)
        try forEach(choices: [Int](repeating: feeders.count, count: inputCount)) { wiring in
          // Where there are more than four inputs every 41st wiring is tried.
          if inputCount > 4, wiring.reduce(0, { ($0 * 5 + $1) % 41 }) != 0 { return }
          var next = 0
          let places = (0..<count).map { i in
            let inputs = (0..<widths[i]).map { feeders[wiring[next + $0]] }
            next += widths[i]
            return Place(kind: kinds[i], inputs: inputs)
          }
          let said = try graph(places).problems()
          let circles = said.compactMap { if case .cycle(let nodes) = $0 { nodes } else { nil } }
          let isRight =
            Set(said.filter { !isCycle($0) }) == expected(places)
            && circles.count == (hasCircle(places) ? 1 : 0)
            && circles.allSatisfy { isCircle($0, places) }
          if !isRight { Issue.record("\(said) of \(places)") }
          tried += 1
          if said.isEmpty { whole += 1 }
        }
      }
    }
    #expect(tried > 10_000)
    #expect(whole > 100)
  }

  func forEach(choices: [Int], _ body: ([Int]) throws -> Void) rethrows {
    var choice = [Int](repeating: 0, count: choices.count)
    while true {
      try body(choice)
      var place = 0
      while place < choices.count {
        choice[place] += 1
        if choice[place] < choices[place] { break }
        choice[place] = 0
        place += 1
      }
      if place == choices.count { return }
    }
  }

  func graph(_ places: [Place]) throws -> Graph {
    var graph = Graph()
    for (i, place) in places.enumerated() {
      switch place.kind {
      case .source: try graph.addSource(LineSource("\(i)", table))
      case .effect: try graph.addEffect(ScaleAndAdd("\(i)", table, scale: 1, add: 0))
      case .sum:
        try graph.addSum("\(i)")
        for _ in place.inputs { _ = try graph.addInput(toSum: "\(i)") }
      case .tap: try graph.addTap(ScaleAndAdd("\(i)", table, scale: 1, add: 0))
      case .output: try graph.addOutput("\(i)", index: 0)
      }
    }
    for (i, place) in places.enumerated() {
      for (index, feeder) in place.inputs.enumerated() {
        guard let feeder else { continue }
        try graph.connect(
          OutputPort(node: "\(feeder)"), to: InputPort(node: "\(i)", index: index))
      }
    }
    return graph
  }

  func isCycle(_ problem: GraphProblem) -> Bool {
    if case .cycle = problem { true } else { false }
  }

  /// All but circles.
  func expected(_ places: [Place]) -> Set<GraphProblem> {
    var problems: Set<GraphProblem> = []
    for (i, place) in places.enumerated() {
      let isEnd = place.kind == .tap || place.kind == .output
      if place.kind != .sum {
        for (index, feeder) in place.inputs.enumerated() where feeder == nil {
          problems.insert(.inputOpen(InputPort(node: "\(i)", index: index)))
        }
      }
      if !isEnd, !places.contains(where: { $0.inputs.contains(i) }) {
        problems.insert(.outputOpen("\(i)"))
      }
    }
    if !places.contains(where: { $0.kind == .tap || $0.kind == .output }) {
      problems.insert(.nothingHeard)
    }
    return problems
  }

  /// Whether a node is among those that feed it, over up to as many steps as there are nodes.
  func hasCircle(_ places: [Place]) -> Bool {
    places.indices.contains { start in
      var reached: Set<Int> = [start]
      for _ in places.indices {
        reached = Set(reached.flatMap { places[$0].inputs.compactMap { $0 } })
        if reached.contains(start) { return true }
      }
      return false
    }
  }

  /// Whether each feeds the next, and the last the first.
  func isCircle(_ nodes: [String], _ places: [Place]) -> Bool {
    let circle = nodes.compactMap { Int($0) }
    guard !circle.isEmpty, Set(circle).count == nodes.count else { return false }
    return circle.indices.allSatisfy {
      places[circle[($0 + 1) % circle.count]].inputs.contains(circle[$0])
    }
  }
}
