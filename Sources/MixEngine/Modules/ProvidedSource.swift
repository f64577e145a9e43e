/// A source that is asked for its sound: where the graph needs a quantum, it calls `provide(into:)`.
///
/// What isn't written is silence. The opposite direction, to be told of sound that is there, is a
/// `CaptureSink`; neither can be given the other's closure.
///
///     let noise = ProvidedSource(address: "noise", parameters: table, channelCount: 1) { frames in
///       …
///     }
///     let output = try graph.addSource(noise)
public final class ProvidedSource: Module, @unchecked Sendable {
  /// Render thread: fills the frames. A `@_noLocks` function, so that the compiler has proven it.
  public typealias Provide = @Sendable (FramesToFill) -> Void

  public let channelCount: Int
  private let supplier: Provide

  /// - Parameters:
  ///   - address: its name in the graph, unless it is added with another one.
  ///   - channelCount: 1, which is heard on both sides, or 2.
  ///   - sampleRate: its own, at most 8 times the engine's; frames are counted in it. Nil: the
  ///     engine's.
  ///   - provide: called once a quantum (of its own rate), however many nodes read what it made.
  public init(
    address: String, parameters: ParameterTable, channelCount: Int = 2,
    sampleRate: SampleRate? = nil, provide: @escaping Provide
  ) {
    precondition((1...2).contains(channelCount), "a source is mono or stereo")
    self.channelCount = channelCount
    supplier = provide
    super.init(address: address, parameters: parameters)
    outputChannelCount = channelCount
    self.sampleRate = sampleRate
  }

  public override var summary: String { channelCount == 1 ? "mono" : "stereo" }

  @_noLocks public override func process(_ context: RenderContext) {
    guard let buffer = context.stack.push(channelCount: channelCount) else { return }
    for c in 0..<buffer.channelCount { Kernel.clear(buffer[c], frameCount: buffer.frameCount) }
    provide(into: FramesToFill(buffer))
  }

  // A stored closure can't be looked through: its body has been proven where it was written.
  @_semantics("no_performance_analysis") @inline(never)
  private func provide(into frames: FramesToFill) { supplier(frames) }
}
