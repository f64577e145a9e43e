import CRealtime

/// Repeats the sound after a time, and each repetition again, weaker and duller.
///
/// The wet sound is w[n] = d[n − T], where d = x + feedback × LP(w) and LP is a one-pole low-pass
/// (−3 dB at its frequency, 6 dB an octave), absent when it is off. At rest T is a whole number of frames, so
/// the repetitions of an impulse lie at exactly n × T with gains mix × feedbackⁿ⁻¹.
///
/// A change of the time cross-fades over 20 ms from where the sound was read to where it is read
/// then; changes meanwhile wait for the end of that. At T = 0 the wet sound is the dry sound and
/// nothing is fed back. At a feedback of ±100 % the repetitions never fade: what goes in adds up,
/// but it does not grow by itself. In silence the effect sleeps once what it holds has become
/// silent (−200 dB): its output is then exactly silent.
public final class Delay: Effect, @unchecked Sendable {
  public static let descriptors =
    commonDescriptors(mix: 50) + [
      ParameterDescriptor("time", .seconds, 0...2, default: 1, smoothingMilliseconds: 20),
      ParameterDescriptor(
        "feedback", .percent, -100...100, default: 50, smoothingMilliseconds: 5),
      ParameterDescriptor(
        "lowpass", .hertz, 20...20_000, default: 15_000,
        taper: .logarithmic(low: 20, high: 20_000), word: ("off", 20_000)),
    ]

  /// What the loop over frames carries along.
  private struct State: BitwiseCopyable {
    /// Where the next frame is written.
    var at = 0
    /// Frames that have been written since everything was forgotten, at most `capacity`. Older
    /// ones count as silence: so forgetting costs nothing.
    var filled = 0
    /// Frames back that are read, and those that are faded to.
    var tap = 0
    var nextTap = 0
    /// Frames of the fade that are over, of `fadeFrames`; −1: no fade.
    var fade = -1
    /// The low-pass: y = b·x + z, z' = b·x − a·y.
    var z = SIMD2<Double>.zero
    var b = 1.0
    var a = 1.0
    var quietFrames = 0

    @_noLocks init() {}
  }

  private let time: Parameter
  private let feedback: Parameter
  private let lowpass: Parameter
  private var ring: UnsafeMutablePointer<SIMD2<Float>>
  private var capacity = 1
  private var rate = 48_000.0
  private var fadeFrames = 960
  private var lineFrames = 240
  private var longest = 0

  // Render thread only, once rendering has begun.
  private var state = State()
  private var echo = Ramp(0)
  /// How much of the low-passed sound goes round instead of the other; 0 when it is off.
  private var dull = Ramp(0)
  private var lastLowpass = Float.nan
  /// What the tail was made from.
  private var lastEcho = Float.nan
  private var lastReach = -1
  /// How much of the input goes in: what is switched on in the middle of a sound takes it in with a
  /// fade, or its echo would begin with a click.
  private var inlet = Ramp(1)
  private var isFresh = true

  public init(address: String, parameters: ParameterTable) {
    time = Self.add("time", of: Self.descriptors, address: address, to: parameters)
    feedback = Self.add("feedback", of: Self.descriptors, address: address, to: parameters)
    lowpass = Self.add("lowpass", of: Self.descriptors, address: address, to: parameters)
    ring = .allocate(capacity: 1)
    ring.initialize(to: .zero)
    super.init(address: address, parameters: parameters, descriptors: Self.descriptors)
  }

  deinit { ring.deallocate() }

  public override var summary: String {
    let (time, feedback, lowpass) = (
      Self.descriptors[2].text(time.wanted), Self.descriptors[3].text(feedback.wanted),
      Self.descriptors[4].text(lowpass.wanted)
    )
    let isUsual = self.lowpass.wanted == Self.descriptors[4].defaultValue
    return "delay \(time), feedback \(feedback)" + (isUsual ? "" : ", lowpass \(lowpass)")
      + commonSummary(defaultMix: nil)
  }

  public override func prepare(sampleRate: SampleRate) {
    super.prepare(sampleRate: sampleRate)
    rate = Double(sampleRate.hertz)
    fadeFrames = max(1, Int(sampleRate.frames(seconds: 0.02)))
    lineFrames = Int(sampleRate.frames(seconds: 0.005))
    longest = Int(sampleRate.frames(seconds: 2))
    // A power of two, so that places in it are found with a mask.
    capacity = 1
    while capacity <= longest { capacity *= 2 }
    ring.deallocate()
    ring = .allocate(capacity: capacity)
    ring.initialize(repeating: .zero, count: capacity)
    state = State()
    isFresh = true
    takeParameters()
    isFresh = true
  }

  @_noLocks public override func reset() {
    inlet.jump(to: 0)
    forget()
  }

  @_noLocks private func forget() {
    let (a, b) = (state.a, state.b)
    state = State()
    state.a = a
    state.b = b
    isFresh = true
  }

  @_noLocks public override func processWet(_ buffer: BufferView, _ context: RenderContext) {
    let (a, b) = (state.a, state.b)
    takeParameters()
    let left = buffer.left, right = buffer.right, frames = buffer.frameCount
    // It would come back when nobody knows any more where it came from.
    if !isFinite(buffer) { silence(buffer, context) }
    let isSilent = isSilent(buffer)
    if isSilent, state.filled == 0 {
      // Asleep, there is nothing to fade from.
      inlet.jump(to: 1)
      isFresh = true
      return
    }
    var done = 0
    if state.fade >= 0 {
      let rest = fadeFrames &- state.fade
      done = rest < frames ? rest : frames
      run(left, right, done, fades: true, moves: true, from: a, b, of: frames)
      if state.fade >= fadeFrames {
        state.tap = state.nextTap
        state.fade = -1
      }
    }
    if done < frames {
      let share = Double(done) / Double(frames), rest = frames &- done
      if rests(a, b) {
        runSteady(left + done, right + done, rest)
      } else {
        run(
          left + done, right + done, rest, fades: false, moves: true,
          from: a + (state.a - a) * share, b + (state.b - b) * share, of: rest)
      }
    }
    guard isSilent else {
      state.quietFrames = 0
      return
    }
    let peak = Kernel.measure(left, frameCount: frames).peak
    let other = Kernel.measure(right, frameCount: frames).peak
    if peak < 1e-10, other < 1e-10 {
      state.quietFrames &+= frames
      // For as long as the ring is read back, nothing has been put into it.
      if state.fade < 0, state.quietFrames &- frames > state.tap { forget() }
    } else {
      state.quietFrames = 0
    }
  }

  @_noLocks private func isSilent(_ buffer: BufferView) -> Bool {
    guard Kernel.isSilent(buffer.left, frameCount: buffer.frameCount) else { return false }
    return Kernel.isSilent(buffer.right, frameCount: buffer.frameCount)
  }

  /// Whether nothing moves in this quantum.
  @_noLocks private func rests(_ a: Double, _ b: Double) -> Bool {
    let (echo, dull, inlet, s) = (echo, dull, inlet, state)
    guard echo.isFlat, dull.isFlat, inlet.rests(at: 1) else { return false }
    return a == s.a && b == s.b
  }

  @_noLocks private func takeParameters() {
    let amount = feedback.value / 100
    let gain: Float = amount >= 1 ? 1 : amount <= -1 ? -1 : amount
    let cutoff = lowpass.value
    let isOff = cutoff >= 20_000
    if isFresh {
      echo.jump(to: gain == gain ? gain : 0)
      dull.jump(to: isOff ? 0 : 1)
    } else {
      echo.move(to: gain, over: lineFrames)
      dull.move(to: isOff ? 0 : 1, over: lineFrames)
    }
    inlet.move(to: 1, over: lineFrames)
    if cutoff != lastLowpass, !isOff {
      // The bilinear transform of a one-pole filter: exactly −3 dB at the cut-off.
      let top = 0.45 * rate
      let low = cutoff > 20 ? Double(cutoff) : 20
      let w = Double.pi * (low < top ? low : top) / rate
      let k = crt_sin(w) / crt_cos(w)
      state.b = k / (1 + k)
      state.a = (k - 1) / (k + 1)
    }
    lastLowpass = cutoff
    takeTime()
    isFresh = false
    takeTail()
  }

  @_noLocks private func takeTail() {
    let reach = state.tap > state.nextTap ? state.tap : state.nextTap
    if echo.target == lastEcho, reach == lastReach { return }
    lastEcho = echo.target
    lastReach = reach
    let gain = lastEcho < 0 ? 0 - lastEcho : lastEcho
    if gain >= 1 { return setWetTail(.max) }
    let turns = gain > 0 ? crt_log10(1e-6) / crt_log10(Double(gain)) : 0
    let frames = Double(reach) * (turns + 3) + Double(fadeFrames)
    setWetTail(frames < 1e12 ? Int(frames) : .max)
  }

  @_noLocks private func takeTime() {
    guard state.fade < 0 else { return }
    let frames = Double(time.value) * rate + 0.5
    let tap = frames >= Double(longest) ? longest : frames > 0 ? Int(frames) : 0
    if isFresh {
      state.tap = tap
      state.nextTap = tap
    } else if tap != state.tap {
      state.nextTap = tap
      state.fade = 0
    }
  }

  /// As `run` where nothing moves.
  @_noLocks private func runSteady(
    _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, _ frameCount: Int
  ) {
    var done = 0
    while done < frameCount {
      let s = state, from = (s.at &- s.tap) & (capacity &- 1)
      var n = frameCount &- done
      if s.filled < s.tap || s.tap < 4 {
        // Nothing to read yet, or what this very step writes.
        if s.tap >= 4, n > s.tap &- s.filled { n = s.tap &- s.filled }
        run(left + done, right + done, n, fades: false, moves: false, from: s.a, s.b, of: n)
      } else {
        // A stretch that ends at no end of the ring.
        if n > capacity &- from { n = capacity &- from }
        if n > capacity &- s.at { n = capacity &- s.at }
        if dull.rests(at: 0) {
          Kernel.echo(
            left + done, right + done, frameCount: n, from: ring + from, to: ring + s.at,
            gain: echo.target)
          state.z = .zero
        } else {
          state.z = Kernel.echo(
            left + done, right + done, frameCount: n, from: ring + from, to: ring + s.at,
            gain: echo.target, b: s.b, a: s.a, s.z)
        }
        state.at = (s.at &+ n) & (capacity &- 1)
        state.filled = s.filled &+ n < capacity ? s.filled &+ n : capacity
      }
      done &+= n
    }
  }

  /// The loop, with the low-pass gliding over `span` frames from the coefficients `a`, `b` to those
  /// of the state. Goes on with everything.
  @_noLocks @inline(__always)
  private func run(
    _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, _ frameCount: Int,
    fades: Bool, moves: Bool, from a: Double, _ b: Double, of span: Int
  ) {
    var s = state
    let ring = ring, mask = capacity &- 1
    let part = 1 / Double(span)
    let da = (s.a - a) * part, db = (s.b - b) * part
    let isDull = !dull.rests(at: 0)
    let fadeStep = 1 / Float(fadeFrames)
    let echo = echo, dull = dull, inlet = inlet
    let gain = echo.target
    var frame: Double = 0
    for i in 0..<frameCount {
      let x = SIMD2<Float>(left[i], right[i])
      var w = x
      var back = SIMD2<Float>.zero
      if s.tap > 0 {
        w = s.filled >= s.tap ? ring[(s.at &- s.tap) & mask] : .zero
        back = w
      }
      if fades {
        var v = x, vBack = SIMD2<Float>.zero
        if s.nextTap > 0 {
          v = s.filled >= s.nextTap ? ring[(s.at &- s.nextTap) & mask] : .zero
          vBack = v
        }
        let share = Float(Int32(truncatingIfNeeded: s.fade)) * fadeStep
        w += (v - w) * share
        back += (vBack - back) * share
        s.fade &+= 1
      }
      if isDull {
        let input = SIMD2<Double>(Double(back.x), Double(back.y))
        let scaled = input * (moves ? b + db * frame : b)
        let y = scaled + s.z
        s.z = scaled - y * (moves ? a + da * frame : a)
        let low = SIMD2<Float>(Float(y.x), Float(y.y))
        if moves { back += (low - back) * dull.value(after: i) } else { back = low }
      }
      ring[s.at] =
        moves ? x * inlet.value(after: i) + back * echo.value(after: i) : x + back * gain
      s.at = (s.at &+ 1) & mask
      if s.filled < capacity { s.filled &+= 1 }
      left[i] = w.x
      right[i] = w.y
      frame += 1
    }
    if !isDull { s.z = .zero }
    state = s
    self.echo.advance(frameCount)
    self.dull.advance(frameCount)
    self.inlet.advance(frameCount)
  }
}
