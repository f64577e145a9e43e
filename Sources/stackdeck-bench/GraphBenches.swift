import MixEngine

// What it costs to make a graph ready: checking and compiling, on the control thread.
extension Bench {
  mutating func measureGraphs() {
    let engine = Engine(sampleRate: SampleRate(48_000), isOffline: true)
    do {
      let graph = try Self.diamonds(engine.parameters)
      // The modules get their memory the first time.
      _ = try graph.prepare(for: engine)
      let cost = Self.cost(1) { _ = try? graph.prepare(for: engine) }
      add("prepare a graph of \(graph.nodes.count) nodes", milliseconds: cost / 1e6)
    } catch {
      fatalError("a graph of the benchmarks is wrong: \(error)")
    }
  }

  /// 200 nodes in which sound parts and meets again 66 times; one side of each is late, so that the
  /// other is held back.
  private static func diamonds(_ table: ParameterTable) throws -> Graph {
    var graph = Graph()
    var at = try graph.addSource(Oscillator(address: "tone", parameters: table))
    for stage in 0..<66 {
      let sum = "sum.\(stage)"
      let output = try graph.addSum(sum)
      for side in ["a", "b"] {
        let late = Late(address: "late.\(stage).\(side)", parameters: table, side == "a" ? 5 : 2)
        let edit = try graph.addEffect(late)
        try graph.connect(at, to: edit.input)
        try graph.connect(edit.output, to: graph.addInput(toSum: sum))
      }
      at = output
    }
    try graph.connect(at, to: graph.addOutput("speakers", index: 0))
    return graph
  }

  /// Says that it is late, and does nothing.
  private final class Late: Module, @unchecked Sendable {
    init(address: String, parameters: ParameterTable, _ frames: Int) {
      super.init(address: address, parameters: parameters)
      latency = frames
    }
  }
}
