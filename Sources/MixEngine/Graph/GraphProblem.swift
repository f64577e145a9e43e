/// What is wrong with a graph, and at which node. `text` and `help` have words for it.
public enum GraphProblem: Error, Hashable, Sendable {
  /// Two nodes have this address.
  case addressTaken(String)
  /// A connection names a node that is not there; `nearest` is one with a similar address.
  case unknownNode(String, nearest: String?)
  /// The node has no such input; `inputs` are those that it has.
  case noSuchInput(InputPort, inputs: [String])
  /// The node has no such output; `outputs` are those that it has.
  case noSuchOutput(OutputPort, outputs: [String])
  /// The node has no input or output of that name; `ports` are those that it has.
  case unknownPort(node: String, name: String, ports: [String], nearest: String?)
  /// The node gives nothing out; `outputs` are the nodes of the graph that do.
  case noOutput(String, outputs: [String])
  /// The input has a connection already, from `from`.
  case inputTaken(InputPort, from: String)
  /// The node's input has no connection.
  case inputOpen(InputPort)
  /// Nobody hears the node's output.
  case outputOpen(String)
  /// The nodes feed each other in a circle, in this order; a node in a nested graph with its path.
  case cycle([String])
  /// One object stands in the graph twice: it has one memory.
  case moduleTwice(String, String)
  /// So many buffers are needed at once, and no more than `limit` are there.
  case tooDeep(Int, limit: Int)
  /// The graph has no output and no tap: nothing could be heard.
  case nothingHeard
  /// An inlet or outlet, and its graph stands in no other one.
  case notNested(String)
  /// The node is no graph, or not that mixer's.
  case notAGraph(String)
}
