/// Everything that is wrong with a graph.
public struct GraphProblems: Error, Hashable, Sendable {
  public let problems: [GraphProblem]
}
