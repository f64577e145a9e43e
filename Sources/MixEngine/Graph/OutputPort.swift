/// Where sound leaves a node. Only a graph makes ports.
public struct OutputPort: Hashable, Sendable {
  /// The node's address.
  public let node: String
}
