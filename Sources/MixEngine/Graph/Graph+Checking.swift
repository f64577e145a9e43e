extension Graph {
  /// Everything that is wrong; empty: it can run. What is wrong in a nested graph is told with its
  /// path.
  public func problems() -> [GraphProblem] { checked().problems }

  /// The graph with nested ones put in their places, if nothing is wrong.
  func checked() -> (problems: [GraphProblem], whole: Graph) {
    let whole = GraphInliner.inline(self)
    var found = whole.flatProblems()
    for node in nodes {
      switch node.kind {
      case .inlet, .outlet: found.append(.notNested(node.address))
      default: break
      }
    }
    return (found, whole)
  }

  /// Of a graph without nested ones.
  private func flatProblems() -> [GraphProblem] {
    var found: [GraphProblem] = []
    var heard = false
    var fed = Set<Int>()
    var addressOf: [ObjectIdentifier: String] = [:]
    // Dots may make two paths one: "a.b" in "c", and "b" in "c.a".
    for (place, node) in nodes.enumerated() where places[node.address] != place {
      found.append(.addressTaken(node.address))
    }
    for (place, node) in nodes.enumerated() {
      for (index, source) in inputs(of: place).enumerated() {
        // A sum's input that nobody uses is silence.
        if source < 0, node.needsInputs {
          found.append(.inputOpen(InputPort(node: node.address, index: index)))
        }
        fed.insert(source)
      }
      if !node.hasOutput { heard = true }
      if let module = node.module {
        if let other = addressOf[ObjectIdentifier(module)] {
          found.append(.moduleTwice(other, node.address))
        }
        addressOf[ObjectIdentifier(module)] = node.address
      }
    }
    for (place, node) in nodes.enumerated() where node.hasOutput && !fed.contains(place) {
      if !node.mayEnd { found.append(.outputOpen(node.address)) }
    }
    if !heard { found.append(.nothingHeard) }
    if let cycle = firstCycle() { found.append(.cycle(cycle)) }
    return found
  }

  /// The addresses of nodes that feed each other in a circle, from the earliest added.
  private func firstCycle() -> [String]? {
    enum Mark { case fresh, open, done }
    let feeds = nodes.indices.map { inputs(of: $0).filter { $0 >= 0 } }
    var marks = [Mark](repeating: .fresh, count: nodes.count)
    for start in nodes.indices where marks[start] == .fresh {
      // Depth first, with a list of its own: the depth of a graph has no bound.
      var path: [(node: Int, next: Int)] = [(start, 0)]
      marks[start] = .open
      while let (node, next) = path.last {
        guard next < feeds[node].count else {
          marks[node] = .done
          path.removeLast()
          continue
        }
        path[path.count - 1].next += 1
        let source = feeds[node][next]
        switch marks[source] {
        case .done: continue
        case .fresh:
          marks[source] = .open
          path.append((source, 0))
        case .open:
          let circle = path[path.firstIndex { $0.node == source }!...].map(\.node)
          // The path goes against the sound; told the other way round it reads as it is heard.
          let told = Array(circle.reversed())
          let first = told.firstIndex(of: told.min()!)!
          return (told[first...] + told[..<first]).map { nodes[$0].address }
        }
      }
    }
    return nil
  }
}
