/// What is connected to what: a plain value that says nothing of threads and devices.
///
/// Nodes are added and get ports; connections go from an output port to an input port. An output
/// may feed any number of inputs; an input takes one connection, so two sources are mixed by a sum.
///
///     var graph = Graph()
///     let song = try graph.addSource(player)
///     let echo = try graph.addEffect(delay)
///     let speakers = try graph.addOutput("output.main", index: 0)
///     try graph.connect(song, to: echo.input)
///     try graph.connect(echo.output, to: speakers)
///
/// `prepare` checks the whole and makes it ready to run.
public struct Graph: Sendable {
  /// In the order in which they were added.
  public private(set) var nodes: [Node] = []
  private var places: [String: Int] = [:]
  /// By place of a node, and by input: the place of the node that feeds it; −1 where none does.
  private var feeders: [[Int]] = []

  public init() {}

  // MARK: Building

  /// Adds something that makes sound.
  ///
  /// - Parameter address: the node's; nil: the module's own.
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
  @discardableResult public mutating func addEffect(
    _ module: Module, address: String? = nil
  ) throws(GraphProblem) -> (input: InputPort, output: OutputPort) {
    let address = address ?? module.address
    try add(Node(address: address, kind: .effect(module)), inputs: 1)
    return (InputPort(node: address, index: 0), OutputPort(node: address))
  }

  /// Adds a place where sound is summed. `addInput` gives its inputs.
  @discardableResult public mutating func addSum(
    _ address: String
  ) throws(GraphProblem) -> OutputPort {
    try add(Node(address: address, kind: .sum), inputs: 0)
    return OutputPort(node: address)
  }

  /// Gives a sum one more input.
  public mutating func addInput(toSum address: String) throws(GraphProblem) -> InputPort {
    let place = try place(of: address)
    guard case .sum = nodes[place].kind else {
      let count = feeders[place].count
      throw .noSuchInput(InputPort(node: address, index: count), inputCount: count)
    }
    feeders[place].append(-1)
    return InputPort(node: address, index: feeders[place].count - 1)
  }

  /// Adds something that only listens: a recorder, a meter.
  ///
  /// - Parameter address: the node's; nil: the module's own.
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
    feeders.append(Array(repeating: -1, count: inputs))
  }

  /// Connects an output to an input. The formats need no thought: mono is heard on both sides.
  public mutating func connect(
    _ output: OutputPort, to input: InputPort
  ) throws(GraphProblem) {
    let from = try place(of: output.node), to = try place(of: input.node)
    guard nodes[from].hasOutput else { throw .noOutput(output.node) }
    guard feeders[to].indices.contains(input.index) else {
      throw .noSuchInput(input, inputCount: feeders[to].count)
    }
    let other = feeders[to][input.index]
    guard other < 0 else { throw .inputTaken(input, from: nodes[other].address) }
    feeders[to][input.index] = from
  }

  private func place(of address: String) throws(GraphProblem) -> Int {
    guard let place = places[address] else {
      throw .unknownNode(address, nearest: NearestName.find(address, in: nodes.map(\.address)))
    }
    return place
  }

  // MARK: Looking

  public subscript(address: String) -> Node? { places[address].map { nodes[$0] } }

  /// Who feeds an input.
  public func source(of input: InputPort) -> OutputPort? {
    guard let place = places[input.node], feeders[place].indices.contains(input.index) else {
      return nil
    }
    let feeder = feeders[place][input.index]
    return feeder < 0 ? nil : OutputPort(node: nodes[feeder].address)
  }

  /// Places of the nodes that feed a node, by input; −1 where nothing is connected.
  func inputs(of place: Int) -> [Int] { feeders[place] }

  /// All modules, each once.
  public var modules: [Module] {
    var seen = Set<ObjectIdentifier>()
    return nodes.compactMap(\.module).filter { seen.insert(ObjectIdentifier($0)).inserted }
  }

  // MARK: Checking

  /// Everything that is wrong; empty: it can run.
  public func problems() -> [GraphProblem] {
    var found: [GraphProblem] = []
    var heard = false
    var fed = Set<Int>()
    var addressOf: [ObjectIdentifier: String] = [:]
    for (place, node) in nodes.enumerated() {
      for (index, source) in inputs(of: place).enumerated() {
        // A sum's input that nobody uses is silence.
        if source < 0, node.inputCount != nil {
          found.append(.inputOpen(InputPort(node: node.address, index: index)))
        }
        fed.insert(source)
      }
      if !node.hasOutput { heard = true }
      if let module = node.module {
        if let other = addressOf[ObjectIdentifier(module)] {
          found.append(.moduleTwice(other, node.address))
        }
        addressOf[ObjectIdentifier(module)] = node.address
      }
    }
    for (place, node) in nodes.enumerated() where node.hasOutput && !fed.contains(place) {
      // A strip whose end goes nowhere still plays; anything else was forgotten.
      if case .fader = node.kind { continue }
      found.append(.outputOpen(node.address))
    }
    if !heard { found.append(.nothingHeard) }
    if let cycle = firstCycle() { found.append(.cycle(cycle)) }
    return found
  }

  /// The addresses of nodes that feed each other in a circle, from the earliest added.
  private func firstCycle() -> [String]? {
    enum Mark { case fresh, open, done }
    let feeds = nodes.indices.map { inputs(of: $0).filter { $0 >= 0 } }
    var marks = [Mark](repeating: .fresh, count: nodes.count)
    for start in nodes.indices where marks[start] == .fresh {
      // Depth first, with a list of its own: the depth of a graph has no bound.
      var path: [(node: Int, next: Int)] = [(start, 0)]
      marks[start] = .open
      while let (node, next) = path.last {
        guard next < feeds[node].count else {
          marks[node] = .done
          path.removeLast()
          continue
        }
        path[path.count - 1].next += 1
        let source = feeds[node][next]
        switch marks[source] {
        case .done: continue
        case .fresh:
          marks[source] = .open
          path.append((source, 0))
        case .open:
          let circle = path[path.firstIndex { $0.node == source }!...].map(\.node)
          // The path goes against the sound; told the other way round it reads as it is heard.
          let told = Array(circle.reversed())
          let first = told.firstIndex(of: told.min()!)!
          return (told[first...] + told[..<first]).map { nodes[$0].address }
        }
      }
    }
    return nil
  }
}
