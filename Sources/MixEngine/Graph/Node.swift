/// A place in a graph: what it does, and how many inputs it has.
public struct Node: Sendable {
  public enum Kind: Sendable {
    /// Makes sound: no input, one output.
    case source(Module)
    /// Edits sound: one input, one output.
    case effect(Module)
    /// The end of a strip, which gives its level (a `Fader`): one input, one output.
    case fader(Module)
    /// Sums sound: any number of inputs, one output.
    case sum
    /// Reads sound, and passes nothing on: one input.
    case tap(Module)
    /// One of the renderer's outputs: one input. The fader gives its level; nil: as it is.
    case output(index: Int, fader: Module?)
    /// A whole graph, whose inlets are the inputs and whose outlets are the outputs.
    case graph(Graph)
    /// Where sound comes into a graph that stands in another one: one output. Optional: silence where
    /// nothing is connected outside.
    case inlet(index: Int, isOptional: Bool)
    /// Where sound goes out of a graph that stands in another one: one input.
    case outlet(index: Int)
    /// Passes sound on as it is: one input, one output. It costs nothing. What inlets and outlets
    /// become in the graph that stands for all.
    case wire
  }

  /// Its name, unique in the graph: "player.a", "bus.main".
  public let address: String
  public internal(set) var kind: Kind
  /// Whether it's no mistake that nobody hears it.
  var mayEnd = false

  init(address: String, kind: Kind) {
    self.address = address
    self.kind = kind
    // A strip whose end goes nowhere still plays; anything else was forgotten.
    if case .fader = kind { mayEnd = true }
  }

  /// Whether each input must be connected.
  var needsInputs: Bool {
    switch kind {
    case .sum, .graph: false
    default: true
    }
  }

  var hasOutput: Bool {
    switch kind {
    case .source, .effect, .fader, .sum, .inlet, .wire: true
    case .graph(let graph): !graph.outlets.isEmpty
    case .tap, .output, .outlet: false
    }
  }

  /// The names of its inputs by their index; nil where there is none (any more).
  var inputNames: [String?] {
    switch kind {
    case .source, .inlet, .sum: []
    case .effect, .fader, .tap, .output, .outlet, .wire: ["input"]
    case .graph(let graph): Self.names(graph.inlets)
    }
  }

  /// The names of its outputs by their index.
  var outputNames: [String?] {
    switch kind {
    case .source, .effect, .fader, .sum, .inlet, .wire: ["output"]
    case .tap, .output, .outlet: []
    case .graph(let graph): Self.names(graph.outlets)
    }
  }

  private static func names(_ ports: [(index: Int, name: String)]) -> [String?] {
    var names = [String?](repeating: nil, count: (ports.map(\.index).max() ?? -1) + 1)
    for port in ports { names[port.index] = port.name }
    return names
  }

  /// The module that does the work, where there is one.
  public var module: Module? {
    switch kind {
    case .source(let module), .effect(let module), .tap(let module): module
    case .fader(let fader): fader
    case .output(_, let fader): fader
    case .sum, .graph, .inlet, .outlet, .wire: nil
    }
  }
}
