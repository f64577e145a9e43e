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
  }

  /// Its name, unique in the graph: "player.a", "bus.main".
  public let address: String
  public let kind: Kind

  /// How many inputs must be connected; nil: any number.
  var inputCount: Int? {
    switch kind {
    case .source: 0
    case .effect, .fader, .tap, .output: 1
    case .sum: nil
    }
  }

  var hasOutput: Bool {
    switch kind {
    case .source, .effect, .fader, .sum: true
    case .tap, .output: false
    }
  }

  /// The module that does the work, where there is one.
  public var module: Module? {
    switch kind {
    case .source(let module), .effect(let module), .tap(let module): module
    case .fader(let fader): fader
    case .output(_, let fader): fader
    case .sum: nil
    }
  }
}
