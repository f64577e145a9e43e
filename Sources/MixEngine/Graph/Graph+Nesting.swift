/// A graph as a node of another one.
///
///     var strip = Graph()
///     let sound = try strip.addInlet("in")
///     let echo = try strip.addEffect(delay)
///     try strip.connect(sound, to: echo.input)
///     try strip.connect(echo.output, to: strip.addOutlet("out"))
///
///     try graph.addGraph(strip, address: "voice")
///     try graph.connect(mic, to: graph.input("in", of: "voice"))
///     try graph.connect(graph.output("out", of: "voice"), to: speakers)
///
/// It costs nothing: its nodes are compiled as if they stood in the outer graph, with its address
/// before theirs ("voice.echo"). Parameters stay where their modules put them.
extension Graph {
  /// Adds a graph as one node. A copy is taken: later changes of `graph` need `replaceGraph`.
  ///
  /// - Throws: `addressTaken`.
  public mutating func addGraph(_ graph: Graph, address: String) throws(GraphProblem) {
    let node = Node(address: address, kind: .graph(graph))
    try add(node, inputs: node.inputNames.count)
  }

  /// Puts another graph in the place of a nested one. Connections to inputs and from outputs stay
  /// where both have such a name, and go where the new one has none.
  ///
  /// - Throws: `unknownNode`, `notAGraph`.
  public mutating func replaceGraph(
    _ address: String, with graph: Graph
  ) throws(GraphProblem) {
    let place = try place(of: address)
    guard case .graph = nodes[place].kind else { throw .notAGraph(address) }
    let old = nodes[place]
    let new = Node(address: address, kind: .graph(graph))
    nodes[place] = new
    let before = feeders[place]
    feeders[place] = new.inputNames.map { name in
      guard let name, let index = old.inputNames.firstIndex(of: name) else { return nil }
      return before[index]
    }
    for reader in feeders.indices {
      for (index, feeder) in feeders[reader].enumerated() where feeder?.place == place {
        let output = old.outputNames[feeder!.output].flatMap { new.outputNames.firstIndex(of: $0) }
        feeders[reader][index] = output.map { Feeder(place: place, output: $0) }
      }
    }
  }

  /// Adds a place where sound comes in from outside: an input of the node that this graph becomes.
  ///
  /// - Parameters:
  ///   - name: the input's.
  ///   - isOptional: silence where nothing is connected outside, instead of a problem.
  /// - Throws: `addressTaken`.
  @discardableResult public mutating func addInlet(
    _ name: String, isOptional: Bool = false
  ) throws(GraphProblem) -> OutputPort {
    try addInlet(name, isOptional: isOptional, index: (inlets.map(\.index).max() ?? -1) + 1)
  }

  mutating func addInlet(
    _ name: String, isOptional: Bool, index: Int
  ) throws(GraphProblem) -> OutputPort {
    try add(Node(address: name, kind: .inlet(index: index, isOptional: isOptional)), inputs: 0)
    return OutputPort(node: name)
  }

  /// Adds a place where sound goes out: an output of the node that this graph becomes. Nobody need
  /// hear it.
  ///
  /// - Parameter name: the output's.
  /// - Throws: `addressTaken`.
  @discardableResult public mutating func addOutlet(
    _ name: String
  ) throws(GraphProblem) -> InputPort {
    let index = (outlets.map(\.index).max() ?? -1) + 1
    try add(Node(address: name, kind: .outlet(index: index)), inputs: 1)
    return InputPort(node: name, index: 0)
  }

  /// Adds a node that gives one sound out at several places. It costs nothing, and is there for
  /// names only: any output may feed any number of inputs.
  ///
  /// - Parameter outputs: their names, each another one, none "input".
  /// - Throws: `addressTaken`, of names too.
  @discardableResult public mutating func addSplitter(
    _ address: String, outputs: [String]
  ) throws(GraphProblem) -> (input: InputPort, outputs: [OutputPort]) {
    var inner = Graph()
    let sound = try inner.addInlet("input")
    for name in outputs { try inner.connect(sound, to: try inner.addOutlet(name)) }
    try addGraph(inner, address: address)
    return (
      InputPort(node: address, index: 0),
      outputs.indices.map { OutputPort(node: address, index: $0) }
    )
  }

  /// In the order in which they were added.
  var inlets: [(index: Int, name: String)] {
    nodes.compactMap { if case .inlet(let index, _) = $0.kind { (index, $0.address) } else { nil } }
  }

  var outlets: [(index: Int, name: String)] {
    nodes.compactMap { if case .outlet(let index) = $0.kind { (index, $0.address) } else { nil } }
  }
}
