/// A graph that has been checked and has its memory, but does not run. It can be started once.
public struct PreparedGraph: ~Copyable {
  let engine: Engine
  /// As it was described.
  public let graph: Graph
  public let program: RenderProgram

  /// Where formats did not fit, and what was done about it; the listing has it, too.
  public var adapters: [GraphAdapter] { program.adapters }

  init(engine: Engine, graph: Graph, program: RenderProgram) {
    self.engine = engine
    self.graph = graph
    self.program = program
  }

  /// Renders it from the next quantum on.
  ///
  /// The clock begins so much before 0 that frame 0 of a file comes out at frame 0: what is
  /// rendered before that is to be dropped.
  /// - Parameter preroll: frames before 0 that are rendered beside, for what has to be measured first.
  public consuming func start(preroll: Int = 0) -> RunningGraph {
    let lead = program.latency + max(preroll, 0)
    let quanta = (lead + Quantum.frameCount - 1) / Quantum.frameCount
    engine.renderer.setClock(to: -Int64(quanta * Quantum.frameCount))
    for (player, frames) in program.readAheads { player.setReadAhead(frames) }
    engine.renderer.publish(program)
    return RunningGraph(engine: engine, graph: graph, program: program)
  }
}
