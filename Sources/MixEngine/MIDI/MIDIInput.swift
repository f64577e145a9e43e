/// What a hand did, decoded: one control's new value, or its steps.
public struct MIDIInput: Hashable, BitwiseCopyable, Sendable {
  public enum Value: Hashable, BitwiseCopyable, Sendable {
    /// 0…127
    case coarse(Int)
    /// 0…16383
    case fine(Int)
    /// Data increment and decrement of (N)RPN.
    case steps(Int)
  }

  public var control: MIDIControl
  /// 0…15, as on the wire.
  public var channel: Int
  public var value: Value

  public init(_ control: MIDIControl, channel: Int, _ value: Value) {
    self.control = control
    self.channel = channel
    self.value = value
  }
}
