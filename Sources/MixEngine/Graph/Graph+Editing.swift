/// Taking away, for the next graph of one that runs.
extension Graph {
  /// Takes a connection away. The input stays; one without a connection does nothing.
  ///
  /// - Throws: `unknownNode`, `noSuchInput`.
  public mutating func disconnect(_ input: InputPort) throws(GraphProblem) {
    let place = try place(of: input.node)
    guard feeders[place].indices.contains(input.index) else {
      throw .noSuchInput(input, inputs: inputNames(of: place))
    }
    feeders[place][input.index] = nil
  }

  /// Takes a node away, and its connections.
  ///
  /// - Throws: `unknownNode`.
  public mutating func remove(_ address: String) throws(GraphProblem) {
    let gone = try place(of: address)
    nodes.remove(at: gone)
    feeders.remove(at: gone)
    for place in feeders.indices {
      for index in feeders[place].indices {
        guard let feeder = feeders[place][index], feeder.place >= gone else { continue }
        feeders[place][index] =
          feeder.place == gone ? nil : Feeder(place: feeder.place - 1, output: feeder.output)
      }
    }
    places = Dictionary(
      uniqueKeysWithValues: nodes.enumerated().map { ($0.element.address, $0.offset) })
  }
}
