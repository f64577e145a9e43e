extension Graph {
  /// The same graph without wires: whoever is fed by one is fed by what feeds the wire.
  ///
  /// Nothing must be wrong with it.
  func withoutWires() -> Graph {
    let isWire = nodes.map { if case .wire = $0.kind { true } else { false } }
    guard isWire.contains(true) else { return self }
    func end(_ feeder: Feeder) -> Feeder? {
      var at = feeder
      while isWire[at.place] {
        guard let before = feeders[at.place][0] else { return nil }
        at = before
      }
      return at
    }
    var result = Graph()
    var placeOf = [Int](repeating: -1, count: nodes.count)
    for (place, node) in nodes.enumerated() where !isWire[place] {
      placeOf[place] = result.nodes.count
      result.places[node.address] = result.nodes.count
      result.nodes.append(node)
      result.feeders.append([])
    }
    for place in nodes.indices where !isWire[place] {
      result.feeders[placeOf[place]] = feeders[place].map { feeder in
        feeder.flatMap(end).map { Feeder(place: placeOf[$0.place]) }
      }
    }
    return result
  }
}
