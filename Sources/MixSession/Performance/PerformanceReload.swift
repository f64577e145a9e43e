/// A session that was read again while it was performed.
public struct PerformanceReload: Sendable {
  /// When what left began to fade out, in frames of the render clock.
  public let begin: Int64
  /// When the new session ran.
  public let done: Int64
  public let plan: SessionPlan
  /// Hashes of the players' files, by player.
  public let files: [(player: String, hash: Placed<String>)]
}
