/// Stands where the channels of what comes and of what is wanted differ: mono is heard on both sides
/// at the same gain, stereo becomes (left + right) / 2, so that mono comes back as it was.
public final class ChannelAdapter: Module, @unchecked Sendable {
  /// What it makes: 1 or 2.
  public let channelCount: Int

  init(address: String, parameters: ParameterTable, channelCount: Int) {
    self.channelCount = channelCount
    super.init(address: address, parameters: parameters)
  }

  public override var summary: String {
    GraphAdapter.Change.text(ofChannels: channelCount == 1 ? 2 : 1, to: channelCount)
  }

  @_noLocks public override func process(_ context: RenderContext) {
    let stack = context.stack
    guard let top = stack.get() else { return stack.countMisuse() }
    if top.channelCount == channelCount { return }
    if channelCount > 1 {
      stack.widen()
      return
    }
    guard let mono = stack.pushSilence(channelCount: 1) else { return }
    stack.add(top, to: mono, gain: 1)
    stack.remove(1)
  }
}
