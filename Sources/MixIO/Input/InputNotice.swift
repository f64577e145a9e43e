/// Something that happened to an input, for the control thread: it does something else now.
///
/// A device that came, went or came back, and a server that went or came back, are told by the
/// state: `waiting` has the reason, `running` the device.
public struct InputNotice: Equatable, Sendable {
  public var state: InputState
  /// When, on CLOCK_MONOTONIC.
  public var nanoseconds: Int64
}
