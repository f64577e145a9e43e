/// Some neighbouring channels of an output, counted from 0.
public struct ChannelRange: BitwiseCopyable, Hashable, Sendable {
  public let first: Int
  public let count: Int

  @_noLocks public init(first: Int, count: Int) {
    self.first = first
    self.count = count
  }

  /// The part of this range that an output with so many channels has.
  @_noLocks public func clamped(to channelCount: Int) -> ChannelRange {
    let start = first < 0 ? 0 : first
    let end = first &+ count < channelCount ? first &+ count : channelCount
    return ChannelRange(first: start, count: end > start ? end &- start : 0)
  }
}
