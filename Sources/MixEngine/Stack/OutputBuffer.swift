/// The planar channels that one quantum of an output is written to. Trivial; the renderer owns it.
public struct OutputBuffer: BitwiseCopyable, @unchecked Sendable {
  public let channels: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
  public let channelCount: Int

  @_noLocks init(
    channels: UnsafeMutablePointer<UnsafeMutablePointer<Float>>, channelCount: Int
  ) {
    self.channels = channels
    self.channelCount = channelCount
  }
}
