/// A change of a running graph that is on its way.
public struct GraphTransition: Hashable, Sendable {
  /// What a `RenderEvent` of it has as target.
  public let number: Int32
  /// When what leaves begins to fade out; where nothing leaves, as `done`. Multiples of 64, of the
  /// render clock; the render thread tells when it really was.
  public let begin: Int64
  /// When the new program begins.
  public let done: Int64
}
