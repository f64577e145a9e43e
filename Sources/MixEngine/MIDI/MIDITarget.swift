/// Something that a control moves.
public struct MIDITarget: Sendable {
  public enum Kind: Sendable {
    case parameter(Parameter, ParameterDescriptor, MIDIScale)
    /// The scale is for controls that give a number all the time.
    case action(MIDIAction, MIDIScale?)
    /// A layer's place in the map.
    case layer(Int)
  }

  /// "player.a.gain"
  public let address: String
  public let kind: Kind

  public init(_ address: String, _ kind: Kind) {
    self.address = address
    self.kind = kind
  }
}
