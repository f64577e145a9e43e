import CRealtime
import Synchronization

/// An effect that lowers a sound by what a curve says of its level: the base of compressor, expander
/// and dynamics.
///
/// The level is that of peaks, and the louder side's: both sides are lowered alike, so that nothing
/// moves from side to side; and a peak is what clips. It is held for 10 ms, half a period of 50 Hz,
/// so that a steady tone has a steady level and comes out as it was, but softer.
/// The curve tells the reduction in dB. It goes to there as a one-pole filter in dB does: after the
/// attack's or the release's time 1 − 1/e, 63 %, of the way are done, at any depth; the attack counts
/// where the sound becomes louder. The release begins when the held peak ends.
/// Source: the feed-forward design with a smooth branching detector behind the curve, in decibels,
/// of Giannoulis, Massberg and Reiss, "Digital Dynamic Range Compressor Design" (J. Audio Eng. Soc.
/// 60, 2012).
///
/// Where nothing is lowered and the gain is 0 dB, no bit changes. Thresholds, ratios and the gain
/// reach a new value in 20 ms, in a straight line. It begins as if the sound of its first quantum had
/// gone on for long. In silence it sleeps once it has come to rest.
public class LevelShaper: Effect, @unchecked Sendable {
  enum Law: BitwiseCopyable { case compression, expansion, dynamics }

  /// A parameter of the curve on its way.
  private struct Way: BitwiseCopyable {
    private let parameter: Parameter
    private let low: Float
    private let high: Float
    var ramp: Ramp

    init(_ parameter: Parameter, _ descriptor: ParameterDescriptor) {
      self.parameter = parameter
      low = descriptor.range.lowerBound
      high = descriptor.range.upperBound
      ramp = Ramp(descriptor.defaultValue)
    }

    var wanted: Float {
      @_noLocks get { ParameterDescriptor.hold(parameter.value, low, high, else: ramp.target) }
    }
  }

  private let law: Law
  private let word: String
  private let descriptors: [ParameterDescriptor]
  // Of the curve, in the order of the law's table; where there are two, they repeat.
  private var first: Way
  private var second: Way
  private var third: Way
  private var fourth: Way
  private let attack: Parameter
  private let release: Parameter
  private let gain: Parameter
  private let gainLimit: Float
  /// A quantum of peaks, then of gains.
  private let scratch: UnsafeMutablePointer<Float>
  private var peaks: UnsafeMutablePointer<PeakHold.Peak>

  /// The reduction at the end of the last quantum, as a `Float`'s bits. Written by the render thread,
  /// read by any, relaxed: it stands for itself.
  private let lastReduction = Atomic<UInt32>(0)

  // Render thread only, once rendering has begun.
  private var hold: PeakHold
  private var curve = DynamicsCurve()
  private var rate = 48_000.0
  private var lineFrames = 960
  private var isFresh = true
  /// The peak that the level was made from.
  private var lastPeak: Float = -1
  private var level = -200.0
  /// dB by which the sound is lowered now.
  private var compressed = 0.0
  private var expanded = 0.0
  private var makeup = Ramp(1)
  private var lastGain = Float.nan
  private var lastAttack = Float.nan
  private var lastRelease = Float.nan
  private var attackShare = 1.0
  private var releaseShare = 1.0

  /// - Parameters:
  ///   - word: its type, as the catalogue has it.
  ///   - descriptors: of its type: with `on` and `mix` first, then those of the curve, `attack_ms`,
  ///     `release_ms` and `gain`.
  init(
    address: String, parameters: ParameterTable, word: String, law: Law,
    descriptors: [ParameterDescriptor]
  ) {
    self.word = word
    self.law = law
    self.descriptors = descriptors
    let own = descriptors.dropFirst(2).map {
      (Effect.add($0.name, of: descriptors, address: address, to: parameters), $0)
    }
    let ways = own.dropLast(3).map { Way($0.0, $0.1) }
    first = ways[0]
    second = ways[1]
    third = ways[ways.count - 2]
    fourth = ways[ways.count - 1]
    attack = own[own.count - 3].0
    release = own[own.count - 2].0
    gain = own[own.count - 1].0
    gainLimit = own[own.count - 1].1.range.upperBound
    scratch = UnsafeMutableRawPointer.allocate(
      byteCount: 4 * Quantum.frameCount, alignment: 64
    ).bindMemory(to: Float.self, capacity: Quantum.frameCount)
    scratch.initialize(repeating: 0, count: Quantum.frameCount)
    peaks = .allocate(capacity: 2)
    peaks.initialize(repeating: PeakHold.Peak(), count: 2)
    hold = PeakHold(memory: peaks, capacity: 2, frameCount: 1)
    super.init(address: address, parameters: parameters, descriptors: descriptors)
  }

  deinit {
    scratch.deallocate()
    peaks.deallocate()
  }

  public override var summary: String { levelSummary(word, descriptors) }

  public override func prepare(sampleRate: SampleRate) {
    super.prepare(sampleRate: sampleRate)
    rate = Double(sampleRate.hertz)
    lineFrames = Int(sampleRate.frames(seconds: 0.02))
    let window = max(1, Int(sampleRate.frames(seconds: 0.01)))
    let capacity = PeakHold.capacity(for: window)
    peaks.deallocate()
    peaks = .allocate(capacity: capacity)
    peaks.initialize(repeating: PeakHold.Peak(), count: capacity)
    hold = PeakHold(memory: peaks, capacity: capacity, frameCount: window)
    lastAttack = .nan
    lastRelease = .nan
    isFresh = true
  }

  @_noLocks public override func reset() {
    hold.reset()
    isFresh = true
    lastReduction.store(0, ordering: .relaxed)
  }

  /// The gain does not count.
  public override var reduction: Float? {
    Float(bitPattern: lastReduction.load(ordering: .relaxed))
  }

  @_noLocks public override func processWet(_ buffer: BufferView, _ context: RenderContext) {
    takeParameters()
    let left = buffer.left, right = buffer.right, frames = buffer.frameCount
    let isStereo = buffer.channelCount > 1
    var done = 0
    while done < frames {
      let rest = frames &- done
      let n = rest < Quantum.frameCount ? rest : Quantum.frameCount
      if isAsleep(left + done, right + done, n) {
        done &+= n
        continue
      }
      Kernel.peaks(left + done, right + done, into: scratch, frameCount: n)
      if run(n) {
        Kernel.gains(ofDecibels: scratch, frameCount: n)
        Kernel.multiply(left + done, by: scratch, frameCount: n)
        if isStereo { Kernel.multiply(right + done, by: scratch, frameCount: n) }
      }
      done &+= n
    }
    Kernel.apply(makeup, to: left, frameCount: frames)
    if isStereo { Kernel.apply(makeup, to: right, frameCount: frames) }
    makeup.advance(frames)
  }

  /// Whether silence goes in where silence has left nothing that still moves.
  @_noLocks private final func isAsleep(
    _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, _ frameCount: Int
  ) -> Bool {
    guard !isFresh, hold.value == 0, compressed == 0, !glides() else { return false }
    guard expanded == curve.expansion(at: DynamicsCurve.level(ofPeak: 0)) else { return false }
    guard Kernel.isSilent(left, frameCount: frameCount) else { return false }
    return Kernel.isSilent(right, frameCount: frameCount)
  }

  @_noLocks private final func takeParameters() {
    if gain.value != lastGain {
      lastGain = gain.value
      let dB = ParameterDescriptor.hold(lastGain, 0 - gainLimit, gainLimit, else: 0)
      makeup.move(to: Decibels(Double(dB)).gain, over: isFresh ? 0 : lineFrames)
    }
    if attack.value != lastAttack {
      lastAttack = attack.value
      attackShare = share(ParameterDescriptor.hold(lastAttack, 0.1, 200, else: 5))
    }
    if release.value != lastRelease {
      lastRelease = release.value
      releaseShare = share(ParameterDescriptor.hold(lastRelease, 10, 3000, else: 120))
    }
    let frames = isFresh ? 0 : lineFrames
    first.ramp.move(to: first.wanted, over: frames)
    second.ramp.move(to: second.wanted, over: frames)
    third.ramp.move(to: third.wanted, over: frames)
    fourth.ramp.move(to: fourth.wanted, over: frames)
  }

  /// How much of the rest of its way a one-pole filter goes in a frame.
  @_noLocks private final func share(_ milliseconds: Float) -> Double {
    1 - crt_exp(-1 / (Double(milliseconds) * 0.001 * rate))
  }

  /// Makes the reductions of a quantum's peaks, in dB and negative. False when all of them are 0.
  @_noLocks private final func run(_ frameCount: Int) -> Bool {
    let scratch = scratch
    var hold = hold
    let isGliding = glides()
    if isFresh {
      isFresh = false
      makeup.jump(to: makeup.target)
      shape(at: 0)
      level = DynamicsCurve.level(
        ofPeak: Kernel.measure(scratch, frameCount: frameCount).peak)
      lastPeak = -1
      compressed = curve.compression(at: level)
      expanded = curve.expansion(at: level)
    } else if !isGliding {
      shape(at: 0)
    }
    var compression = curve.compression(at: level), expansion = curve.expansion(at: level)
    var c = compressed, e = expanded
    let up = attackShare, down = releaseShare
    var acts = false
    for i in 0..<frameCount {
      let peak = hold.next(scratch[i])
      let isNew = peak != lastPeak
      if isNew {
        lastPeak = peak
        level = DynamicsCurve.level(ofPeak: peak)
      }
      if isGliding { shape(at: i) }
      if isNew || isGliding {
        compression = curve.compression(at: level)
        expansion = curve.expansion(at: level)
      }
      c += (compression - c) * (compression > c ? up : down)
      e += (expansion - e) * (expansion < e ? up : down)
      let reduction = c + e
      if reduction != 0 { acts = true }
      scratch[i] = 0 - Float(reduction)
    }
    // Far below what can be heard; so that it comes to an end.
    let near = 1e-6
    if c - compression < near, compression - c < near { c = compression }
    if e - expansion < near, expansion - e < near { e = expansion }
    compressed = c
    expanded = e
    lastReduction.store((0 - Float(c + e)).bitPattern, ordering: .relaxed)
    self.hold = hold
    first.ramp.advance(frameCount)
    second.ramp.advance(frameCount)
    third.ramp.advance(frameCount)
    fourth.ramp.advance(frameCount)
    return acts
  }

  @_noLocks private final func glides() -> Bool {
    guard first.ramp.isFlat, second.ramp.isFlat else { return true }
    guard third.ramp.isFlat, fourth.ramp.isFlat else { return true }
    return false
  }

  /// The curve that holds so many frames from now.
  @_noLocks private final func shape(at frame: Int) {
    let a = Double(first.ramp.value(after: frame)), b = Double(second.ramp.value(after: frame))
    switch law {
    case .compression: curve = DynamicsCurve(compression: .ratio(b), above: a)
    case .expansion: curve = DynamicsCurve(expansionRatio: b, below: a)
    case .dynamics:
      curve = DynamicsCurve(
        compression: .headroom(b), above: a,
        expansionRatio: Double(third.ramp.value(after: frame)),
        below: Double(fourth.ramp.value(after: frame)))
    }
  }
}
