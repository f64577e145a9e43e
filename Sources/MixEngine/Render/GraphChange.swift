/// What goes with a change of a running graph, and takes effect at the same frame.
public struct GraphChange: Sendable {
  /// Parameters that get other values.
  public var values: [(parameter: Parameter, value: Float)] = []
  /// What the old program still does when the change begins: takes that end.
  public var endActions: [Action] = []
  /// What the new program does at once: takes and players that start.
  public var startActions: [Action] = []
  /// The source whose end is the end of all; nil: all sources count.
  public var watchedSlot: Int32?
  /// When what leaves begins to fade out, and when the new program begins, of the render clock: for a
  /// change that was made before and is made again. Nil: as soon as it can be.
  public var frames: (begin: Int64, done: Int64)?

  public init() {}
}
