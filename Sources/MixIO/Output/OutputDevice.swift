/// Where an output is heard.
public struct OutputDevice: Equatable, Sendable {
  /// What the server calls it: `alsa_output.pci-0000_00_1f.3.analog-stereo`.
  public var name: String
  /// What people call it: `Built-in Audio Analog Stereo`.
  public var description: String

  public init(name: String, description: String) {
    self.name = name
    self.description = description
  }
}
