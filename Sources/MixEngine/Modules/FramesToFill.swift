/// What a `ProvidedSource` is asked to fill: planar frames that hold silence until they are written.
///
/// Trivial; valid only during the call that it came with.
public struct FramesToFill: BitwiseCopyable, @unchecked Sendable {
  private let buffer: BufferView

  @_noLocks init(_ buffer: BufferView) { self.buffer = buffer }

  public var channelCount: Int {
    @_noLocks get { buffer.channelCount }
  }

  public var frameCount: Int {
    @_noLocks get { buffer.frameCount }
  }

  /// Render-clock frame of the first frame; of a source that has a rate of its own, counted in it.
  public var frame: Int64 {
    @_noLocks get { buffer.timestamp }
  }

  /// `frameCount` samples of a channel; nil where there is no such channel, so that the second one
  /// of a mono buffer can't be written.
  public subscript(channel: Int) -> UnsafeMutablePointer<Float>? {
    @_noLocks get {
      if channel < 0 { return nil }
      return channel < buffer.channelCount ? buffer[channel] : nil
    }
  }
}
