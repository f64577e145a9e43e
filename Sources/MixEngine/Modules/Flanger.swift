import CRealtime

/// Adds the sound to itself a few milliseconds late, by a time that swings: notches that wander.
///
/// The wet sound is w[n] = d(n − T), where d = x + feedback × w and T = 0.5 ms + depth × 7.5 ms ×
/// (1 − cos 2πφ) ÷ 2. The phase φ is the render clock's frame over the period: flangers of one
/// period go together. A change of the period goes on with the phase where it is. Between frames d
/// is read by the cubic through the four frames around (Lagrange's, whose gain is nowhere above 1,
/// so that the feedback cannot grow by it).
///
/// In silence the effect sleeps once what it holds has become silent (−200 dB): its output is then
/// exactly silent.
public final class Flanger: Effect, @unchecked Sendable {
  public static let descriptors =
    commonDescriptors(mix: 50) + [
      ParameterDescriptor(
        "period", .seconds, 0.1...20, default: 4, taper: .logarithmic(low: 0.1, high: 20)),
      ParameterDescriptor("depth", .percent, 0...100, default: 50, smoothingMilliseconds: 50),
      ParameterDescriptor("feedback", .percent, -95...95, default: 30, smoothingMilliseconds: 5),
    ]

  /// The shortest delay and the widest swing, in seconds.
  private let leastTime = 0.000_5
  private let mostSwing = 0.007_5

  private let period: Parameter
  private let depth: Parameter
  private let feedback: Parameter
  private var ring: UnsafeMutablePointer<SIMD2<Float>>
  private var capacity = 4
  private var rate = 48_000.0
  private var lineFrames = 240

  // Render thread only, once rendering has begun.
  /// Where the next frame is written.
  private var at = 0
  private var isEmpty = true
  private var quietFrames = 0
  /// The phase at frame t is origin + step × t, in 2⁻⁶⁴ of a turn.
  private var origin: UInt64 = 0
  private var step: UInt64 = 0
  private var lastPeriod = Float.nan
  private var width = Ramp(0.5)
  private var echo = Ramp(0)
  /// How much of the input goes in: what is switched on in the middle of a sound takes it in with a
  /// fade, or its echo would begin with a click.
  private var inlet = Ramp(1)
  private var isFresh = true
  /// What the tail was made from.
  private var lastEcho = Float.nan
  private var lastWidth = Float.nan

  public init(address: String, parameters: ParameterTable) {
    period = Self.add("period", of: Self.descriptors, address: address, to: parameters)
    depth = Self.add("depth", of: Self.descriptors, address: address, to: parameters)
    feedback = Self.add("feedback", of: Self.descriptors, address: address, to: parameters)
    ring = .allocate(capacity: capacity)
    ring.initialize(repeating: .zero, count: capacity)
    super.init(address: address, parameters: parameters, descriptors: Self.descriptors)
  }

  deinit { ring.deallocate() }

  public override var summary: String {
    let (period, depth, feedback) = (
      Self.descriptors[2].text(period.wanted), Self.descriptors[3].text(depth.wanted),
      Self.descriptors[4].text(feedback.wanted)
    )
    return "flanger \(period), depth \(depth), feedback \(feedback)"
      + commonSummary(defaultMix: nil)
  }

  public override func prepare(sampleRate: SampleRate) {
    super.prepare(sampleRate: sampleRate)
    rate = Double(sampleRate.hertz)
    lineFrames = Int(sampleRate.frames(seconds: 0.005))
    // A power of two, so that places in it are found with a mask; two frames for the cubic.
    let longest = Int((leastTime + mostSwing) * rate) + 4
    capacity = 4
    while capacity <= longest { capacity *= 2 }
    ring.deallocate()
    ring = .allocate(capacity: capacity)
    ring.initialize(repeating: .zero, count: capacity)
    isEmpty = true
    isFresh = true
    lastPeriod = .nan
    takeParameters(at: 0)
    isFresh = true
  }

  @_noLocks public override func reset() {
    inlet.jump(to: 0)
    forget()
  }

  @_noLocks private func forget() {
    if !isEmpty {
      for i in 0..<capacity { ring[i] = .zero }
    }
    isEmpty = true
    quietFrames = 0
    isFresh = true
  }

  @_noLocks public override func processWet(_ buffer: BufferView, _ context: RenderContext) {
    takeParameters(at: context.time)
    let left = buffer.left, right = buffer.right, frames = buffer.frameCount
    // It would come back when nobody knows any more where it came from.
    if !isFinite(buffer) { silence(buffer, context) }
    var isSilent = Kernel.isSilent(left, frameCount: frames)
    if isSilent { isSilent = Kernel.isSilent(right, frameCount: frames) }
    if isSilent, isEmpty {
      // Asleep, there is nothing to fade from.
      inlet.jump(to: 1)
      isFresh = true
      return
    }
    isEmpty = false
    run(left, right, frames, from: context.time)
    guard isSilent else {
      quietFrames = 0
      return
    }
    let peak = Kernel.measure(left, frameCount: frames).peak
    let other = Kernel.measure(right, frameCount: frames).peak
    if peak < 1e-10, other < 1e-10 {
      quietFrames &+= frames
      // For as long as the ring is read back, nothing has been put into it.
      if quietFrames > capacity { forget() }
    } else {
      quietFrames = 0
    }
  }

  @_noLocks private func takeParameters(at time: Int64) {
    let seconds = period.value
    if isFresh {
      origin = 0
      lastPeriod = .nan
    }
    if seconds != lastPeriod {
      let wasFresh = lastPeriod != lastPeriod
      lastPeriod = seconds
      // Not a number is the longest period.
      let held = seconds > 0.1 ? (seconds < 20 ? Double(seconds) : 20) : seconds <= 0.1 ? 0.1 : 20
      let new = UInt64(crt_round(18_446_744_073_709_551_616 / (held * rate)))
      if !wasFresh { origin &+= (step &- new) &* UInt64(bitPattern: time) }
      step = new
    }
    let share = depth.value / 100
    let swing: Float = share >= 1 ? 1 : share > 0 ? share : 0
    let amount = feedback.value / 100
    let gain: Float = amount >= 0.95 ? 0.95 : amount <= -0.95 ? -0.95 : amount
    if isFresh {
      width.jump(to: swing)
      echo.jump(to: gain == gain ? gain : 0)
    } else {
      // The pitch of what is heard meanwhile bends by a seventh at most.
      width.move(to: swing, over: lineFrames &* 10)
      echo.move(to: gain, over: lineFrames)
    }
    inlet.move(to: 1, over: lineFrames)
    isFresh = false
    takeTail()
  }

  @_noLocks private func takeTail() {
    let widest = width.target > width.value ? width.target : width.value
    if echo.target == lastEcho, widest == lastWidth { return }
    lastEcho = echo.target
    lastWidth = widest
    let gain = lastEcho < 0 ? 0 - lastEcho : lastEcho
    let turns = gain > 0 ? crt_log10(1e-6) / crt_log10(Double(gain)) : 0
    let reach = (leastTime + mostSwing * Double(widest)) * rate + 4
    setWetTail(Int(reach * (turns + 3)) &+ lineFrames &* 10)
  }

  @_noLocks private func run(
    _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, _ frameCount: Int,
    from time: Int64
  ) {
    let ring = ring, mask = capacity &- 1
    let width = width, echo = echo, inlet = inlet
    // The cubic reads frames that have been written.
    let shortest = leastTime * rate > 2 ? leastTime * rate : 2
    let half = mostSwing * rate / 2
    // 2π ÷ 2⁶⁴, of a phase that counts from −½ to ½ of a turn.
    let turn = 2 * Double.pi / 18_446_744_073_709_551_616
    var phase = origin &+ step &* UInt64(bitPattern: time)
    var at = at
    for i in 0..<frameCount {
      let swing = half * Double(width.value(after: i))
      let delay = shortest + swing * (1 - crt_cos(Double(Int64(bitPattern: phase)) * turn))
      let whole = Int(delay)
      let part = Float(delay - Double(whole))
      // The frames that are one less, as many, one and two more than `whole` frames old.
      let from = at &- whole
      let p = ring[(from &+ 1) & mask], q = ring[from & mask]
      let r = ring[(from &- 1) & mask], s = ring[(from &- 2) & mask]
      // Lagrange's cubic through the ages −1, 0, 1, 2 at `part`.
      let before = part + 1, after = part - 1, last = part - 2
      let a = part * after * last * (-1 / 6), b = before * after * last * 0.5
      let c = before * part * last * -0.5, d = before * part * after * (1 / 6)
      let w = (p * a + q * b) + (r * c + s * d)
      let x = SIMD2<Float>(left[i], right[i])
      ring[at & mask] = x * inlet.value(after: i) + w * echo.value(after: i)
      at = (at &+ 1) & mask
      left[i] = w.x
      right[i] = w.y
      phase &+= step
    }
    self.at = at
    self.width.advance(frameCount)
    self.echo.advance(frameCount)
    self.inlet.advance(frameCount)
  }
}
