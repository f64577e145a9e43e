/// How a recording stands.
public struct TakeStatus: Sendable {
  /// The file that is being written; nil between takes, and after an error.
  public var path: FilePath?
  /// Frames that this file holds so far.
  public var frameCount: Int64 = 0
  /// Samples of it that were clipped so far.
  public var clippedSampleCount = 0
  /// Frames of silence in it so far.
  public var gapFrameCount: Int64 = 0
  /// Why the present take is not being written any more. The next take tries again.
  public var error: TakeError?
  /// Files that are complete, or failed, so far.
  public var finishedCount = 0
}
