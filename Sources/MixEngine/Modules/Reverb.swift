import CRealtime

/// The sound of a room: first reflections that grow into an even tail.
///
/// A feedback delay network of sixteen lines. Left goes into the even lines, right into the odd
/// ones; left is heard from the first two of each four, right from the other two, each with signs
/// of its own, so that the sides have nothing in common. What a line gives out is weakened by a
/// shelf, mixed with the others by an orthogonal matrix, and goes round again. The lines' lengths
/// are primes between `min_delay_ms` and `max_delay_ms`, which `randomize` chooses: what is heard
/// first are sound's first ways through them. The shelves let low sound fall by 60 dB in `decay`,
/// high sound in `decay_high`, with the middle between both at 3 kHz. At a gain of 0 dB pink noise
/// comes out about as loud as it went in, whatever the decays.
///
/// New decays arrive in 20 ms in a straight line of their logarithm. New lengths are cross-faded
/// over 20 ms; changes meanwhile wait for the end of that. In silence the effect sleeps once its
/// output has been silent (−200 dB) for as long as its longest line: it is then exactly silent.
///
/// Source: Jot, Chaigne: Digital delay networks for designing artificial reverberators, 1991;
/// Smith: Physical Audio Signal Processing, "Feedback Delay Networks".
public final class Reverb: Effect, @unchecked Sendable {
  public static let descriptors =
    commonDescriptors(mix: 30) + [
      decay("decay", default: 1), decay("decay_high", default: 0.5),
      time("min_delay_ms", default: 8), time("max_delay_ms", default: 50),
      ParameterDescriptor("randomize", .none, 1...1000, default: 1),
      ParameterDescriptor("gain", .decibels, -20...20, default: 0, smoothingMilliseconds: 5),
    ]

  private typealias Row = ReverbLines.Row
  private typealias Rows = ReverbLines.Rows

  private let decay: Parameter
  private let decayHigh: Parameter
  private let minimum: Parameter
  private let maximum: Parameter
  private let randomize: Parameter
  private let gain: Parameter
  /// Sixteen lines, `stride` samples apart.
  private var memory: UnsafeMutablePointer<Float>
  /// The lengths that are read, then those that are faded to.
  private let taps: UnsafeMutablePointer<Int>
  private var capacity = 1
  private var stride = 1
  private var longest = 1
  private var rate = 48_000.0
  private var lineFrames = 240
  private var fadeFrames = 960

  // Render thread only, once rendering has begun.
  private var lines = ReverbLines()
  private var z = Rows()
  /// Where the next frame is written.
  private var at = 0
  /// Frames that have been written since everything was forgotten, at most `capacity`. Older ones
  /// count as silence: so forgetting costs nothing.
  private var filled = 0
  /// Frames of the fade that are over, of `fadeFrames`; −1: no fade.
  private var fade = -1
  private var quietFrames = 0
  private var longestTap = 0
  /// log10 of the decays.
  private var low = Ramp(0)
  private var high = Ramp(0)
  private var level = Ramp(1)
  /// How much of the input goes in: what is switched on in the middle of a sound takes it in with a
  /// fade, or its reflections would begin with a click.
  private var inlet = Ramp(1)
  private var isFresh = true
  private var lastMinimum = Float.nan
  private var lastMaximum = Float.nan
  private var lastSeed = Float.nan
  private var lastGain = Float.nan

  public init(address: String, parameters: ParameterTable) {
    func add(_ name: String) -> Parameter {
      Self.add(name, of: Self.descriptors, address: address, to: parameters)
    }
    decay = add("decay")
    decayHigh = add("decay_high")
    minimum = add("min_delay_ms")
    maximum = add("max_delay_ms")
    randomize = add("randomize")
    gain = add("gain")
    memory = .allocate(capacity: 1)
    memory.initialize(to: 0)
    taps = .allocate(capacity: 32)
    taps.initialize(repeating: 1, count: 32)
    super.init(address: address, parameters: parameters, descriptors: Self.descriptors)
  }

  deinit {
    memory.deallocate()
    taps.deallocate()
  }

  private static func decay(_ name: String, default value: Float) -> ParameterDescriptor {
    ParameterDescriptor(
      name, .seconds, 0.001...20, default: value, taper: .logarithmic(low: 0.001, high: 20),
      smoothingMilliseconds: 20)
  }

  private static func time(_ name: String, default value: Float) -> ParameterDescriptor {
    ParameterDescriptor(
      name, .milliseconds, 0.1...1000, default: value,
      taper: .logarithmic(low: 0.1, high: 1000), smoothingMilliseconds: 20)
  }

  public override var summary: String {
    let all = Self.descriptors
    let (decay, high) = (all[2].text(decay.wanted), all[3].text(decayHigh.wanted))
    var text = "reverb \(decay), high \(high)"
    text += ", \(all[4].text(minimum.wanted)) to \(all[5].text(maximum.wanted))"
    if gain.wanted != 0 { text += ", \(all[7].text(gain.wanted))" }
    return text + commonSummary(defaultMix: nil)
  }

  public override func prepare(sampleRate: SampleRate) {
    super.prepare(sampleRate: sampleRate)
    rate = Double(sampleRate.hertz)
    lineFrames = Int(sampleRate.frames(seconds: 0.005))
    fadeFrames = max(1, Int(sampleRate.frames(seconds: 0.02)))
    longest = max(1, Int(sampleRate.frames(seconds: 1)))
    // A power of two, so that places in it are found with a mask, and some samples more, so that
    // the lines do not compete for the same places of the processor's cache.
    capacity = 1
    while capacity <= longest { capacity *= 2 }
    stride = capacity + 80
    memory.deallocate()
    memory = .allocate(capacity: 16 * stride)
    memory.initialize(repeating: 0, count: 16 * stride)
    lastMinimum = .nan
    fade = -1
    forget()
    takeParameters(0)
    isFresh = true
  }

  @_noLocks public override func reset() {
    inlet.jump(to: 0)
    forget()
  }

  @_noLocks private func forget() {
    if fade >= 0 { endFade() }
    z = Rows()
    filled = 0
    quietFrames = 0
    isFresh = true
  }

  @_noLocks public override func processWet(_ buffer: BufferView, _ context: RenderContext) {
    let frames = buffer.frameCount
    let before = lines
    let glides = takeParameters(frames)
    let old = glides ? before : lines
    let left = buffer.left, right = buffer.right
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
    if !rests() || glides {
      run(left, right, frames, moves: true, from: old)
    } else {
      run(left, right, frames, moves: false, from: old)
    }
    if fade >= fadeFrames { endFade() }
    guard isSilent else {
      quietFrames = 0
      return
    }
    let peak = Kernel.measure(left, frameCount: frames).peak
    let other = Kernel.measure(right, frameCount: frames).peak
    if peak < 1e-10, other < 1e-10 {
      quietFrames &+= frames
      if fade < 0, quietFrames &- frames > longestTap { forget() }
    } else {
      quietFrames = 0
    }
  }

  /// Whether nothing but the lines themselves may move in this quantum.
  @_noLocks private func rests() -> Bool {
    let (level, inlet) = (level, inlet)
    guard fade < 0, filled >= longestTap else { return false }
    return level.isFlat && inlet.rests(at: 1)
  }

  /// All parameters at the end of this quantum. False when the lines stay as they are.
  @_noLocks @discardableResult private func takeParameters(_ frameCount: Int) -> Bool {
    let lowTarget = logarithm(decay.value), highTarget = logarithm(decayHigh.value)
    let decibels = gain.value
    let wasFresh = isFresh
    if decibels != lastGain {
      lastGain = decibels
      level.move(to: Decibels(Double(decibels)).gain, over: lineFrames)
    }
    inlet.move(to: 1, over: lineFrames)
    var changes = false
    if wasFresh {
      isFresh = false
      let (wasLow, wasHigh) = (low.value, high.value)
      changes = wasLow != lowTarget || wasHigh != highTarget
      level.jump(to: level.target)
      low.jump(to: lowTarget)
      high.jump(to: highTarget)
    } else {
      low.move(to: lowTarget, over: fadeFrames)
      high.move(to: highTarget, over: fadeFrames)
      if !low.isFlat { changes = true }
      if !high.isFlat { changes = true }
      low.advance(frameCount)
      high.advance(frameCount)
    }
    if takeLengths(fades: !wasFresh) { changes = true }
    guard changes else { return false }
    lines = ReverbLines(
      taps: taps + (fade < 0 ? 0 : 16), low: crt_pow(10, Double(low.value)),
      high: crt_pow(10, Double(high.value)), rate: rate)
    takeTail()
    // Nothing glides to where a sleeper wakes up.
    return !wasFresh
  }

  @_noLocks private func logarithm(_ seconds: Float) -> Float {
    let held = seconds > 0.001 ? (seconds < 20 ? Double(seconds) : 20) : 0.001
    return Float(crt_log10(held))
  }

  /// True when there are new ones.
  @_noLocks private func takeLengths(fades: Bool) -> Bool {
    guard fade < 0 else { return false }
    let (a, b, seed) = (minimum.value, maximum.value, randomize.value)
    if a == lastMinimum, b == lastMaximum, seed == lastSeed { return false }
    (lastMinimum, lastMaximum, lastSeed) = (a, b, seed)
    let (first, second) = (held(a), held(b))
    let number = seed > 1 ? (seed < 1000 ? Int(seed + 0.5) : 1000) : 1
    ReverbLines.takeLengths(
      taps + 16, shortest: first < second ? first : second,
      longest: first < second ? second : first, seed: UInt64(number))
    var longestOld = 1, longestNew = 1
    for i in 0..<16 {
      if taps[i] > longestOld { longestOld = taps[i] }
      if taps[16 &+ i] > longestNew { longestNew = taps[16 &+ i] }
    }
    fade = 0
    longestTap = longestNew
    if fades {
      if longestOld > longestTap { longestTap = longestOld }
    } else {
      endFade()
    }
    return true
  }

  /// A length in frames of at least one and at most a second.
  @_noLocks private func held(_ milliseconds: Float) -> Double {
    let frames = Double(milliseconds) / 1000 * rate
    return frames > 1 ? (frames < Double(longest) ? frames : Double(longest)) : 1
  }

  @_noLocks private func endFade() {
    longestTap = 1
    for i in 0..<16 {
      taps[i] = taps[16 &+ i]
      if taps[i] > longestTap { longestTap = taps[i] }
    }
    fade = -1
  }

  @_noLocks private func takeTail() {
    let slower = low.target > high.target ? low.target : high.target
    // Twice 60 dB, and a tenth more for what the first turns differ in.
    let ringing = 2.2 * crt_pow(10, Double(slower)) * rate
    setWetTail(Int(ringing) &+ 3 &* longestTap &+ 5 &* fadeFrames)
  }

  /// The network. Goes on with everything.
  /// - Parameters:
  ///   - moves: whether anything glides, fades or has yet to be filled.
  ///   - old: the lines as they were before this quantum, from where they glide.
  @_noLocks @inline(__always) private func run(
    _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, _ frameCount: Int,
    moves: Bool, from old: ReverbLines
  ) {
    let memory = memory, taps = taps, mask = capacity &- 1, stride = stride
    let level = level, inlet = inlet
    let steady = level.target
    // Which lines go in and out with which sign.
    let in0 = Row(1, 1, 1, -1), in1 = Row(1, -1, -1, -1)
    let in2 = Row(-1, 1, 1, 1), in3 = Row(1, 1, -1, 1)
    let out0 = Row(1, -1, 1, -1), out1 = Row(1, -1, 1, -1)
    let out2 = Row(1, 1, 1, 1), out3 = Row(1, 1, -1, -1)
    let goal = lines
    var now = goal
    var b0Step = Rows(), b1Step = Rows(), a1Step = Rows()
    var scaleStep: Float = 0
    if moves {
      now = old
      b0Step = old.b0.step(to: goal.b0, over: frameCount)
      b1Step = old.b1.step(to: goal.b1, over: frameCount)
      a1Step = old.a1.step(to: goal.a1, over: frameCount)
      scaleStep = (goal.inlet - old.inlet) / Float(Int32(truncatingIfNeeded: frameCount))
    }
    let fadeStep = 1 / Float(Int32(truncatingIfNeeded: fadeFrames))
    var z = z, at = at, filled = filled, fade = fade
    for i in 0..<frameCount {
      var s = Rows(memory, stride, taps, at, mask)
      if moves {
        now.b0.add(b0Step)
        now.b1.add(b1Step)
        now.a1.add(a1Step)
        now.inlet += scaleStep
        // What has not been written since everything was forgotten is silence.
        if filled < longestTap {
          for line in 0..<16 where taps[line] > filled { s[line] = 0 }
        }
        if fade >= 0 {
          var other = Rows(memory, stride, taps + 16, at, mask)
          if filled < longestTap {
            for line in 0..<16 where taps[16 &+ line] > filled { other[line] = 0 }
          }
          let share =
            fade < fadeFrames ? Float(Int32(truncatingIfNeeded: fade)) * fadeStep : 1
          s.a += (other.a - s.a) * share
          s.b += (other.b - s.b) * share
          s.c += (other.c - s.c) * share
          s.d += (other.d - s.d) * share
          fade &+= 1
        }
      }
      let heard = (s.a * out0 + s.b * out1) + (s.c * out2 + s.d * out3)
      var y = Rows(
        now.b0.a * s.a + z.a, now.b0.b * s.b + z.b, now.b0.c * s.c + z.c, now.b0.d * s.d + z.d)
      z = Rows(
        now.b1.a * s.a - now.a1.a * y.a, now.b1.b * s.b - now.a1.b * y.b,
        now.b1.c * s.c - now.a1.c * y.c, now.b1.d * s.d - now.a1.d * y.d)
      y.mix()
      let share = moves ? now.inlet * inlet.value(after: i) : now.inlet
      let l = left[i] * share, r = right[i] * share
      let x = Row(l, r, l, r)
      y.a += x * in0
      y.b += x * in1
      y.c += x * in2
      y.d += x * in3
      y.write(memory, stride, at)
      at = (at &+ 1) & mask
      if moves { filled &+= 1 }
      let loud = moves ? level.value(after: i) : steady
      left[i] = (heard.x + heard.y) * loud
      right[i] = (heard.z + heard.w) * loud
    }
    self.z = z
    self.at = at
    if !moves { filled &+= frameCount }
    self.filled = filled < capacity ? filled : capacity
    self.fade = fade
    self.level.advance(frameCount)
    self.inlet.advance(frameCount)
  }
}
