/// What one node costs.
public struct NodeLoad: Hashable, Sendable {
  /// "player.a", "effect.echo".
  public let address: String
  /// Share of the time that a quantum lasts, on average.
  public let share: Double
}
