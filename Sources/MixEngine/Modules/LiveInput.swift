/// A source whose sound comes from a device while it is rendered.
///
/// A capture stream writes to `bridge`; each quantum takes 64 frames from it. Pushes stereo.
public final class LiveInput: Module, @unchecked Sendable {
  public let bridge: ClockBridge

  /// - Parameter targetFrameCount: see `ClockBridge`.
  public init(
    address: String, parameters: ParameterTable, sampleRate: SampleRate, targetFrameCount: Int
  ) {
    bridge = ClockBridge(sampleRate: sampleRate, targetFrameCount: targetFrameCount)
    super.init(address: address, parameters: parameters)
  }

  @_noLocks override public func process(_ context: RenderContext) {
    _ = context.stack.pushSilence()
  }
}
