/// What is connected to what: a plain value that says nothing of threads and devices.
///
/// Nodes are added and get ports; connections go from an output port to an input port. An output
/// may feed any number of inputs; an input takes one connection, so two sources are mixed by a sum
/// or a mixer.
///
///     var graph = Graph()
///     let song = try graph.addSource(player)
///     let echo = try graph.addEffect(delay)
///     let speakers = try graph.addOutput("output.main", index: 0)
///     try graph.connect(song, to: echo.input)
///     try graph.connect(echo.output, to: speakers)
///
/// `prepare` checks the whole and makes it ready to run. A copy of a graph can be changed and given
/// to `RunningGraph.update` while the first one runs: what is the same object in both goes on.
///
/// Thread: any, one at a time, as every value.
public struct Graph: Sendable {
  /// Who feeds an input.
  struct Feeder: Hashable, Sendable {
    /// Its place among the nodes.
    var place: Int
    /// Which of its outputs.
    var output = 0
  }

  /// In the order in which they were added.
  public internal(set) var nodes: [Node] = []
  var places: [String: Int] = [:]
  /// By place of a node, and by input; nil where nothing is connected.
  var feeders: [[Feeder?]] = []

  public init() {}

  // MARK: Building

  /// Adds something that makes sound.
  ///
  /// - Parameter address: the node's; nil: the module's own.
  /// - Throws: `addressTaken`.
  @discardableResult public mutating func addSource(
    _ module: Module, address: String? = nil
  ) throws(GraphProblem) -> OutputPort {
    let address = address ?? module.address
    try add(Node(address: address, kind: .source(module)), inputs: 0)
    return OutputPort(node: address)
  }

  /// Adds something that edits sound.
  ///
  /// - Parameter address: the node's; nil: the module's own.
  /// - Throws: `addressTaken`.
  @discardableResult public mutating func addEffect(
    _ module: Module, address: String? = nil
  ) throws(GraphProblem) -> (input: InputPort, output: OutputPort) {
    let address = address ?? module.address
    try add(Node(address: address, kind: .effect(module)), inputs: 1)
    return (InputPort(node: address, index: 0), OutputPort(node: address))
  }

  /// Adds a place where sound is summed. `addInput` gives its inputs; one that nothing is connected
  /// to is silence.
  ///
  /// - Throws: `addressTaken`.
  @discardableResult public mutating func addSum(
    _ address: String
  ) throws(GraphProblem) -> OutputPort {
    try add(Node(address: address, kind: .sum), inputs: 0)
    return OutputPort(node: address)
  }

  /// Gives a sum one more input.
  ///
  /// - Throws: `unknownNode`; `noSuchInput` of a node that is no sum.
  public mutating func addInput(toSum address: String) throws(GraphProblem) -> InputPort {
    let place = try place(of: address)
    let port = InputPort(node: address, index: feeders[place].count)
    guard case .sum = nodes[place].kind else {
      throw .noSuchInput(port, inputs: inputNames(of: place))
    }
    feeders[place].append(nil)
    return port
  }

  /// Adds something that only listens: a recorder, a meter.
  ///
  /// - Parameter address: the node's; nil: the module's own.
  /// - Throws: `addressTaken`.
  @discardableResult public mutating func addTap(
    _ module: Module, address: String? = nil
  ) throws(GraphProblem) -> InputPort {
    let address = address ?? module.address
    try add(Node(address: address, kind: .tap(module)), inputs: 1)
    return InputPort(node: address, index: 0)
  }

  mutating func add(_ node: Node, inputs: Int) throws(GraphProblem) {
    guard places[node.address] == nil else { throw .addressTaken(node.address) }
    places[node.address] = nodes.count
    nodes.append(node)
    feeders.append(Array(repeating: nil, count: inputs))
  }

  /// Connects an output to an input. The formats need no thought: what differs is adapted, and
  /// `PreparedGraph.adapters` tells of it.
  ///
  /// - Throws: `unknownNode`, `noOutput`, `noSuchOutput`, `noSuchInput`, `inputTaken`; nothing is
  ///   connected then.
  public mutating func connect(
    _ output: OutputPort, to input: InputPort
  ) throws(GraphProblem) {
    let from = try place(of: output.node), to = try place(of: input.node)
    guard nodes[from].hasOutput else {
      throw .noOutput(output.node, outputs: nodes.filter(\.hasOutput).map(\.address))
    }
    let names = nodes[from].outputNames
    guard names.indices.contains(output.index), names[output.index] != nil else {
      throw .noSuchOutput(output, outputs: names.compactMap { $0 })
    }
    guard hasInput(input.index, to) else {
      throw .noSuchInput(input, inputs: inputNames(of: to))
    }
    if let other = feeders[to][input.index] {
      throw .inputTaken(input, from: nodes[other.place].address)
    }
    feeders[to][input.index] = Feeder(place: from, output: output.index)
  }

  func place(of address: String) throws(GraphProblem) -> Int {
    guard let place = places[address] else {
      throw .unknownNode(address, nearest: NearestName.find(address, in: nodes.map(\.address)))
    }
    return place
  }

  private func hasInput(_ index: Int, _ place: Int) -> Bool {
    guard feeders[place].indices.contains(index) else { return false }
    if case .graph = nodes[place].kind { return nodes[place].inputNames[index] != nil }
    return true
  }

  /// Those that there are; a sum's have numbers.
  func inputNames(of place: Int) -> [String] {
    if case .sum = nodes[place].kind { return feeders[place].indices.map { "\($0)" } }
    return nodes[place].inputNames.compactMap { $0 }
  }

  // MARK: Looking

  public subscript(address: String) -> Node? { places[address].map { nodes[$0] } }

  /// The input of a node that has one, or that of a nested graph or mixer with this name.
  ///
  /// - Throws: `unknownNode`, `unknownPort`.
  public func input(_ name: String = "input", of address: String) throws(GraphProblem) -> InputPort
  {
    let place = try place(of: address), names = inputNames(of: place)
    let found =
      if case .sum = nodes[place].kind { names.firstIndex(of: name) } else {
        nodes[place].inputNames.firstIndex(of: name)
      }
    guard let found else {
      throw .unknownPort(
        node: address, name: name, ports: names, nearest: NearestName.find(name, in: names))
    }
    return InputPort(node: address, index: found)
  }

  /// The output of a node that has one, or that of a nested graph or mixer with this name.
  ///
  /// - Throws: `unknownNode`, `unknownPort`.
  public func output(
    _ name: String = "output", of address: String
  ) throws(GraphProblem) -> OutputPort {
    let place = try place(of: address), names = nodes[place].outputNames
    guard let found = names.firstIndex(of: name) else {
      let ports = names.compactMap { $0 }
      throw .unknownPort(
        node: address, name: name, ports: ports, nearest: NearestName.find(name, in: ports))
    }
    return OutputPort(node: address, index: found)
  }

  /// Who feeds an input; nil where nobody does, or there is no such input.
  public func source(of input: InputPort) -> OutputPort? {
    guard let place = places[input.node], feeders[place].indices.contains(input.index) else {
      return nil
    }
    return feeders[place][input.index].map {
      OutputPort(node: nodes[$0.place].address, index: $0.output)
    }
  }

  /// Places of the nodes that feed a node, by input; −1 where nothing is connected.
  func inputs(of place: Int) -> [Int] { feeders[place].map { $0?.place ?? -1 } }

  /// All modules, those of nested graphs too, each once.
  public var modules: [Module] {
    var seen = Set<ObjectIdentifier>(), found: [Module] = []
    func collect(_ graph: Graph) {
      for node in graph.nodes {
        if case .graph(let inner) = node.kind { collect(inner) }
        guard let module = node.module else { continue }
        if seen.insert(ObjectIdentifier(module)).inserted { found.append(module) }
      }
    }
    collect(self)
    return found
  }
}
