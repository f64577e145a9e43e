/// What people should know of what their hands did.
public enum MIDINotice: Hashable, Sendable {
  /// A control is not where its parameter is; it does nothing until it is.
  case waits(Wait)
  /// A control has got hold of what it waited for.
  case caught(address: String)
  case connected(MIDIPort)
  case gone(MIDIPort)
  /// Events that the system could not keep; nil: it does not say how many.
  case lost(Int?)
  case layer(String?)

  public struct Wait: Hashable, Sendable {
    public var control: MIDIControl
    public var address: String
    /// In the parameter's unit: where the control is, and where the parameter is.
    public var value: Float
    public var current: Float
    /// Where the control must go to get there.
    public var way: TakeoverState.Direction
  }
}
