import TOML

/// An output, which plays a bus on a device.
public struct OutputPlan: Sendable, Equatable {
  public let name: String
  /// Its name in the header; nil: nobody wrote one (main).
  public let nameRange: SourceRange?
  /// Part of a sink's name or description; nil: the server's default.
  public var device: Placed<String>?
  /// A source of this name appears for other programs; the output plays to it.
  public var virtualSource: Placed<String>?
  /// Milliseconds.
  public var latency: Placed<Double>
  /// A bus.
  public var from: Placed<String>
  public var parameters: [ParameterValue]

  /// "output.main"
  public var address: String { "output.\(name)" }

  public static func == (left: Self, right: Self) -> Bool {
    left.name == right.name && left.device == right.device
      && left.virtualSource == right.virtualSource && left.latency == right.latency
      && left.from == right.from && left.parameters == right.parameters
  }
}
