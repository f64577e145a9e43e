/// Holds a sound back while it looks at what comes, and keeps its true peaks under a ceiling.
///
/// Both sides are lowered alike. What does not exceed the ceiling comes out as it went in, to the
/// bit; what does comes to 0.05 dB below it: the gain's own moves shift peaks by less than that. True
/// peaks are those of ITU-R BS.1770: four times the rate.
///
/// A handle: the owner frees it with `deallocate`. Thread: the owner's.
struct LimiterLine: BitwiseCopyable, @unchecked Sendable {
  /// How it is lowered.
  struct Settings: BitwiseCopyable, Sendable {
    /// Linear.
    var ceiling: Float = 1
    /// How much of the rest of its way to 1 the gain goes in a frame.
    var release = 0.001
    /// Before the ceiling.
    var makeup = Ramp(1)
    /// How much of the lowered sound is heard, and of the one that went in.
    var wet = Ramp(1)
    var dry = Ramp(0)

    @_noLocks init() {}

    @_noLocks mutating func advance(_ frames: Int) {
      makeup.advance(frames)
      wet.advance(frames)
      dry.advance(frames)
    }
  }

  /// Frames by which what comes out is later.
  let latency: Int
  private let samples: UnsafeMutablePointer<Float>
  private let taps: UnsafeMutablePointer<Float>
  /// The last eleven frames and a quantum of new ones, as loud as they meet the ceiling.
  private let heardLeft: UnsafeMutablePointer<Float>
  private let heardRight: UnsafeMutablePointer<Float>
  /// A quantum of peaks, then of gains.
  private let gains: UnsafeMutablePointer<Float>
  private let makeups: UnsafeMutablePointer<Float>

  private var left: DelayLine
  private var right: DelayLine
  private var makeupLine: DelayLine
  private var lookAhead: LookAheadGain
  /// Frames for which the makeup has rested.
  private var restingFrames = 0

  /// The least latency: with less the gain moves too fast for what lies between two frames.
  static var least: Int { 32 }

  /// Control thread.
  init(latency wanted: Int) {
    latency = max(Self.least, wanted)
    let heard = 80, quantum = Quantum.frameCount
    let count = 3 * latency + 2 * heard + 2 * quantum + 36
    samples = UnsafeMutableRawPointer.allocate(byteCount: 4 * count, alignment: 64)
      .bindMemory(to: Float.self, capacity: count)
    samples.initialize(repeating: 0, count: count)
    heardLeft = samples
    heardRight = samples + heard
    gains = samples + 2 * heard
    makeups = gains + quantum
    taps = makeups + quantum
    left = DelayLine(memory: taps + 36, capacity: latency)
    right = DelayLine(memory: taps + 36 + latency, capacity: latency)
    makeupLine = DelayLine(memory: taps + 36 + 2 * latency, capacity: latency)
    Kernel.writeTruePeakFilters(to: taps)
    // A peak is known six frames after its frame.
    lookAhead = LookAheadGain(latency: latency - 6)
  }

  func deallocate() {
    samples.deallocate()
    lookAhead.deallocate()
  }

  /// Forgets everything. Cost: O(latency).
  @_noLocks mutating func reset() {
    Kernel.clear(heardLeft, frameCount: 160)
    left.reset()
    right.reset()
    makeupLine.reset()
    lookAhead.reset()
    restingFrames = 0
  }

  /// By how much the sound is lowered at the end of what was done last: a gain.
  var gain: Float { @_noLocks get { lookAhead.last } }

  /// Edits a quantum in place.
  ///
  /// - Parameters:
  ///   - right: the same as `left` for mono.
  ///   - frameCount: 64 at most.
  @_noLocks mutating func process(
    _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, isStereo: Bool,
    frameCount: Int, _ settings: Settings
  ) {
    let acts = makeGains(left, right, isStereo: isStereo, frameCount: frameCount, settings)
    self.left.delay(left, by: latency, frameCount: frameCount)
    if isStereo { self.right.delay(right, by: latency, frameCount: frameCount) }
    let makeupActs = takeMakeup(frameCount, settings.makeup)
    if settings.wet.rests(at: 0) { return }
    let isWet = settings.wet.rests(at: 1) ? settings.dry.rests(at: 0) : false
    if isWet, !acts, !makeupActs { return }
    if !acts { Kernel.fill(gains, with: 1, frameCount: frameCount) }
    if makeupActs { Kernel.multiply(gains, by: makeups, frameCount: frameCount) }
    if !isWet {
      Kernel.apply(settings.wet, to: gains, frameCount: frameCount)
      Kernel.write(settings.dry, to: makeups, frameCount: frameCount)
      Kernel.mix(makeups, into: gains, frameCount: frameCount)
    }
    Kernel.multiply(left, by: gains, frameCount: frameCount)
    if isStereo { Kernel.multiply(right, by: gains, frameCount: frameCount) }
  }

  /// Makes gains of what came in. False when all of them are 1; then they are not written.
  @_noLocks private mutating func makeGains(
    _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, isStereo: Bool,
    frameCount n: Int, _ settings: Settings
  ) -> Bool {
    let a = heardLeft, b = isStereo ? heardRight : heardLeft
    let ceiling = settings.ceiling
    Kernel.apply(settings.makeup, to: left, into: a + 11, frameCount: n)
    if isStereo { Kernel.apply(settings.makeup, to: right, into: b + 11, frameCount: n) }
    var most = Kernel.measure(a, frameCount: n &+ 11).peak
    if isStereo {
      let other = Kernel.measure(b, frameCount: n &+ 11).peak
      if other > most { most = other }
    }
    // Mostly nothing comes near to it.
    let mayExceed = most * Kernel.truePeakBound > ceiling
    var acts = false
    if mayExceed {
      Kernel.peaks(a + 5, b + 5, into: gains, frameCount: n)
      Kernel.raiseToTruePeaks(of: a, gains, taps: taps, frameCount: n)
      if isStereo { Kernel.raiseToTruePeaks(of: b, gains, taps: taps, frameCount: n) }
    }
    let exceeds = mayExceed ? Kernel.measure(gains, frameCount: n).peak > ceiling : false
    if !exceeds, lookAhead.isAtRest {
      lookAhead.rest()
    } else {
      if !mayExceed { Kernel.clear(gains, frameCount: n) }
      acts = lookAhead.run(
        gains, frameCount: n, ceiling: ceiling, target: ceiling * 0.994_26,
        release: settings.release)
    }
    for i in 0..<11 { a[i] = a[i &+ n] }
    if isStereo { for i in 0..<11 { b[i] = b[i &+ n] } }
    return acts
  }

  /// Fetches the makeup of the frames that come out now. False when it is 1; then it is not written.
  @_noLocks private mutating func takeMakeup(_ frameCount: Int, _ makeup: Ramp) -> Bool {
    guard makeup.isFlat else {
      restingFrames = 0
      Kernel.write(makeup, to: makeups, frameCount: frameCount)
      makeupLine.delay(makeups, by: latency, frameCount: frameCount)
      return true
    }
    // The whole line has one value then, and keeps it until the makeup moves.
    if restingFrames >= latency {
      if makeup.target == 1 { return false }
      Kernel.fill(makeups, with: makeup.target, frameCount: frameCount)
      return true
    }
    restingFrames &+= frameCount
    Kernel.fill(makeups, with: makeup.target, frameCount: frameCount)
    makeupLine.delay(makeups, by: latency, frameCount: frameCount)
    return true
  }
}
