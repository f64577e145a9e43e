import MixEngine

/// A renderer that plays a source into a recorder and on to its output.
///
/// One thread at a time.
public final class RecorderBench {
  public let renderer: Renderer
  public let tap: RecorderTap
  /// What the output got: interleaved.
  public private(set) var output: [Float] = []

  public init(
    _ source: Module = NumberedSource(), format: FrameRing.Format = .float,
    ringFrameCount: Int = 1 << 16, batch: Int = 16384, rate: Int = 48_000, isOffline: Bool = true
  ) {
    renderer = Renderer(sampleRate: SampleRate(rate), isOffline: isOffline)
    tap = RecorderTap(
      address: "recorder.take", parameters: renderer.parameters, format: format,
      ringFrameCount: ringFrameCount, batch: batch)
    let first = ModuleReference(source), second = ModuleReference(tap)
    @_noLocks @Sendable func block(_ context: RenderContext) {
      first.process(context)
      second.process(context)
      context.output()
      context.stack.pop()
    }
    renderer.setBlock(keepingAlive: [source, tap], block)
  }

  /// Sends an action on takes, for a frame of the render clock.
  public func send(_ verb: Action.Verb, at frame: Int64) {
    renderer.send(Action(verb, target: tap.slot, frame: frame), from: .control)
  }

  /// Sends a mark for a frame of the render clock.
  public func mark(at frame: Int64, _ title: String? = nil) {
    let number = title.map { tap.titles.number(of: $0) } ?? MarkTitles.untitled
    renderer.send(
      Action(.markTake, target: tap.slot, value: Double(number), frame: frame), from: .control)
  }

  /// Renders frames without looking at the recorder's room.
  public func render(_ frameCount: Int) {
    var frames = [Float](repeating: 0, count: 2 * frameCount)
    renderer.render(interleaved: &frames, frameCount: frameCount)
    output += frames
  }

  /// Renders frames as an offline driver does: before each request it makes room.
  public func render(_ frameCount: Int, request: Int = 1024, makingRoom: () -> Void) {
    var left = frameCount
    while left > 0 {
      let n = min(left, request)
      while !tap.hasRoom(frameCount: n) { makingRoom() }
      render(n)
      left -= n
    }
  }

  /// Forgets what the output got.
  public func clearOutput() { output = [] }

  /// The events of a kind that were not asked for yet; others are lost.
  public func events(_ kinds: RenderEvent.Kind...) -> [RenderEvent] {
    var found: [RenderEvent] = [], event = RenderEvent(.parameter, target: 0, frame: 0)
    while renderer.events.pop(into: &event) {
      if kinds.contains(event.kind) { found.append(event) }
    }
    return found
  }
}
