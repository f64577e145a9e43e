/// Frames per second of a stream.
public struct SampleRate: BitwiseCopyable, Hashable, Sendable {
  /// 1…768,000.
  public let hertz: Int

  @_noLocks public init(_ hertz: Int) { self.hertz = hertz }

  /// The number of frames nearest to a time in seconds.
  @_noLocks public func frames(seconds: Double) -> Int64 {
    let frames = seconds * Double(hertz)
    guard frames < 9e18, frames > -9e18 else { return frames > 0 ? .max : .min }
    return Int64(frames + (frames < 0 ? -0.5 : 0.5))
  }

  /// The time in seconds at which a frame begins.
  @_noLocks public func seconds(frames: Int64) -> Double { Double(frames) / Double(hertz) }
}
