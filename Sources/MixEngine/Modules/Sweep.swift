/// The one-knob filter of a strip: left takes away highs, right lows (`SweepLaw`).
///
/// A new position is reached in 20 ms, in a straight line of the knob's way, and filters glide frame
/// by frame. In the middle it costs nothing and changes no bit. Edits the top, mono or stereo.
public final class Sweep: Module, @unchecked Sendable {
  public static let descriptors: [ParameterDescriptor] = [
    ParameterDescriptor("sweep", .none, -1...1, default: 0, smoothingMilliseconds: 20)
  ]

  public let sweep: Parameter
  /// What a mono buffer's other side would be.
  private let scratch: UnsafeMutablePointer<Float>

  // Render thread only, once rendering has begun.
  private var position = Ramp(0)
  private var last = Float.nan
  private var filter = SweepFilter(isHigh: false, slope: 1, share: 0)
  private var state = SweepFilter.State()
  private var isFresh = true
  private var rate = 48_000.0
  private var lineFrames = 960

  /// - Parameter strip: where it stands: "player.a" for "player.a.sweep", which is the module's
  ///   address, too.
  public init(strip: String, parameters: ParameterTable) {
    sweep = parameters.add(Self.descriptors[0], address: "\(strip).sweep")
    scratch = .allocate(capacity: Quantum.frameCount)
    scratch.initialize(repeating: 0, count: Quantum.frameCount)
    super.init(address: "\(strip).sweep", parameters: parameters)
  }

  deinit { scratch.deallocate() }

  public override var summary: String {
    let position = sweep.wanted
    if position == 0 { return "off" }
    let frequency = SweepLaw.frequency(Double(position < 0 ? 1 + position : position))
    return (position < 0 ? "lowpass" : "highpass") + " \(Int(frequency.rounded())) Hz"
  }

  public override func prepare(sampleRate: SampleRate) {
    rate = Double(sampleRate.hertz)
    lineFrames = Int(sampleRate.frames(seconds: 0.02))
  }

  @_noLocks public override func reset() { state.reset() }

  @_noLocks public override func process(_ context: RenderContext) {
    aim()
    if position.rests(at: 0) { return }
    let stack = context.stack
    guard let top = stack.get(0) else { return stack.countMisuse() }
    if top.isExternal, !stack.makeOwn(0) { return }
    guard let buffer = stack.get(0), buffer.frameCount <= Quantum.frameCount else {
      return stack.countMisuse()
    }
    let frames = buffer.frameCount, old = filter
    if !position.isFlat {
      position.advance(frames)
      let next = SweepLaw.filter(Double(position.value), rate: rate)
      // The middle belongs to the side that it is come to from.
      filter = next.share == 0 ? SweepFilter(isHigh: old.isHigh, slope: old.slope, share: 0) : next
    }
    let left = buffer.left
    var right = scratch
    if buffer.channelCount > 1 {
      right = buffer.right
    } else {
      Kernel.copy(left, to: scratch, frameCount: frames)
    }
    Kernel.sweep(from: old, to: filter, &state, left, right, frameCount: frames)
    if position.rests(at: 0) {
      state.reset()
      setTail(0)
    } else {
      // Five periods of 20 Hz make −120 dB.
      setTail(Int(rate / 4))
    }
  }

  @_noLocks private func aim() {
    let wanted = sweep.value
    if wanted == last { return }
    last = wanted
    let target: Float = wanted > -1 ? (wanted < 1 ? wanted : 1) : -1
    if isFresh {
      isFresh = false
      position.jump(to: target)
      filter = SweepLaw.filter(Double(target), rate: rate)
    } else {
      position.move(to: target, over: lineFrames)
    }
  }
}
