/// Words for people who write programs; whoever makes graphs from something else has words of his own.
extension GraphProblem: CustomStringConvertible {
  public var description: String { help.map { "\(text)\n  help: \($0)" } ?? text }

  /// What is wrong, in one line.
  public var text: String {
    switch self {
    case .addressTaken(let address): "two nodes stand at '\(address)'"
    case .unknownNode(let address, _): "no node stands at '\(address)'"
    case .noSuchInput(let port, _): "'\(port.node)' has no input \(port.index)"
    case .noSuchOutput(let port, _): "'\(port.node)' has no output \(port.index)"
    case .unknownPort(let node, let name, _, _): "'\(node)' has no port '\(name)'"
    case .noOutput(let address, _): "'\(address)' gives nothing out"
    case .inputTaken(let port, let from):
      "input \(port.index) of '\(port.node)' is fed by '\(from)' already"
    case .inputOpen(let port): "nothing feeds input \(port.index) of '\(port.node)'"
    case .outputOpen(let address): "nobody hears '\(address)'"
    case .cycle(let addresses):
      "these feed each other in a circle: "
        + (addresses + addresses.prefix(1)).joined(separator: " → ")
    case .moduleTwice(let first, let second):
      "one module stands at '\(first)' and at '\(second)'"
    case .tooDeep(let depth, let limit):
      "\(depth) buffers are needed at once, and \(limit) are there"
    case .nothingHeard: "nothing can be heard"
    case .notNested(let address): "'\(address)' leads out of a graph that stands in no other one"
    case .notAGraph(let address): "'\(address)' is not such a graph"
    }
  }

  /// What to do, in one line; nil where the text says it.
  public var help: String? {
    switch self {
    case .addressTaken: "add one of them with another address"
    case .unknownNode(_, let nearest): nearest.map { "did you mean '\($0)'?" }
    case .noSuchInput(let port, let inputs): Self.list("inputs", of: port.node, inputs)
    case .noSuchOutput(let port, let outputs): Self.list("outputs", of: port.node, outputs)
    case .unknownPort(let node, _, let ports, let nearest):
      nearest.map { "did you mean '\($0)'? " + Self.list("ports", of: node, ports) }
        ?? Self.list("ports", of: node, ports)
    case .noOutput(_, let outputs): Self.list("outputs", of: "the graph", outputs)
    case .inputTaken: "mix the two in a sum or a mixer"
    case .inputOpen: "connect something to it, or remove the node"
    case .outputOpen: "connect it to something, or remove the node"
    case .cycle: "keep feedback inside of one module"
    case .moduleTwice: "make a module for each; its parameters need an address of their own"
    case .tooDeep, .notAGraph: nil
    case .nothingHeard: "add an output or a tap"
    case .notNested: "add the graph to another one with addGraph, and prepare that"
    }
  }

  private static func list(_ word: String, of node: String, _ names: [String]) -> String {
    names.isEmpty
      ? "\(node) has no \(word)" : "\(word) of \(node): \(names.joined(separator: ", "))"
  }
}
