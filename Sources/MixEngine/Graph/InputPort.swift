/// Where sound enters a node. Each takes one connection. Only a graph makes ports.
public struct InputPort: Hashable, Sendable {
  /// The node's address.
  public let node: String
  /// Its place among the node's inputs, from 0.
  public let index: Int
}
