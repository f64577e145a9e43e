/// Something that happened to an output, for the control thread.
public struct OutputNotice: Equatable, Sendable {
  public enum Event: Equatable, Sendable {
    /// It does something else now.
    case state(OutputState)
    /// Somebody changed how loud the server plays it.
    case volume(OutputVolume)
  }

  public var event: Event
  /// When, on CLOCK_MONOTONIC.
  public var nanoseconds: Int64
  /// The first frame of the render clock that had not been rendered then.
  public var frame: Int64
}
