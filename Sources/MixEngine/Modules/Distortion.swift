import CRealtime

/// Spoils the sound: a chain of six stages, each of which has its share.
///
/// Of the sound x, held to ±1000, it makes
/// - delay: e is v from D frames ago, v = x + e^−decay × e; s = x and e, by `delay_mix`,
/// - decimation: s is taken up anew only every H frames, H = 240^(decimation ÷ 100) at 48 kHz,
/// - rounding: to the nearest multiple of 2^(−23 × (1 − rounding ÷ 100)); from here on s and what
///   has become of it by `decimation_mix`,
/// - polynomial: linear × s + squared × s² + cubic × s³, by `polynomial_mix`,
/// - ring modulation: s times two sines, which `ring_balance` weighs, by `ring_mix`,
/// - soft clip: u ÷ √(1 + u²), where u is s with the gain of `soft_clip`.
///
/// At 0 % decimation and rounding do nothing. The sines' phase is the render clock's frame times
/// their frequency; a new frequency goes on with the phase where it is. A new delay is cross-faded
/// over 20 ms; changes meanwhile wait for the end of that. In silence the effect sleeps once what
/// it holds has become silent (−200 dB): its output is then exactly silent.
public final class Distortion: Effect, @unchecked Sendable {
  public static let descriptors =
    commonDescriptors(mix: 50) + [
      ParameterDescriptor(
        "delay_ms", .milliseconds, 0.1...500, default: 0.1,
        taper: .logarithmic(low: 0.1, high: 500), smoothingMilliseconds: 20),
      ParameterDescriptor(
        "decay", .none, 0.1...50, default: 1, taper: .logarithmic(low: 0.1, high: 50),
        smoothingMilliseconds: 5),
      share("delay_mix", 50), share("decimation", 0), share("rounding", 0),
      share("decimation_mix", 50),
      ParameterDescriptor("linear", .none, 0...1, default: 1, smoothingMilliseconds: 5),
      ParameterDescriptor("squared", .none, 0...20, default: 0, smoothingMilliseconds: 5),
      ParameterDescriptor("cubic", .none, 0...20, default: 0, smoothingMilliseconds: 5),
      share("polynomial_mix", 50), tone("ring_frequency_1"), tone("ring_frequency_2"),
      share("ring_balance", 50), share("ring_mix", 0),
      ParameterDescriptor("soft_clip", .decibels, -80...20, default: -6, smoothingMilliseconds: 5),
    ]

  /// A parameter that moves in a straight line, as a factor.
  private struct Line: BitwiseCopyable {
    let parameter: Parameter
    var ramp = Ramp(0)

    init(_ parameter: Parameter) { self.parameter = parameter }

    @_noLocks mutating func take(_ value: Float, over frames: Int, jumps: Bool) {
      ramp.move(to: value, over: frames)
      if jumps { ramp.jump(to: ramp.target) }
    }
  }

  /// A sine of the ring modulation: its phase at frame t is origin + step × t, in 2⁻⁶⁴ of a turn.
  private struct Tone: BitwiseCopyable {
    let parameter: Parameter
    var origin: UInt64 = 0
    var step: UInt64 = 0
    var last = Float.nan

    init(_ parameter: Parameter) { self.parameter = parameter }

    @_noLocks mutating func take(rate: Double, at time: Int64, jumps: Bool) {
      let hertz = parameter.value
      if jumps { origin = 0 }
      if hertz == last { return }
      last = hertz
      let turns = Double(hertz) / rate
      let held = turns > 0 ? (turns < 0.4999 ? turns : 0.4999) : 0
      let new = UInt64(crt_round(held * 18_446_744_073_709_551_616))
      if !jumps { origin &+= (step &- new) &* UInt64(bitPattern: time) }
      step = new
    }

    @_noLocks @inline(__always) func value(at time: Int64) -> Float {
      let phase = origin &+ step &* UInt64(bitPattern: time)
      // 2π ÷ 2⁶⁴, of a phase that counts from −½ to ½ of a turn.
      let turn = 2 * Double.pi / 18_446_744_073_709_551_616
      return Float(crt_sin(Double(Int64(bitPattern: phase)) * turn))
    }
  }

  private typealias Frame = SIMD2<Float>

  private let time: Parameter
  private var echo: Line
  private var delayMix: Line
  private var decimation: Line
  private var rounding: Line
  private var decimationMix: Line
  private var linear: Line
  private var squared: Line
  private var cubic: Line
  private var polynomialMix: Line
  private var tone1: Tone
  private var tone2: Tone
  private var balance: Line
  private var ringMix: Line
  private var clip: Line
  private let own: [Parameter]
  private var ring: UnsafeMutablePointer<Frame>
  private var capacity = 1
  private var longest = 1
  private var rate = 48_000.0
  private var lineFrames = 240
  private var fadeFrames = 960

  // Render thread only, once rendering has begun.
  private var at = 0
  /// Frames that have been written since everything was forgotten; older ones count as silence.
  private var filled = 0
  private var tap = 1
  private var nextTap = 1
  /// Frames of the fade that are over, of `fadeFrames`; −1: no fade.
  private var fade = -1
  private var quietFrames = 0
  /// The frame that is held, and for how many frames more it is.
  private var held = Frame.zero
  private var age = 1.0
  private var isFresh = true
  private var lastEcho = Float.nan
  private var lastReach = -1
  /// How much of the input goes into the delay: what is switched on in the middle of a sound takes
  /// it in with a fade, or its echo would begin with a click.
  private var inlet = Ramp(1)

  public init(address: String, parameters: ParameterTable) {
    let own = Self.descriptors.dropFirst(2).map {
      parameters.add($0, address: "\(address).\($0.name)")
    }
    self.own = own
    time = own[0]
    echo = Line(own[1])
    delayMix = Line(own[2])
    decimation = Line(own[3])
    rounding = Line(own[4])
    decimationMix = Line(own[5])
    linear = Line(own[6])
    squared = Line(own[7])
    cubic = Line(own[8])
    polynomialMix = Line(own[9])
    tone1 = Tone(own[10])
    tone2 = Tone(own[11])
    balance = Line(own[12])
    ringMix = Line(own[13])
    clip = Line(own[14])
    ring = .allocate(capacity: 1)
    ring.initialize(to: .zero)
    super.init(address: address, parameters: parameters, descriptors: Self.descriptors)
  }

  deinit { ring.deallocate() }

  private static func share(_ name: String, _ value: Float) -> ParameterDescriptor {
    ParameterDescriptor(name, .percent, 0...100, default: value, smoothingMilliseconds: 5)
  }

  private static func tone(_ name: String) -> ParameterDescriptor {
    ParameterDescriptor(
      name, .hertz, 0.5...8000, default: 100, taper: .logarithmic(low: 0.5, high: 8000))
  }

  /// Those parameters that are not at their defaults.
  public override var summary: String {
    var text = "distortion"
    for (descriptor, parameter) in zip(Self.descriptors.dropFirst(2), own)
    where parameter.wanted != descriptor.defaultValue {
      text += (text == "distortion" ? " " : ", ") + descriptor.name
      text += " \(descriptor.text(parameter.wanted))"
    }
    return text + commonSummary(defaultMix: nil)
  }

  public override func prepare(sampleRate: SampleRate) {
    super.prepare(sampleRate: sampleRate)
    rate = Double(sampleRate.hertz)
    lineFrames = Int(sampleRate.frames(seconds: 0.005))
    fadeFrames = max(1, Int(sampleRate.frames(seconds: 0.02)))
    longest = max(1, Int(sampleRate.frames(seconds: 0.5)))
    // A power of two, so that places in it are found with a mask.
    capacity = 1
    while capacity <= longest { capacity *= 2 }
    ring.deallocate()
    ring = .allocate(capacity: capacity)
    ring.initialize(repeating: .zero, count: capacity)
    tone1.last = .nan
    tone2.last = .nan
    forget()
    takeParameters(at: 0)
    isFresh = true
  }

  @_noLocks public override func reset() {
    inlet.jump(to: 0)
    forget()
  }

  @_noLocks private func forget() {
    filled = 0
    fade = -1
    quietFrames = 0
    held = .zero
    age = 1
    isFresh = true
  }

  @_noLocks public override func processWet(_ buffer: BufferView, _ context: RenderContext) {
    takeParameters(at: context.time)
    let left = buffer.left, right = buffer.right, frames = buffer.frameCount
    // It would come back when nobody knows any more where it came from.
    if !isFinite(buffer) { silence(buffer, context) }
    var isSilent = Kernel.isSilent(left, frameCount: frames)
    if isSilent { isSilent = Kernel.isSilent(right, frameCount: frames) }
    if isSilent, filled == 0 {
      // Asleep, there is nothing to fade from.
      inlet.jump(to: 1)
      isFresh = true
      return
    }
    let peak = run(left, right, frames, from: context.time)
    if isSilent, peak < 1e-10 {
      quietFrames &+= frames
      // What is held is the delay's of 5 ms ago at most.
      let reach = tap &+ lineFrames &+ 2 &* Quantum.frameCount
      if fade < 0, quietFrames > reach { forget() }
    } else {
      quietFrames = 0
    }
  }

  @_noLocks private func takeParameters(at frame: Int64) {
    let jumps = isFresh, line = lineFrames
    isFresh = false
    let decay = echo.parameter.value
    let held = decay > 0.1 ? Double(decay) : 0.1
    echo.take(Float(crt_exp(0 - held)), over: line, jumps: jumps)
    delayMix.take(part(delayMix.parameter), over: line, jumps: jumps)
    decimation.take(part(decimation.parameter), over: fadeFrames, jumps: jumps)
    rounding.take(part(rounding.parameter), over: fadeFrames, jumps: jumps)
    decimationMix.take(part(decimationMix.parameter), over: line, jumps: jumps)
    linear.take(linear.parameter.value, over: line, jumps: jumps)
    squared.take(squared.parameter.value, over: line, jumps: jumps)
    cubic.take(cubic.parameter.value, over: line, jumps: jumps)
    polynomialMix.take(part(polynomialMix.parameter), over: line, jumps: jumps)
    tone1.take(rate: rate, at: frame, jumps: jumps)
    tone2.take(rate: rate, at: frame, jumps: jumps)
    balance.take(part(balance.parameter), over: line, jumps: jumps)
    ringMix.take(part(ringMix.parameter), over: line, jumps: jumps)
    clip.take(Decibels(Double(clip.parameter.value)).gain, over: line, jumps: jumps)
    inlet.move(to: 1, over: line)
    takeTime(jumps: jumps)
    takeTail()
  }

  @_noLocks private func part(_ parameter: Parameter) -> Float {
    let share = parameter.value / 100
    return share >= 1 ? 1 : share > 0 ? share : 0
  }

  @_noLocks private func takeTime(jumps: Bool) {
    guard fade < 0 else { return }
    let frames = Double(time.value) / 1000 * rate + 0.5
    let wanted = frames >= Double(longest) ? longest : frames > 1 ? Int(frames) : 1
    if jumps {
      tap = wanted
      nextTap = wanted
    } else if wanted != tap {
      nextTap = wanted
      fade = 0
    }
  }

  @_noLocks private func takeTail() {
    let reach = tap > nextTap ? tap : nextTap
    if echo.ramp.target == lastEcho, reach == lastReach { return }
    lastEcho = echo.ramp.target
    lastReach = reach
    // 20 dB more than to −120 dB: so much louder may the clipper make what is weak.
    let turns = lastEcho > 1e-7 ? crt_log10(1e-7) / crt_log10(Double(lastEcho)) : 1
    setWetTail(Int(Double(reach) * (turns + 3)) &+ fadeFrames &+ lineFrames)
  }

  /// The chain. Goes on with everything.
  ///
  /// - Returns: the peak of what the delay took in.
  @_noLocks private func run(
    _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, _ frameCount: Int,
    from time: Int64
  ) -> Float {
    let ring = ring, mask = capacity &- 1, tap = tap, nextTap = nextTap
    let echo = echo.ramp, delayMix = delayMix.ramp, decimationMix = decimationMix.ramp
    let linear = linear.ramp, squared = squared.ramp, cubic = cubic.ramp
    let polynomialMix = polynomialMix.ramp, balance = balance.ramp, ringMix = ringMix.ramp
    let clip = clip.ramp, inlet = inlet, tone1 = tone1, tone2 = tone2
    let rings = !ringMix.rests(at: 0)
    // These two go on in steps of a quantum: they make steps anyway.
    decimation.ramp.advance(frameCount)
    rounding.ramp.advance(frameCount)
    let hold = span(decimation.ramp.value)
    let grain = grain(rounding.ramp.value)
    let fadeStep = 1 / Float(Int32(truncatingIfNeeded: fadeFrames))
    var at = at, filled = filled, fade = fade, held = held, age = age
    var peak: Float = 0
    for i in 0..<frameCount {
      let x = Frame(bounded(left[i]), bounded(right[i]))
      var e = filled >= tap ? ring[(at &- tap) & mask] : .zero
      if fade >= 0 {
        let other = filled >= nextTap ? ring[(at &- nextTap) & mask] : .zero
        let share = fade < fadeFrames ? Float(Int32(truncatingIfNeeded: fade)) * fadeStep : 1
        e += (other - e) * share
        fade &+= 1
      }
      let v = x * inlet.value(after: i) + e * echo.value(after: i)
      ring[at] = v
      at = (at &+ 1) & mask
      filled &+= 1
      let most = v.x * v.x + v.y * v.y
      if most > peak { peak = most }
      var s = x + (e - x) * delayMix.value(after: i)
      age -= 1
      if age < 0.5 {
        held = s
        age = age + hold > 0.5 ? age + hold : 1
      }
      let coarse = rounded(held, to: grain)
      s += (coarse - s) * decimationMix.value(after: i)
      // By Horner's rule.
      let inner = (s * cubic.value(after: i) + squared.value(after: i)) * s
      let bent = (inner + linear.value(after: i)) * s
      s += (bent - s) * polynomialMix.value(after: i)
      if rings {
        let now = time &+ Int64(i), weight = balance.value(after: i)
        let first = tone1.value(at: now)
        let carrier = first + (tone2.value(at: now) - first) * weight
        s += (s * carrier - s) * ringMix.value(after: i)
      }
      let u = s * clip.value(after: i)
      left[i] = u.x / crt_sqrtf(1 + u.x * u.x)
      right[i] = u.y / crt_sqrtf(1 + u.y * u.y)
    }
    self.at = at
    self.filled = filled < capacity ? filled : capacity
    self.held = held
    self.age = age
    self.fade = fade
    if fade >= fadeFrames {
      self.tap = nextTap
      self.fade = -1
    }
    advance(frameCount)
    return crt_sqrtf(peak)
  }

  @_noLocks private func advance(_ frameCount: Int) {
    echo.ramp.advance(frameCount)
    delayMix.ramp.advance(frameCount)
    decimationMix.ramp.advance(frameCount)
    linear.ramp.advance(frameCount)
    squared.ramp.advance(frameCount)
    cubic.ramp.advance(frameCount)
    polynomialMix.ramp.advance(frameCount)
    balance.ramp.advance(frameCount)
    ringMix.ramp.advance(frameCount)
    clip.ramp.advance(frameCount)
    inlet.advance(frameCount)
  }

  /// For how many frames one is held.
  @_noLocks private func span(_ share: Float) -> Double {
    if share <= 0 { return 1 }
    let frames = crt_pow(240, Double(share)) * rate / 48_000
    return frames > 1 ? frames : 1
  }

  /// What samples are whole multiples of; 0: of nothing.
  @_noLocks private func grain(_ share: Float) -> Double {
    share <= 0 ? 0 : crt_pow(2, -23 * (1 - Double(share)))
  }

  @_noLocks @inline(__always) private func bounded(_ sample: Float) -> Float {
    sample > 1000 ? 1000 : sample < -1000 ? -1000 : sample
  }

  @_noLocks @inline(__always) private func rounded(_ frame: Frame, to grain: Double) -> Frame {
    if grain <= 0 { return frame }
    return Frame(
      Float(crt_round(Double(frame.x) / grain) * grain),
      Float(crt_round(Double(frame.y) / grain) * grain))
  }
}
