/// What stands between each fader and the next ones on both sides: when that changes, the fader
/// must be down while it does.
struct GraphPaths {
  /// By address of the fader's node: the objects before it and the places it goes to.
  private(set) var paths: [String: [String]] = [:]
  private(set) var faders: [String: Fader] = [:]

  init(_ graph: Graph) {
    var readersOf: [Int: [Int]] = [:]
    let inputs = graph.nodes.indices.map { graph.inputs(of: $0) }
    for (place, sources) in inputs.enumerated() {
      for source in sources where source >= 0 { readersOf[source, default: []].append(place) }
    }
    for (place, node) in graph.nodes.enumerated() {
      guard case .fader(let module) = node.kind, let fader = module as? Fader else { continue }
      var path: [String] = ["\(ObjectIdentifier(module).hashValue)"]
      var at = inputs[place].first ?? -1
      while at >= 0 {
        let source = graph.nodes[at]
        path.append(source.address)
        guard let module = source.module else { break }
        if case .fader = source.kind { break }
        path.append("\(ObjectIdentifier(module).hashValue)")
        at = inputs[at].first ?? -1
      }
      path.append("→")
      for reader in readersOf[place] ?? [] {
        if case .tap = graph.nodes[reader].kind { continue }
        // A send comes and goes by a fader of its own.
        if case .fader = graph.nodes[reader].kind { continue }
        path.append(graph.nodes[reader].address)
      }
      paths[node.address] = path
      faders[node.address] = fader
    }
  }
}
