/// Settles the formats of a graph: puts an adapter where what comes is not what is wanted.
///
/// In a graph all is stereo, at the engine's rate. Sources say what they make, effects and taps what
/// they want, where that is something else; mono sources become stereo when they are pushed.
struct FormatPlan {
  /// With adapters.
  private(set) var graph = Graph()
  private(set) var adapters: [GraphAdapter] = []

  /// - Parameters:
  ///   - graph: without wires and nested graphs, and without problems.
  ///   - outputs: channels of the renderer's outputs.
  ///   - channels: gives the adapter of that address and count; the same object when asked again.
  ///   - rates: gives the adapter of a source, for a node; the same object when asked again.
  init(
    _ whole: Graph, rate: SampleRate, outputs: [Int],
    channels: (String, Int) -> ChannelAdapter, rates: (Module, SampleRate, String) -> RateAdapter
  ) throws(GraphProblems) {
    let wanted = whole.nodes.map { Self.input($0) }
    var readers = [[(place: Int, input: Int)]](repeating: [], count: whole.nodes.count)
    for place in whole.nodes.indices {
      for (input, feeder) in whole.inputs(of: place).enumerated() where feeder >= 0 {
        readers[feeder].append((place, input))
      }
    }
    // By place, and by channel count: the place in the new graph that gives it.
    var given = [[Int: Int]](repeating: [:], count: whole.nodes.count)
    var placeOf: [Int] = []
    do {
      for (place, node) in whole.nodes.enumerated() {
        placeOf.append(graph.nodes.count)
        try graph.add(
          converted(node, rate, rates), inputs: whole.inputs(of: place).count)
        let made = Self.output(node)
        given[place][made] = placeOf[place]
        for reader in readers[place] where given[place][wanted[reader.place]] == nil {
          let count = wanted[reader.place]
          let address = node.address + (count == 1 ? ".mono" : ".stereo")
          given[place][count] = graph.nodes.count
          try graph.add(
            Node(address: address, kind: .effect(channels(address, count))), inputs: 1)
          graph.feeders[graph.nodes.count - 1][0] = Graph.Feeder(place: placeOf[place])
          adapters.append(
            GraphAdapter(
              address: node.address, change: count == 1 ? .stereoToMono : .monoToStereo))
        }
        if case .output(let index, _) = node.kind, outputs.indices.contains(index),
          outputs[index] == 1
        {
          adapters.append(GraphAdapter(address: node.address, change: .stereoToMono))
        }
      }
    } catch { throw GraphProblems(problems: [error]) }
    for (place, sources) in readers.enumerated() {
      for reader in sources {
        graph.feeders[placeOf[reader.place]][reader.input] = Graph.Feeder(
          place: given[place][wanted[reader.place]]!)
      }
    }
  }

  /// A source of another rate with its adapter around it. Tells of what a source is adapted to.
  private mutating func converted(
    _ node: Node, _ rate: SampleRate, _ rates: (Module, SampleRate, String) -> RateAdapter
  ) -> Node {
    guard case .source(let module) = node.kind else { return node }
    if module.outputChannelCount == 1 {
      adapters.append(GraphAdapter(address: node.address, change: .monoToStereo))
    }
    guard let own = module.sampleRate, own != rate else { return node }
    adapters.append(GraphAdapter(address: node.address, change: .rate(from: own, to: rate)))
    return Node(address: node.address, kind: .source(rates(module, own, node.address)))
  }

  /// Channels that a node wants.
  private static func input(_ node: Node) -> Int {
    switch node.kind {
    case .effect(let module), .tap(let module): module.inputChannelCount == 1 ? 1 : 2
    default: 2
    }
  }

  /// Channels that a node gives.
  private static func output(_ node: Node) -> Int {
    guard case .effect(let module) = node.kind else { return 2 }
    return (module.outputChannelCount ?? module.inputChannelCount) == 1 ? 1 : 2
  }
}
