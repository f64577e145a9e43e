/// What a `CaptureSink` is told of: planar frames to read.
///
/// Trivial; valid only during the call that it came with.
public struct CapturedFrames: BitwiseCopyable, @unchecked Sendable {
  private let buffer: BufferView

  @_noLocks init(_ buffer: BufferView) { self.buffer = buffer }

  public var channelCount: Int {
    @_noLocks get { buffer.channelCount }
  }

  public var frameCount: Int {
    @_noLocks get { buffer.frameCount }
  }

  /// Render-clock frame of the first frame.
  public var frame: Int64 {
    @_noLocks get { buffer.timestamp }
  }

  /// `frameCount` samples of a channel; nil where there is no such channel.
  public subscript(channel: Int) -> UnsafePointer<Float>? {
    @_noLocks get {
      if channel < 0 { return nil }
      return channel < buffer.channelCount ? UnsafePointer(buffer[channel]) : nil
    }
  }
}
