/// Gives the top buffer to a second output, whose device has a clock of its own: its stream reads
/// from `bridge`. The stack stays as it is.
public final class BridgeTap: Module, @unchecked Sendable {
  public let bridge: ClockBridge

  /// - Parameter targetFrameCount: see `ClockBridge`.
  public init(
    address: String, parameters: ParameterTable, sampleRate: SampleRate, targetFrameCount: Int
  ) {
    bridge = ClockBridge(sampleRate: sampleRate, targetFrameCount: targetFrameCount)
    super.init(address: address, parameters: parameters)
  }

  @_noLocks override public func process(_ context: RenderContext) {}
}
