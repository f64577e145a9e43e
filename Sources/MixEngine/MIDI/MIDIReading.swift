/// Something that is shown on a device: a number between two ends.
public struct MIDIReading: Sendable {
  /// "bus.main.level"
  public let address: String
  public let scale: MIDIScale
  /// MIDI thread.
  public let value: @Sendable () -> Float

  public init(
    _ address: String, _ scale: MIDIScale, value: @escaping @Sendable () -> Float
  ) {
    self.address = address
    self.scale = scale
    self.value = value
  }
}
