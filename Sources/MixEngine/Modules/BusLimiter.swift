import CRealtime
import Synchronization

/// Keeps what leaves a bus below its ceiling: a limiter that is always there, with a short look-ahead.
///
/// It looks ahead by 1.5 ms, which is its latency, and rises again with a release of 80 ms. What does
/// not exceed the ceiling comes out as it went in, to the bit; what does comes to 0.05 dB below it,
/// in true peaks of ITU-R BS.1770. Both sides are lowered alike. A new ceiling counts for what comes
/// in from then on. What begins in the middle of a sound takes it in with a fade of 5 ms.
public final class BusLimiter: Module, @unchecked Sendable {
  public static let descriptor = ParameterDescriptor(
    "ceiling", .decibels, -24...0, default: -0.3)

  /// In dB true peak.
  public let ceiling: Parameter

  /// The gain at the end of the last quantum, as a `Float`'s bits. Written by the render thread, read
  /// by any, relaxed: it stands for itself.
  private let lastGain = Atomic<UInt32>(Float(1).bitPattern)

  // Render thread only, once rendering has begun.
  private var line = LimiterLine(latency: LimiterLine.least)
  private var settings = LimiterLine.Settings()
  private var inlet = Ramp(1)
  private var lineFrames = 240
  private var isFresh = true
  private var lastCeiling = Float.nan

  /// - Parameters:
  ///   - bus: "bus.main"; its parameter is "bus.main.ceiling", which all limiters of that bus share.
  ///   - suffix: what stands behind its address, "bus.main.limiter".
  public init(bus: String, suffix: String = "", parameters: ParameterTable) {
    ceiling = parameters.add(Self.descriptor, address: "\(bus).\(Self.descriptor.name)")
    super.init(address: "\(bus).limiter\(suffix)", parameters: parameters)
  }

  deinit { line.deallocate() }

  public override var summary: String { Self.descriptor.text(ceiling.wanted) }

  /// By how many dB the sound is lowered at the end of the last quantum: 0 or below. Any thread.
  public var reduction: Float {
    let gain = Float(bitPattern: lastGain.load(ordering: .relaxed))
    return gain < 1 ? Float(Decibels(gain: Double(gain)).value) : 0
  }

  public override func prepare(sampleRate: SampleRate) {
    line.deallocate()
    line = LimiterLine(latency: Int(sampleRate.frames(seconds: 0.0015)))
    // No tail: that the line still comes out counts as latency.
    latency = line.latency
    lineFrames = Int(sampleRate.frames(seconds: 0.005))
    settings.release = 1 - crt_exp(-1 / (0.08 * Double(sampleRate.hertz)))
    isFresh = true
  }

  @_noLocks public override func reset() {
    line.reset()
    isFresh = true
    lastGain.store(Float(1).bitPattern, ordering: .relaxed)
  }

  @_noLocks public override func process(_ context: RenderContext) {
    let stack = context.stack
    guard let top = stack.get() else { return stack.countMisuse() }
    if top.isExternal, !stack.makeOwn(0) { return }
    takeCeiling()
    if isFresh {
      isFresh = false
      inlet.jump(to: context.time > 0 ? 0 : 1)
      inlet.move(to: 1, over: lineFrames)
    }
    let left = top.left, right = top.right, frames = top.frameCount
    let isStereo = top.channelCount > 1
    // It would come out when nobody knows any more where it came from.
    if !Kernel.isFinite(left, right, frameCount: frames) {
      Kernel.clear(left, frameCount: frames)
      if isStereo { Kernel.clear(right, frameCount: frames) }
      tellNonFinite(context)
    }
    Kernel.apply(inlet, to: left, frameCount: frames)
    if isStereo { Kernel.apply(inlet, to: right, frameCount: frames) }
    inlet.advance(frames)
    var line = line
    var done = 0
    while done < frames {
      let rest = frames &- done
      let n = rest < Quantum.frameCount ? rest : Quantum.frameCount
      line.process(left + done, right + done, isStereo: isStereo, frameCount: n, settings)
      done &+= n
    }
    self.line = line
    lastGain.store(line.gain.bitPattern, ordering: .relaxed)
  }

  @_noLocks private func takeCeiling() {
    if ceiling.value == lastCeiling { return }
    lastCeiling = ceiling.value
    settings.ceiling =
      Decibels(
        Double(ParameterDescriptor.hold(lastCeiling, -24, 0, else: -0.3))
      ).gain
  }
}
