import Testing

@testable import MixEngine

/// Graphs with more ways through them than could ever be listed.
@Suite struct LargeGraphTests {
  /// Says that it rings on.
  final class Ringing: Module, @unchecked Sendable {
    init(_ name: String, _ table: ParameterTable, tail: Int) {
      super.init(address: name, parameters: table)
      self.tail = tail
    }
  }

  /// 200 nodes: a source, 66 times two effects beside each other and their sum, and an output.
  func diamonds(
    _ table: ParameterTable, _ effect: (_ stage: Int, _ side: Int) -> Module
  ) throws -> Graph {
    var graph = Graph()
    var at = try graph.addSource(LineSource("song", table, offset: 1))
    for stage in 0..<66 {
      let sum = "sum\(stage)"
      try graph.addSum(sum)
      for side in 0..<2 {
        let edit = try graph.addEffect(effect(stage, side))
        try graph.connect(at, to: edit.input)
        try graph.connect(edit.output, to: graph.addInput(toSum: sum))
      }
      at = OutputPort(node: sum)
    }
    try graph.connect(at, to: graph.addOutput("speakers", index: 0))
    #expect(graph.nodes.count == 200)
    return graph
  }

  @Test func `a graph of 200 nodes with 2⁶⁶ ways is compiled and sounds right`() throws {
    let engine = Engine(sampleRate: SampleRate(48000), isOffline: true)
    let graph = try diamonds(engine.parameters) { stage, side in
      ScaleAndAdd("e\(stage).\(side)", engine.parameters, scale: 0.5, add: side == 0 ? 0 : 1)
    }
    let prepared = try graph.prepare(for: engine)
    #expect(prepared.program.depth == 2)
    let running = prepared.start()
    #expect(engine.renderLeft(64).allSatisfy { $0 == 67 })
    running.stop()
  }

  @Test func `of all ways the longest tail counts`() throws {
    let table = ParameterTable()
    let graph = try diamonds(table) { stage, side in
      Ringing("e\(stage).\(side)", table, tail: stage % 2 == side ? 100 : 7)
    }
    let paths = TailPaths(graph)
    #expect(paths.longest(limit: 1_000_000) == 6600)
    #expect(paths.longest(limit: 5000) == 5000)
    paths.deallocate()
    withExtendedLifetime(graph) {}
  }

  @Test func `of all ways the latest sets the time, and the others are held back`() throws {
    let engine = Engine(sampleRate: SampleRate(48000), isOffline: true)
    let graph = try diamonds(engine.parameters) { stage, side in
      Late("e\(stage).\(side)", engine.parameters, frames: side == 0 ? 1 : 3)
    }
    let prepared = try graph.prepare(for: engine)
    #expect(prepared.program.latency == 3 * 66)
    // 2 frames before each sum.
    #expect(prepared.program.listing().filter { $0.operation == "align" }.count == 66)
  }
}
