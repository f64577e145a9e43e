import MixEngine

/// The light of a button: what is sent to it.
public struct MIDILightPlan: Sendable, Equatable {
  public var on = 127
  public var off = 0
  /// While a player waits for its beat, and while it is loaded but not playing; nil: `off`.
  public var wait: Int?
  public var loaded: Int?
  /// Nil: the message that the button itself sends.
  public var control: MIDIControl?
  /// 0…15; nil: the button's.
  public var channel: Int?

  public init() {}
}
