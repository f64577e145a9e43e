/// A strip's sound on its way to a bus beside the one that it goes to.
public struct SendPlan: Sendable, Equatable {
  public var bus: Placed<String>
  /// "player.a.sends.echo", in decibels. A send that only an event or a control moves begins at −∞.
  public var level: ParameterValue
}
