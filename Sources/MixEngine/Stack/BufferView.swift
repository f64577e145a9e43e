/// One entry of a buffer stack: planar Float32 channels of the same length.
///
/// Trivial. Valid until the stack pops the entry and pushes another one.
public struct BufferView: BitwiseCopyable, @unchecked Sendable {
  /// `channelCount` pointers; two of them may be equal only in a buffer that the caller pushed.
  public let channels: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
  public let channelCount: Int
  public let frameCount: Int
  /// Render-clock frame of the first frame.
  public let timestamp: Int64
  /// Whether the samples are the caller's own memory, which operations of the stack never write.
  public let isExternal: Bool

  @_noLocks init(
    channels: UnsafeMutablePointer<UnsafeMutablePointer<Float>>, channelCount: Int,
    frameCount: Int, timestamp: Int64, isExternal: Bool
  ) {
    self.channels = channels
    self.channelCount = channelCount
    self.frameCount = frameCount
    self.timestamp = timestamp
    self.isExternal = isExternal
  }

  /// The first channel.
  public var left: UnsafeMutablePointer<Float> {
    @_noLocks get { channels[0] }
  }

  /// The second channel; of a mono buffer the first.
  public var right: UnsafeMutablePointer<Float> {
    @_noLocks get { channels[channelCount > 1 ? 1 : 0] }
  }

  public subscript(channel: Int) -> UnsafeMutablePointer<Float> {
    @_noLocks get { channels[channel] }
  }
}
