import MixEngine

/// Pushes frames that tell their time: `Signals.numbered` on the left, the same negated on the
/// right; in mono the left alone. Up to frame 2²³.
public final class NumberedSource: Module, @unchecked Sendable {
  private let channelCount: Int
  /// Multiplies every sample.
  private let gain: Float

  public init(channelCount: Int = 2, gain: Float = 1) {
    self.channelCount = channelCount
    self.gain = gain
    super.init(address: "player.numbers", parameters: ParameterTable())
  }

  @_noLocks override public func process(_ context: RenderContext) {
    guard let buffer = context.stack.push(channelCount: channelCount) else { return }
    for c in 0..<channelCount {
      let sign: Float = c == 1 ? -gain : gain
      for i in 0..<buffer.frameCount {
        buffer[c][i] = sign * Float(context.time &+ Int64(i)) / 8_388_608
      }
    }
  }

  /// What it pushes, as interleaved stereo.
  public static func frames(_ range: Range<Int>, gain: Float = 1) -> [Float] {
    range.flatMap { [gain * Float($0) / 8_388_608, -gain * Float($0) / 8_388_608] }
  }
}
