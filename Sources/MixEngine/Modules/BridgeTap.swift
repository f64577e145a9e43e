import CRealtime

/// Gives the top buffer to a second output, whose device has a clock of its own: its stream reads
/// from `bridge`. The stack stays as it is.
public final class BridgeTap: Module, @unchecked Sendable {
  public let bridge: ClockBridge
  private let writer: BridgeWriter

  /// - Parameter targetFrameCount: see `ClockBridge`.
  public init(
    address: String, parameters: ParameterTable, sampleRate: SampleRate, targetFrameCount: Int
  ) {
    bridge = ClockBridge(sampleRate: sampleRate, targetFrameCount: targetFrameCount)
    writer = bridge.writer
    writer.begin()
    super.init(address: address, parameters: parameters)
  }

  @_noLocks override public func process(_ context: RenderContext) {
    guard let top = context.stack.get(0), top.channelCount > 1 else {
      return context.stack.countMisuse()
    }
    writer.write(top.left, top.right, frameCount: top.frameCount, at: crt_monotonic_ns())
  }
}
