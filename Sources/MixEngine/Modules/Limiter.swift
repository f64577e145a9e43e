import CRealtime
import Synchronization

/// Keeps true peaks under a ceiling, by looking ahead.
///
/// Its output is later by the attack: the gain goes down in a smooth curve within that time and is
/// there with the peak. It rises again as a one-pole filter: after the release's time 63 % of the way
/// are done. `gain` raises or lowers the sound before the ceiling and reaches a new value in 20 ms; a
/// new ceiling and a new release count for what comes in from then on. The attack is the latency, so
/// it is fixed while the limiter stands in a mix: it is what it was when that was prepared, and 32
/// frames at least.
///
/// What does not exceed the ceiling comes out as it went in, to the bit; what does comes to 0.05 dB
/// below it. True peaks are those of ITU-R BS.1770. Both sides are lowered alike. Off, or at no mix,
/// it is a delay, and still looks ahead, so that it is in time when it comes on.
public final class Limiter: Effect, @unchecked Sendable {
  public static let descriptors =
    commonDescriptors() + [
      ParameterDescriptor("ceiling", .decibels, -40...0, default: -0.3),
      ParameterDescriptor("attack_ms", .milliseconds, 1...30, default: 12),
      ParameterDescriptor("release_ms", .milliseconds, 1...60, default: 24),
      .level("gain", -40...40, default: 0),
    ]

  /// How far it looks ahead, in milliseconds, if that is not what `attack_ms` is when it is prepared.
  public var lookAhead: Float?

  private let ceiling: Parameter
  private let attack: Parameter
  private let release: Parameter
  private let makeup: Parameter

  /// The gain at the end of the last quantum, as a `Float`'s bits. Written by the render thread, read
  /// by any, relaxed: it stands for itself.
  private let lastGain = Atomic<UInt32>(Float(1).bitPattern)

  // Render thread only, once rendering has begun.
  private var line = LimiterLine(latency: LimiterLine.least)
  private var settings = LimiterLine.Settings()
  private var rate = 48_000.0
  private var lineFrames = 960
  /// How much of the input goes in: what begins in the middle of a sound takes it in with a fade, or
  /// the first sound out of the line would be a step.
  private var inlet = Ramp(1)
  private var isFresh = true
  /// What the settings were made from.
  private var last = SIMD4<Float>(repeating: .nan)

  public init(address: String, parameters: ParameterTable) {
    ceiling = Self.add("ceiling", of: Self.descriptors, address: address, to: parameters)
    attack = Self.add("attack_ms", of: Self.descriptors, address: address, to: parameters)
    release = Self.add("release_ms", of: Self.descriptors, address: address, to: parameters)
    makeup = Self.add("gain", of: Self.descriptors, address: address, to: parameters)
    super.init(address: address, parameters: parameters, descriptors: Self.descriptors)
    mixesItself = true
  }

  deinit { line.deallocate() }

  public override var summary: String { levelSummary("limiter", Self.descriptors) }

  public override func prepare(sampleRate: SampleRate) {
    super.prepare(sampleRate: sampleRate)
    rate = Double(sampleRate.hertz)
    lineFrames = Int(sampleRate.frames(seconds: 0.02))
    let milliseconds = ParameterDescriptor.hold(lookAhead ?? attack.wanted, 1, 30, else: 12)
    line.deallocate()
    line = LimiterLine(latency: Int(sampleRate.frames(seconds: Double(milliseconds) / 1000)))
    // No tail: that the line still comes out counts as latency.
    latency = line.latency
    last = SIMD4(repeating: .nan)
    isFresh = true
  }

  @_noLocks public override func reset() {
    line.reset()
    isFresh = true
    lastGain.store(Float(1).bitPattern, ordering: .relaxed)
  }

  /// The gain does not count.
  public override var reduction: Float? {
    let gain = Float(bitPattern: lastGain.load(ordering: .relaxed))
    return gain < 1 ? Float(Decibels(gain: Double(gain)).value) : 0
  }

  @_noLocks override func processMixed(
    _ buffer: BufferView, dry: Ramp, wet: Ramp, _ context: RenderContext
  ) {
    if isFresh {
      inlet.jump(to: context.time > 0 ? 0 : 1)
      inlet.move(to: 1, over: lineFrames / 4)
    }
    takeParameters()
    // It would come out when nobody knows any more where it came from.
    if !isFinite(buffer) { silence(buffer, context) }
    let left = buffer.left, right = buffer.right, frames = buffer.frameCount
    let isStereo = buffer.channelCount > 1
    Kernel.apply(inlet, to: left, frameCount: frames)
    if isStereo { Kernel.apply(inlet, to: right, frameCount: frames) }
    inlet.advance(frames)
    var (line, settings) = (line, settings)
    settings.dry = dry
    settings.wet = wet
    var done = 0
    while done < frames {
      let rest = frames &- done
      let n = rest < Quantum.frameCount ? rest : Quantum.frameCount
      line.process(left + done, right + done, isStereo: isStereo, frameCount: n, settings)
      settings.advance(n)
      done &+= n
    }
    self.line = line
    self.settings = settings
    let gain: Float = wet.rests(at: 0) ? 1 : line.gain
    lastGain.store(gain.bitPattern, ordering: .relaxed)
  }

  @_noLocks private func takeParameters() {
    let wanted = SIMD4<Float>(ceiling.value, release.value, makeup.value, isFresh ? 1 : 0)
    if wanted == last { return }
    last = wanted
    settings.ceiling =
      Decibels(
        Double(ParameterDescriptor.hold(wanted[0], -40, 0, else: -0.3))
      ).gain
    let milliseconds = Double(ParameterDescriptor.hold(wanted[1], 1, 60, else: 24))
    settings.release = 1 - crt_exp(-1 / (milliseconds * 0.001 * rate))
    let gain = Decibels(Double(ParameterDescriptor.hold(wanted[2], -40, 40, else: 0))).gain
    settings.makeup.move(to: gain, over: isFresh ? 0 : lineFrames)
    isFresh = false
  }
}
