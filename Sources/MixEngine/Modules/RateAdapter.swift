/// Reads a source of another rate between its frames.
///
/// The source is asked for whole quanta of its own time, as much ahead as the filter needs: frame 0
/// stays frame 0, and nothing is late. Before its first quantum there is silence. How rendering is cut
/// changes no bit. Pushes stereo.
final class RateAdapter: Module, @unchecked Sendable {
  let source: Module
  let rate: SampleRate
  private static let capacity = 2048

  // Render thread only, once rendering has begun.
  private let reference: ModuleReference
  private let interpolator: Interpolator
  private let samples: UnsafeMutablePointer<Float>
  private let room = RateAdapter.capacity
  /// What the source says of its sound, in its own time.
  private let ending = EndClock.allocate()
  private var stride = FileStride()
  private var engineRate: Int64 = 48_000
  /// Where the next frame is read, in the source's time.
  private var place = FramePosition(0)
  /// The source's frames that are there: the first, and how many.
  private var first: Int64 = 0
  private var count = 0
  /// The first frame of the source's next quantum.
  private var next: Int64 = 0
  private var isFresh = true

  /// - Parameters:
  ///   - source: that of the node at `address`.
  ///   - rate: the source's; at most 8 times the engine's.
  init(address: String, source: Module, rate: SampleRate) {
    self.source = source
    self.rate = rate
    reference = ModuleReference(source)
    interpolator = FilePlayer.interpolators.interpolator
    samples = .allocate(capacity: 2 * Self.capacity)
    samples.initialize(repeating: 0, count: 2 * Self.capacity)
    super.init(address: address, parameters: source.parameters)
  }

  deinit {
    samples.deallocate()
    ending.deallocate()
  }

  override var summary: String { source.summary }

  override func prepare(sampleRate: SampleRate) {
    precondition(
      rate.hertz <= 8 * sampleRate.hertz, "a source's rate is beyond 8 times the engine's")
    FilePlayer.interpolators.prepare(upTo: Double(rate.hertz) / Double(sampleRate.hertz))
    stride = FileStride(fileRate: rate.hertz, engineRate: sampleRate.hertz)
    engineRate = Int64(sampleRate.hertz)
    latency = (source.latency * sampleRate.hertz + rate.hertz - 1) / rate.hertz
  }

  @_noLocks override func process(_ context: RenderContext) {
    if isFresh { begin(context.time) }
    let step = stride.step
    let span = interpolator.span(at: place, step: step, frameCount: context.frameCount)
    drop(before: span.first)
    let end = span.first &+ Int64(span.count)
    while first &+ Int64(count) < end { pull(context) }
    if let buffer = context.stack.push() {
      var at = place
      at.frame &-= first
      interpolator.render(
        samples, samples + room, at: at, step: step, buffer.left, buffer.right,
        frameCount: buffer.frameCount)
    }
    stride.advance(&place, count: context.frameCount)
    let until = ending.soundsUntil
    if until > 0 {
      let hertz = Int64(rate.hertz)
      sounds(until: (until &* engineRate &+ hertz &- 1) / hertz, context)
    }
  }

  /// The source begins with the quantum in which the render clock's frame lies.
  @_noLocks private func begin(_ time: Int64) {
    isFresh = false
    let hertz = Int64(rate.hertz)
    let scaled = time &* hertz
    var frame = scaled / engineRate
    if frame &* engineRate > scaled { frame &-= 1 }
    let rest = scaled &- frame &* engineRate
    place = FramePosition(
      frame, fraction: UInt32(truncatingIfNeeded: (rest &<< 32) / engineRate))
    let quantum = Int64(Quantum.frameCount)
    next = frame & ~(quantum &- 1)
    let span = interpolator.span(at: place, step: stride.step, frameCount: 1)
    first = span.first < next ? span.first : next
    count = Int(next &- first)
    Kernel.clear(samples, frameCount: count)
    Kernel.clear(samples + room, frameCount: count)
  }

  @_noLocks private func drop(before frame: Int64) {
    let gone = Int(frame &- first)
    if gone <= 0 { return }
    let left = count &- gone
    for i in 0..<left {
      samples[i] = samples[i &+ gone]
      samples[room &+ i] = samples[room &+ i &+ gone]
    }
    first &+= Int64(gone)
    count = left
  }

  /// Asks the source for its next quantum.
  @_noLocks private func pull(_ context: RenderContext) {
    let stack = context.stack, before = stack.count
    stack.setTimestamp(next)
    reference.process(
      RenderContext(
        stack: stack, frameCount: context.frameCount, sampleRate: rate, time: next,
        isOffline: context.isOffline, outputs: context.outputs, outputCount: context.outputCount,
        mailbox: context.mailbox, ending: ending))
    stack.setTimestamp(context.time)
    let left = samples + count, right = samples + (room &+ count)
    if stack.count > before, let top = stack.get() {
      Kernel.copy(top.left, to: left, frameCount: context.frameCount)
      Kernel.copy(top.right, to: right, frameCount: context.frameCount)
      stack.pop(stack.count &- before)
    } else {
      Kernel.clear(left, frameCount: context.frameCount)
      Kernel.clear(right, frameCount: context.frameCount)
    }
    count &+= context.frameCount
    next &+= Int64(context.frameCount)
  }
}
