/// A graph that an engine renders. It can be changed while it runs, and stopped once.
public struct RunningGraph: ~Copyable {
  let engine: Engine
  public private(set) var program: RenderProgram
  private var next: RenderProgram?
  private var arriving: [Fader] = []

  init(engine: Engine, program: RenderProgram) {
    self.engine = engine
    self.program = program
  }

  public var graph: Graph { program.graph }

  /// Renders another graph from soon on. Modules that stand in both keep all they know. What leaves
  /// or moves fades out first (5 ms), what comes fades in.
  ///
  /// Returns when the new one runs, after about one request of the output.
  /// - Throws: everything that is wrong with the new graph; the old one runs on.
  public mutating func update(
    to graph: Graph, helpers: [Module] = [], schedule: [Action] = []
  ) throws(GraphProblems) {
    let fadeFrames = try beginUpdate(to: graph, helpers: helpers, schedule: schedule)
    if fadeFrames > 0 {
      // The clock may stand still (no server): then nothing is heard, and nothing need fade.
      let clock = engine.renderer.clock
      _ = clock.wait(until: clock.frame + Int64(fadeFrames), milliseconds: 200)
    }
    finishUpdate()
  }

  /// The first half of `update`: what leaves begins to fade out. `finishUpdate` follows when the
  /// number of frames returned has been rendered.
  public mutating func beginUpdate(
    to graph: Graph, helpers: [Module] = [], schedule: [Action] = []
  ) throws(GraphProblems) -> Int {
    let found = graph.problems()
    guard found.isEmpty else { throw GraphProblems(problems: found) }
    let newcomers = (helpers + graph.modules).filter { $0.slot < 0 }
    let new = try engine.compile(graph, helpers: helpers, schedule: schedule)
    // An echo that comes into the middle of a sound takes it in with a fade: the first repetition
    // would begin with a click.
    for module in newcomers { module.reset() }
    let before = GraphPaths(program.graph), after = GraphPaths(graph)
    var leaving = 0
    for (address, path) in before.paths where after.paths[address] != path {
      before.faders[address]?.isPresent = false
      leaving += 1
    }
    arriving = after.paths.compactMap { address, path in
      before.paths[address] == path ? nil : after.faders[address]
    }
    next = new
    guard leaving > 0 else { return 0 }
    return Int(engine.renderer.sampleRate.frames(seconds: 0.005)) + 2 * Quantum.frameCount
  }

  /// The second half of `update`.
  public mutating func finishUpdate() {
    guard let new = next else { return }
    engine.renderer.publish(new)
    for fader in arriving { fader.isPresent = true }
    arriving = []
    next = nil
    program = new
  }

  /// Renders silence from the next quantum on.
  public consuming func stop() {
    engine.renderer.publish(RenderBody(modules: []))
    engine.renderer.collect()
  }
}
