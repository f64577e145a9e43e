/// Puts nested graphs in the place of the nodes that they are: the nodes of "strip" in a graph become
/// "strip.echo", "strip.fader"; inlets and outlets become wires, which still can be named.
struct GraphInliner {
  /// Where the ports of a graph have come to, by index.
  private struct Ends {
    var inlets: [Int: Int] = [:]
    var outlets: [Int: Int] = [:]
  }

  private var whole = Graph()

  /// The same graph without nested ones.
  static func inline(_ graph: Graph) -> Graph {
    let isNested = graph.nodes.contains {
      if case .graph = $0.kind { true } else { false }
    }
    guard isNested else { return graph }
    var inliner = GraphInliner()
    _ = inliner.add(graph, prefix: "")
    return inliner.whole
  }

  private mutating func add(_ graph: Graph, prefix: String) -> Ends {
    var ends = Ends()
    var placeOf = [Int](repeating: -1, count: graph.nodes.count)
    var inner = [Int: Ends]()
    for (place, node) in graph.nodes.enumerated() {
      let address = prefix + node.address
      switch node.kind {
      case .graph(let nested):
        inner[place] = add(nested, prefix: address + ".")
        continue
      case .inlet(let index, let isOptional) where !prefix.isEmpty:
        ends.inlets[index] = whole.nodes.count
        // A sum of nothing, until something is connected.
        var wire = Node(address: address, kind: isOptional ? .sum : .wire)
        wire.mayEnd = isOptional
        placeOf[place] = append(wire, inputs: isOptional ? 0 : 1)
      case .outlet(let index) where !prefix.isEmpty:
        ends.outlets[index] = whole.nodes.count
        var wire = Node(address: address, kind: .wire)
        wire.mayEnd = true
        placeOf[place] = append(wire, inputs: 1)
      default:
        var copy = Node(address: address, kind: node.kind)
        copy.mayEnd = node.mayEnd
        placeOf[place] = append(copy, inputs: graph.feeders[place].count)
      }
    }
    for (place, inputs) in graph.feeders.enumerated() {
      for (index, feeder) in inputs.enumerated() {
        guard let feeder else { continue }
        let from = inner[feeder.place].map { $0.outlets[feeder.output] } ?? placeOf[feeder.place]
        guard let from else { continue }
        if let ends = inner[place] {
          guard let inlet = ends.inlets[index] else { continue }
          whole.nodes[inlet].kind = .wire
          whole.feeders[inlet] = [Graph.Feeder(place: from)]
        } else {
          whole.feeders[placeOf[place]][index] = Graph.Feeder(place: from)
        }
      }
    }
    return ends
  }

  private mutating func append(_ node: Node, inputs: Int) -> Int {
    // The first is found by name; a second one is a problem.
    if whole.places[node.address] == nil { whole.places[node.address] = whole.nodes.count }
    whole.nodes.append(node)
    whole.feeders.append(Array(repeating: nil, count: inputs))
    return whole.nodes.count - 1
  }
}
