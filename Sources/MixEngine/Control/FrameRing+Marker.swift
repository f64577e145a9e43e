extension FrameRing {
  /// What is to be done when the stream of frames has come to a position.
  public struct Marker: BitwiseCopyable, Sendable {
    public enum Kind: UInt8, BitwiseCopyable, Sendable {
      /// The frame at `position` is the first of a take.
      case begin
      /// The frame before `position` was the last of the take; `value` samples of it were clipped
      /// on the way into the ring.
      case end
      /// `value` frames of the take found no room: they lie before the frame at `position`.
      case gap
      /// Somebody marked the frame `fileFrame` of the take; `value` is the title's number in
      /// `MarkTitles`. Where it stands among other markers says which take it belongs to, its
      /// `position` only that the take has begun before: frames behind it may be taken back.
      case mark
    }

    public var kind: Kind
    public var position: Int
    /// The render clock's frame at which it happened.
    public var frame: Int64
    public var value: Int
    /// CLOCK_MONOTONIC when it happened.
    public var nanoseconds: Int64
    /// Of a mark: frames of the take before it, lost ones included.
    public var fileFrame: Int

    @_noLocks init(
      _ kind: Kind, position: Int = 0, frame: Int64 = 0, value: Int = 0, nanoseconds: Int64 = 0,
      fileFrame: Int = 0
    ) {
      self.kind = kind
      self.position = position
      self.frame = frame
      self.value = value
      self.nanoseconds = nanoseconds
      self.fileFrame = fileFrame
    }
  }
}
