/// What a player plays, and when it begins.
public struct PlayerPlan: Sendable, Equatable {
  /// Nil: an empty deck.
  public var file: Placed<SessionPath>?
  public var start: Placed<StartMode>
  /// Seconds of the file; nil: the whole.
  public var region: Placed<ClosedRange<Double>>?
  /// Seconds of the file; nil: the region's start.
  public var loopIn: Placed<Double>?
  /// Seconds of the file; nil: the region's end.
  public var loopOut: Placed<Double>?
}
