extension Graph {
  /// Checks the graph and makes it ready to run on an engine.
  ///
  /// - Parameters:
  ///   - helpers: modules that stand beside the signal's way and do their work where a quantum
  ///     begins, such as a crossfader.
  ///   - schedule: actions at frames of the render clock; starts of players among them.
  /// - Throws: everything that is wrong, at once.
  public func prepare(
    for engine: Engine, helpers: [Module] = [], schedule: [Action] = []
  ) throws(GraphProblems) -> PreparedGraph {
    let (found, whole) = checked()
    guard found.isEmpty else { throw GraphProblems(problems: found) }
    return PreparedGraph(
      engine: engine, graph: self,
      program: try engine.compile(whole.withoutWires(), helpers: helpers, schedule: schedule))
  }
}
