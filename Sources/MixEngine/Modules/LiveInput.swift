import CRealtime
import Synchronization

/// A source whose sound comes from a device while it is rendered.
///
/// A capture stream writes to `bridge`; each quantum takes 64 frames from it. Pushes stereo. It may
/// sound for ever: a mix with one never ends by itself.
public final class LiveInput: Module, @unchecked Sendable {
  public let bridge: ClockBridge
  private let reader: BridgeReader
  private let wayFrames = Atomic<Int>(0)

  /// - Parameter targetFrameCount: see `ClockBridge`.
  public init(
    address: String, parameters: ParameterTable, sampleRate: SampleRate, targetFrameCount: Int
  ) {
    bridge = ClockBridge(sampleRate: sampleRate, targetFrameCount: targetFrameCount)
    reader = bridge.reader
    super.init(address: address, parameters: parameters)
  }

  /// Any thread: frames from when it gives a frame to when the farthest output gives that.
  public var wayFrameCount: Int { wayFrames.load(ordering: .relaxed) }

  /// Control thread.
  func setWay(_ frames: Int) { wayFrames.store(frames, ordering: .relaxed) }

  public override var summary: String { "live" }

  @_noLocks override public func process(_ context: RenderContext) {
    sounds(until: context.time &+ Int64(context.frameCount) &+ 1, context)
    guard let buffer = context.stack.push(channelCount: 2) else { return }
    reader.read(
      into: buffer.left, buffer.right, frameCount: buffer.frameCount, frame: context.time,
      at: crt_monotonic_ns())
  }
}
