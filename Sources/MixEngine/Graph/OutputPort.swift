/// Where sound leaves a node; any number of inputs may take it. Only a graph makes ports.
public struct OutputPort: Hashable, Sendable {
  /// The node's address.
  public let node: String
  /// Its place among the node's outputs, from 0; only a graph in a graph has more than one.
  public let index: Int

  init(node: String, index: Int = 0) {
    self.node = node
    self.index = index
  }
}
