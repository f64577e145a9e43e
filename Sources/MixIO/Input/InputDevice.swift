/// Where an input listens.
public struct InputDevice: Equatable, Sendable {
  /// What the server calls it: `alsa_input.usb-Shure_MV7.mono-fallback`.
  public var name: String
  /// What people call it: `Shure MV7 Mono`.
  public var description: String

  public init(name: String, description: String) {
    self.name = name
    self.description = description
  }
}
