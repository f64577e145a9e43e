/// What `MIDILearn` says of the control that a person moved: all that a line of a map needs.
public struct MIDILearnFinding: Hashable, Sendable {
  /// How the control is used.
  public enum Kind: Hashable, Sendable {
    /// Has a position: a fader, a knob, a strip, pressure.
    case absolute
    /// Turns without an end; nil: it steps a parameter up and down, which needs no encoding.
    case encoder(RelativeEncoding?)
    /// Is pressed. `releases`: letting it go was heard too, so that it can be used while held.
    case button(releases: Bool)
  }

  public var port: MIDIPort.ID
  public var control: MIDIControl
  /// 0…15, as on the wire; people count from 1.
  public var channel: Int
  public var kind: Kind
  /// The smallest and the largest value, 0…127, or 0…16383 of fine controls; of what steps, −1…1.
  public var range: ClosedRange<Int>
  /// How many different values were seen.
  public var valueCount: Int
  /// How many messages carried them.
  public var messageCount: Int
  /// False: it may be something else, e.g. one value only was seen, or an encoder was turned one way.
  /// Moving it once more, further or the other way, tells.
  public var isSure: Bool

  public init(
    port: MIDIPort.ID, control: MIDIControl, channel: Int, kind: Kind, range: ClosedRange<Int>,
    valueCount: Int, messageCount: Int, isSure: Bool
  ) {
    self.port = port
    self.control = control
    self.channel = channel
    self.kind = kind
    self.range = range
    self.valueCount = valueCount
    self.messageCount = messageCount
    self.isSure = isSure
  }
}
