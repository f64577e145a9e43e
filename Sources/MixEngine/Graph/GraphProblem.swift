/// What is wrong with a graph, and at which node. Whoever shows it makes the words.
public enum GraphProblem: Error, Hashable, Sendable {
  /// Two nodes have this address.
  case addressTaken(String)
  /// A connection names a node that is not there; `nearest` is one with a similar address.
  case unknownNode(String, nearest: String?)
  /// The node has no such input.
  case noSuchInput(InputPort, inputCount: Int)
  /// The node gives nothing out.
  case noOutput(String)
  /// The input has a connection already, from `from`.
  case inputTaken(InputPort, from: String)
  /// The node's input has no connection.
  case inputOpen(InputPort)
  /// Nobody hears the node's output.
  case outputOpen(String)
  /// The nodes feed each other in a circle, in this order.
  case cycle([String])
  /// One object stands in the graph twice: it has one memory.
  case moduleTwice(String, String)
  /// So many buffers are needed at once, and no more than `limit` are there.
  case tooDeep(Int, limit: Int)
  /// The graph has no output and no tap: nothing could be heard.
  case nothingHeard
}
