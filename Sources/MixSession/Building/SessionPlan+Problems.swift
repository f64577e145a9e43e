import MixEngine
import TOML

extension SessionPlan {
  /// A problem of the graph, placed in the session's text.
  func diagnostic(for problem: GraphProblem) -> Diagnostic {
    switch problem {
    case .addressTaken(let address):
      diagnostic("two things stand at \(address)", at: range(of: address))
    case .unknownNode(let address, _):
      diagnostic("nothing stands at \(address)", at: range(of: address))
    case .noSuchInput(let port, _):
      diagnostic("\(port.node) has no such input", at: range(of: port.node))
    case .noSuchOutput(let port, _):
      diagnostic("\(port.node) has no such output", at: range(of: port.node))
    case .unknownPort(let address, let name, _, _):
      diagnostic("\(address) has no \(name)", at: range(of: address))
    case .notNested(let address), .notAGraph(let address):
      diagnostic("\(address) is no graph in a graph", at: range(of: address))
    case .noOutput(let address, _):
      diagnostic("\(address) gives no sound", at: range(of: address))
    case .inputTaken(let port, let from):
      diagnostic("\(port.node) is fed by \(from) already", at: range(of: port.node))
    case .inputOpen(let port):
      diagnostic("nothing feeds \(port.node)", at: range(of: port.node))
    case .outputOpen(let address):
      diagnostic("nobody hears \(address)", at: range(of: address))
    case .cycle(let addresses):
      diagnostic(
        "these feed each other in a circle: "
          + (addresses + addresses.prefix(1)).joined(separator: " → "),
        at: addresses.lazy.compactMap { self.range(of: $0) }.first)
    case .moduleTwice(let first, let second):
      diagnostic("\(second) already stands at \(first)", at: range(of: second))
    case .tooDeep(let depth, let limit):
      diagnostic(
        "buses are nested \(depth) deep, and at most \(limit) can be", at: nil)
    case .nothingHeard:
      diagnostic("nothing is heard", at: nil)
    }
  }

  /// Where the table is whose node stands at an address: "player.a.fader" is player a's.
  private func range(of address: String) -> SourceRange? {
    let parts = address.split(separator: ".")
    guard parts.count >= 2 else { return nil }
    let name = String(parts[1])
    return switch parts[0] {
    case "effect": effect(named: name)?.nameRange
    case "recorder": recorders.first { $0.name == name }?.nameRange
    case "output": outputs.first { $0.name == name }?.nameRange
    default: strip(named: name)?.nameRange
    }
  }
}
