import MixEngine
import TOML

/// One line of an events file.
public struct PerformanceEntry: Sendable {
  public enum Deed: Sendable {
    /// A parameter got a value at once: by hand, or in its turn among the actions.
    case change(address: String, AddressValue, isInTurn: Bool)
    /// A parameter began to move.
    case move(address: String, AddressValue, frameCount: Int64)
    /// An action.
    case action(address: String, AddressValue)
    /// A player went on, or back, by seconds of its file.
    case skip(player: String, seconds: Double)
    /// A player's pages were not there, or came; `left` frames faded out.
    case pages(player: String, PerformancePages, left: Int)
    /// The session was read again.
    case reload(PerformanceReload)
    /// Events found no room and are not known.
    case lost(Int)
    /// Up to here it was performed.
    case end
  }

  /// Of the render clock.
  public let frame: Int64
  public let deed: Deed
  /// Where it stands in the file.
  public let range: SourceRange
}
