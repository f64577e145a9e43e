import MixEngine
import TOML

/// Something that the session does by itself.
public struct EventPlan: Sendable, Equatable {
  /// Seconds of the session's clock.
  public let at: Placed<Double>
  public let to: Placed<String>
  public let entry: AddressEntry
  public let value: Placed<AddressValue>
  /// Seconds; 0: at once.
  public let over: Placed<Double>
}
