/// The light of a button: where it listens, and the numbers that mean something to it.
public struct MIDILight: Sendable {
  public var control: MIDIControl
  /// 0…15
  public var channel: Int
  public var on: Int
  public var off: Int
  public var wait: Int
  public var loaded: Int

  /// - Parameters:
  ///   - wait: nil: as off.
  ///   - loaded: nil: as off.
  public init(
    _ control: MIDIControl, channel: Int, on: Int = 127, off: Int = 0, wait: Int? = nil,
    loaded: Int? = nil
  ) {
    self.control = control
    self.channel = channel
    self.on = on
    self.off = off
    self.wait = wait ?? off
    self.loaded = loaded ?? off
  }

  func value(_ state: MIDILightState) -> Int {
    switch state {
    case .off: off
    case .on: on
    case .wait: wait
    case .loaded: loaded
    }
  }
}
