/// A sink that is told of sound: `didCapture(_:)` is called with each quantum at its input.
///
/// It reads only. The opposite direction, to be asked for sound, is a `ProvidedSource`; neither can
/// be given the other's closure.
///
///     let peak = CaptureSink(address: "peak", parameters: table) { frames in … }
///     try graph.connect(voice, to: graph.addTap(peak))
public final class CaptureSink: Module, @unchecked Sendable {
  /// Render thread: reads the frames. A `@_noLocks` function, so that the compiler has proven it.
  public typealias DidCapture = @Sendable (CapturedFrames) -> Void

  private let listener: DidCapture

  /// - Parameters:
  ///   - address: its name in the graph, unless it is added with another one.
  ///   - channelCount: 2, or 1: it is told of (left + right) / 2.
  ///   - didCapture: called once a quantum.
  public init(
    address: String, parameters: ParameterTable, channelCount: Int = 2,
    didCapture: @escaping DidCapture
  ) {
    precondition((1...2).contains(channelCount), "a sink is mono or stereo")
    listener = didCapture
    super.init(address: address, parameters: parameters)
    inputChannelCount = channelCount
  }

  @_noLocks public override func process(_ context: RenderContext) {
    guard let top = context.stack.get() else { return context.stack.countMisuse() }
    didCapture(CapturedFrames(top))
  }

  // A stored closure can't be looked through: its body has been proven where it was written.
  @_semantics("no_performance_analysis") @inline(never)
  private func didCapture(_ frames: CapturedFrames) { listener(frames) }
}
