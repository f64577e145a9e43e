import TOML

/// An output, which plays a bus on a device.
public struct OutputPlan: Sendable, Equatable {
  public static let address = "output.main"

  /// Part of a sink's name or description; nil: the server's default.
  public var device: Placed<String>?
  /// Milliseconds.
  public var latency: Placed<Double>
  public var from: Placed<String>
  public var parameters: [ParameterValue]
}
