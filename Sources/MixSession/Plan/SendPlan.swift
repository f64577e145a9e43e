import MixEngine

/// A strip's sound on its way to a bus beside the one that it goes to.
public struct SendPlan: Sendable, Equatable {
  public var bus: Placed<String>
  /// "player.a.sends.echo", in decibels. A send that only an event or a control moves begins at −∞.
  public var level: ParameterValue

  /// - Parameters:
  ///   - strip: the strip's address.
  ///   - level: in decibels; nil: −∞.
  init(_ bus: Placed<String>, of strip: String, level: Placed<Float>? = nil) {
    self.bus = bus
    self.level = ParameterValue(
      Fader.sendDescriptor(to: bus.value), of: "\(strip).sends", level)
  }

  /// Whether an address is that of a send, whatever strips and buses there are.
  static func isAddress(_ address: String) -> Bool {
    let parts = address.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[2] == "sends"
  }
}
