/// What the render thread tells the others about: it is the performance's diary.
public struct RenderEvent: BitwiseCopyable, Sendable {
  public enum Kind: UInt8, BitwiseCopyable, Sendable {
    /// The parameter `target` got `value`.
    case parameter
    /// The module `target` did an action (`detail` is its `Action.Verb`).
    case action
    /// A player began to sound; `value` is the position in seconds of its file.
    case started
    /// A player's file came to its end, or it was stopped; `detail` is an `EndReason`.
    case ended
    /// A page was not there in time: the player `target` was silent for a moment.
    case underrun
    /// The sound at `target` was not a number; it was silenced.
    case nonFinite
    /// A recorder lost `value` frames because its ring was full.
    case gap
    /// A take began, or ended, at `frame`.
    case takeBegan, takeEnded
  }

  public enum EndReason: UInt8, BitwiseCopyable, Sendable {
    case finished, stopped, failed
  }

  /// Frame of the render clock.
  public var frame: Int64
  public var kind: Kind
  public var detail: UInt8
  public var target: Int32
  public var value: Double

  @_noLocks public init(
    _ kind: Kind, target: Int32, frame: Int64, value: Double = 0, detail: UInt8 = 0
  ) {
    self.frame = frame
    self.kind = kind
    self.detail = detail
    self.target = target
    self.value = value
  }
}
