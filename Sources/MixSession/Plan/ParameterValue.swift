import MixEngine
import TOML

/// What a parameter begins with.
public struct ParameterValue: Sendable, Equatable {
  /// "player.a.gain"
  public let address: String
  public let descriptor: ParameterDescriptor
  /// In the descriptor's unit; switches are 0 or 1.
  public var value: Placed<Float>

  init(_ descriptor: ParameterDescriptor, of module: String, _ value: Placed<Float>?) {
    address = "\(module).\(descriptor.name)"
    self.descriptor = descriptor
    self.value = value ?? Placed(descriptor.defaultValue)
  }

  public static func == (left: Self, right: Self) -> Bool {
    left.address == right.address && left.value == right.value
  }
}
