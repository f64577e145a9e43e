/// What the render thread tells the others about: it is the performance's diary.
public struct RenderEvent: BitwiseCopyable, Sendable {
  public enum Kind: UInt8, BitwiseCopyable, Sendable {
    /// The parameter `target` got `value`.
    case parameter
    /// The parameter `target` began to move to `value`, over `duration` frames.
    case move
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
    /// Pages of the player `target` were not there when it came to them: it was silent from `frame`
    /// on. `detail` is a `MissKind`; of a miss in the middle of the sound `value` is how many frames
    /// were left to fade.
    case pagesMissed
    /// The player `target` sounded again from `frame` on.
    case pagesCame
    /// A change of the program took effect at `frame`: `target` is its number, `detail` a
    /// `ChangeStage`.
    case changed
  }

  public enum EndReason: UInt8, BitwiseCopyable, Sendable {
    case finished, stopped, failed
  }

  public enum MissKind: UInt8, BitwiseCopyable, Sendable {
    /// The sound broke off.
    case broken
    /// It could not begin.
    case late
  }

  public enum ChangeStage: UInt8, BitwiseCopyable, Sendable {
    /// What leaves began to fade out.
    case began
    /// The new program runs.
    case done
  }

  /// Frame of the render clock at which it took effect: of an action that came too late, the one at
  /// which it acted.
  public var frame: Int64
  public var kind: Kind
  public var detail: UInt8
  public var target: Int32
  public var value: Double
  /// In frames; of a move.
  public var duration: Int64
  /// Whose doing it was: of `parameter`, `move` and `action`.
  public var origin: Action.Origin

  @_noLocks public init(
    _ kind: Kind, target: Int32, frame: Int64, value: Double = 0, detail: UInt8 = 0,
    duration: Int64 = 0, origin: Action.Origin = .session
  ) {
    self.frame = frame
    self.kind = kind
    self.detail = detail
    self.target = target
    self.value = value
    self.duration = duration
    self.origin = origin
  }
}
