/// A graph that an engine renders. It can be changed while it runs, and stopped once.
public struct RunningGraph: ~Copyable {
  let engine: Engine
  /// The latest one, as it was described; it may not have begun yet. A copy can be changed and given
  /// to `update`.
  public private(set) var graph: Graph
  /// What `graph` was compiled to.
  public private(set) var program: RenderProgram

  init(engine: Engine, graph: Graph, program: RenderProgram) {
    self.engine = engine
    self.graph = graph
    self.program = program
  }

  /// Renders another graph from soon on. Modules that stand in both keep all they know. What leaves
  /// or moves fades out first (5 ms), what comes fades in; what was staged in the graph's modules
  /// takes effect when the new program begins. It's faders that fade, a mixer's among them: what
  /// reaches an output through none comes and goes at once.
  ///
  /// Does not wait for it: the render thread does all of it at the frames that are returned, or, where
  /// these have gone by, at the next ones, and tells of them. While the clock stands still nothing
  /// changes.
  /// - Throws: everything that is wrong with the new graph; the old one runs on.
  @discardableResult public mutating func update(
    to graph: Graph, helpers: [Module] = [], schedule: [Action] = [],
    _ change: GraphChange = GraphChange()
  ) throws(GraphProblems) -> GraphTransition {
    let (found, whole) = graph.checked()
    guard found.isEmpty else { throw GraphProblems(problems: found) }
    engine.renderer.collect()
    let known = engine.renderer.modulesInUse
    let newcomers = (helpers + whole.modules).filter { !known.contains(ObjectIdentifier($0)) }
    let new = try engine.compile(whole.withoutWires(), helpers: helpers, schedule: schedule)
    // An echo that comes into the middle of a sound takes it in with a fade: the first repetition
    // would begin with a click.
    for module in newcomers {
      module.reset()
      (module as? Fader)?.join()
    }
    for (player, frames) in new.readAheads { player.stage(readAhead: frames) }

    var shapes = GraphPaths.Shapes()
    let before = GraphPaths(program.graph, &shapes), after = GraphPaths(new.graph, &shapes)
    var first = RenderStep.Contents(), last = RenderStep.Contents()
    for (address, path) in before.paths where after.paths[address] != path {
      guard let fader = before.faders[address] else { continue }
      first.edits.append(RenderStep.Edit(module: ModuleReference(fader), edit: fader.leave()))
    }
    for (address, path) in after.paths where before.paths[address] != path {
      after.faders[address]?.stagePresence()
    }
    first.actions = change.endActions
    for module in helpers + whole.modules {
      let reference = ModuleReference(module)
      last.edits += module.takeEdits().map { RenderStep.Edit(module: reference, edit: $0) }
    }
    last.values = change.values.map {
      RenderStep.Value(index: $0.parameter.index, value: $0.value)
    }
    last.actions = change.startActions
    last.watchedSlot = change.watchedSlot

    let fades = !first.edits.isEmpty
    let transition = engine.renderer.publish(
      new, first: fades || !first.actions.isEmpty ? first : nil, last: last,
      fadeFrames: fades
        ? engine.renderer.sampleRate.frames(seconds: 0.005) + Int64(2 * Quantum.frameCount) : 0,
      frames: change.frames)
    program = new
    self.graph = graph
    return transition
  }

  /// Renders silence from the next quantum on.
  public consuming func stop() {
    engine.renderer.publish(RenderBody(modules: []))
    engine.renderer.collect()
  }
}
