/// A moment at which a player's pages were not there in time, or came: kept of a performance, so that
/// it can sound the same again.
public struct FilePlayerLapse: BitwiseCopyable, Sendable {
  public enum Kind: UInt8, BitwiseCopyable, Sendable {
    /// The sound broke off; `frameCount` frames were left to fade.
    case broken
    /// It could not begin.
    case late
    /// The pages were there again.
    case over
  }

  /// Of the render clock.
  public let frame: Int64
  public let kind: Kind
  public let frameCount: Int

  public init(_ kind: Kind, frame: Int64, frameCount: Int = 0) {
    self.kind = kind
    self.frame = frame
    self.frameCount = frameCount
  }
}
