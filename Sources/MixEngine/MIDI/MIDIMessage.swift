/// One message as a port delivers it.
///
/// System messages (clock, active sensing) have no form here: nothing in a mix listens to them.
public struct MIDIMessage: Hashable, BitwiseCopyable, Sendable {
  public enum Kind: UInt8, BitwiseCopyable, Sendable {
    case noteOff, noteOn, keyPressure, controlChange, programChange, channelPressure, pitchBend
    /// Whole in one event: only software clients send these.
    case control14, nrpn, rpn
  }

  public var kind: Kind
  /// 0…15, as on the wire; people count from 1.
  public var channel: UInt8
  /// The note, controller, program or parameter; 0 where there is none.
  public var number: UInt16
  /// 0…127, or 0…16383 of pitch bend (8192 is the centre) and of what comes whole. Of a program: 127.
  public var value: UInt16

  public init(_ kind: Kind, channel: Int, number: Int = 0, value: Int) {
    self.kind = kind
    self.channel = UInt8(truncatingIfNeeded: channel & 15)
    self.number = UInt16(truncatingIfNeeded: number)
    self.value = UInt16(truncatingIfNeeded: value)
  }
}
