/// The three knobs of a strip: lows, mids and highs, each from nothing to +12 dB, and a kill for each.
///
/// The sound is parted by a `Crossover`; gains go in straight lines of 5 ms. With all three at 0 dB it
/// costs nothing and changes no bit; when the first of them is moved the parted sound, which has other
/// phases, comes in over 20 ms, and goes again when all are back. Edits the top, mono or stereo.
public final class Isolator: Module, @unchecked Sendable {
  public static let descriptors: [ParameterDescriptor] =
    ["low", "mid", "high"].map {
      ParameterDescriptor(
        $0, .decibels, -.infinity...12, default: 0,
        taper: .fader(floor: -12, top: 12, unity: 0.5), smoothingMilliseconds: 5)
    }
    + ["low_kill", "mid_kill", "high_kill"].map { ParameterDescriptor(switch: $0, default: false) }

  public let crossover: Crossover
  private let low: Parameter
  private let mid: Parameter
  private let high: Parameter
  private let lowKill: Parameter
  private let midKill: Parameter
  private let highKill: Parameter
  /// Three sections each of: low side of the lower parting, its high side, the turn of phase that the
  /// lows miss, low side of the upper parting, its high side.
  private let coefficients: UnsafeMutablePointer<BiquadCoefficients>
  /// Of the sections above, each twice but the turn of phase.
  private let states: UnsafeMutablePointer<BiquadState>
  /// A quantum of stereo frames each: the sound, lows, mids, highs.
  private let frames: UnsafeMutablePointer<Float>

  // Render thread only, once rendering has begun.
  private var lowGain = Ramp(1)
  private var midGain = Ramp(1)
  private var highGain = Ramp(1)
  /// How much of the parted sound is heard.
  private var wet = Ramp(0)
  private var isFresh = true
  private var last = SIMD8<Float>(repeating: .nan)
  private var gainFrames = 240
  private var wetFrames = 960
  /// The lower parting rings longest: twenty of its periods make −120 dB.
  private var tailFrames = 3902

  /// - Parameter strip: where it stands: "player.a" for "player.a.low"; the module's address is
  ///   "player.a.eq".
  public init(strip: String, parameters: ParameterTable, crossover: Crossover = .standard) {
    self.crossover = crossover
    let own = Self.descriptors.map { parameters.add($0, address: "\(strip).\($0.name)") }
    (low, mid, high) = (own[0], own[1], own[2])
    (lowKill, midKill, highKill) = (own[3], own[4], own[5])
    let sections = Crossover.sectionCount, samples = 4 * 2 * Quantum.frameCount
    coefficients = .allocate(capacity: 5 * sections)
    coefficients.initialize(repeating: .flat, count: 5 * sections)
    states = .allocate(capacity: 9 * sections)
    states.initialize(repeating: BiquadState(), count: 9 * sections)
    frames = UnsafeMutableRawPointer.allocate(
      byteCount: samples * MemoryLayout<Float>.stride, alignment: 64
    ).bindMemory(to: Float.self, capacity: samples)
    frames.initialize(repeating: 0, count: samples)
    super.init(address: "\(strip).eq", parameters: parameters)
  }

  deinit {
    coefficients.deallocate()
    states.deallocate()
    frames.deallocate()
  }

  public override var summary: String {
    let bands = zip(["low", "mid", "high"], zip([low, mid, high], [lowKill, midKill, highKill]))
    let words = bands.compactMap { name, knobs -> String? in
      if knobs.1.wanted > 0.5 { return "\(name) killed" }
      return knobs.0.wanted == 0 ? nil : "\(name) \(Self.descriptors[0].text(knobs.0.wanted))"
    }
    return words.isEmpty ? "flat" : words.joined(separator: ", ")
  }

  /// Whether it stands so that it changes nothing. Control thread.
  public var isFlat: Bool {
    [low, mid, high].allSatisfy { $0.wanted == 0 }
      && [lowKill, midKill, highKill].allSatisfy { $0.wanted <= 0.5 }
  }

  public override func prepare(sampleRate: SampleRate) {
    let rate = Double(sampleRate.hertz)
    let sections = Crossover.sectionCount
    for section in 0..<sections {
      let resonance = Crossover.resonance(section)
      let at = coefficients + section
      at[0] = .lowPass(frequency: crossover.low, resonance: resonance, rate: rate)
      at[sections] = .highPass(frequency: crossover.low, resonance: resonance, rate: rate)
      at[2 * sections] = .allPass(frequency: crossover.high, resonance: resonance, rate: rate)
      at[3 * sections] = .lowPass(frequency: crossover.high, resonance: resonance, rate: rate)
      at[4 * sections] = .highPass(frequency: crossover.high, resonance: resonance, rate: rate)
    }
    gainFrames = Int(sampleRate.frames(seconds: 0.005))
    wetFrames = Int(sampleRate.frames(seconds: 0.02))
    tailFrames = Int(20 * rate / crossover.low)
  }

  @_noLocks public override func reset() { forget() }

  @_noLocks public override func process(_ context: RenderContext) {
    aim()
    if wet.rests(at: 0) { return }
    let stack = context.stack
    guard let top = stack.get(0) else { return stack.countMisuse() }
    if top.isExternal, !stack.makeOwn(0) { return }
    guard let buffer = stack.get(0), buffer.frameCount <= Quantum.frameCount else {
      return stack.countMisuse()
    }
    let count = buffer.frameCount, block = 2 &* Quantum.frameCount
    let sound = frames, lows = frames + block, mids = frames + 2 &* block
    let highs = frames + 3 &* block
    Kernel.interleave(buffer.left, buffer.right, sound, frameCount: count)
    Kernel.copy(sound, to: lows, frameCount: 2 &* count)
    Kernel.copy(sound, to: mids, frameCount: 2 &* count)
    run(0, twice: true, state: 0, lows, count)
    run(2, twice: false, state: 2, lows, count)
    run(1, twice: true, state: 3, mids, count)
    Kernel.copy(mids, to: highs, frameCount: 2 &* count)
    run(3, twice: true, state: 5, mids, count)
    run(4, twice: true, state: 7, highs, count)
    mix(count)
    Kernel.deinterleave(sound, buffer.left, buffer.right, frameCount: count)
    lowGain.advance(count)
    midGain.advance(count)
    highGain.advance(count)
    wet.advance(count)
    if wet.rests(at: 0) { forget() }
  }

  /// The sections of one side in a row, once or twice.
  ///
  /// - Parameters:
  ///   - side: its place in `coefficients`, and `state` that of its memories, in whole sides.
  @_noLocks private func run(
    _ side: Int, twice: Bool, state: Int, _ sound: UnsafeMutablePointer<Float>, _ count: Int
  ) {
    let sections = Crossover.sectionCount
    let filters = coefficients + side &* sections, memories = states + state &* sections
    for i in 0..<(twice ? 2 &* sections : sections) {
      Kernel.biquad(
        filters[i % sections], &memories[i], interleaved: sound, frameCount: count)
    }
  }

  /// The bands with their gains, in place of the sound.
  @_noLocks private func mix(_ count: Int) {
    let block = 2 &* Quantum.frameCount
    let sound = frames, lows = frames + block, mids = frames + 2 &* block
    let highs = frames + 3 &* block
    let (l, m, h, w) = (lowGain, midGain, highGain, wet)
    let isWhole = w.rests(at: 1)
    for i in 0..<count {
      let (low, mid, high) = (l.value(after: i), m.value(after: i), h.value(after: i))
      let share = isWhole ? 1 : w.value(after: i)
      for at in (2 &* i)..<(2 &* i &+ 2) {
        let parted = lows[at] * low + mids[at] * mid + highs[at] * high
        sound[at] = isWhole ? parted : sound[at] + share * (parted - sound[at])
      }
    }
  }

  @_noLocks private func forget() {
    for i in 0..<(9 &* Crossover.sectionCount) { states[i].reset() }
    setTail(0)
  }

  /// Takes the knobs of this quantum.
  @_noLocks private func aim() {
    let wanted = SIMD8<Float>(
      low.value, mid.value, high.value, lowKill.value, midKill.value, highKill.value, 0, 0)
    if wanted != last {
      last = wanted
      let (a, b, c) = (
        gain(wanted[0], wanted[3]), gain(wanted[1], wanted[4]), gain(wanted[2], wanted[5])
      )
      if isFresh {
        lowGain.jump(to: a)
        midGain.jump(to: b)
        highGain.jump(to: c)
      } else {
        lowGain.move(to: a, over: gainFrames)
        midGain.move(to: b, over: gainFrames)
        highGain.move(to: c, over: gainFrames)
      }
    }
    var isFlat = lowGain.rests(at: 1)
    if isFlat { isFlat = midGain.rests(at: 1) }
    if isFlat { isFlat = highGain.rests(at: 1) }
    if isFresh {
      isFresh = false
      wet.jump(to: isFlat ? 0 : 1)
    } else {
      wet.move(to: isFlat ? 0 : 1, over: wetFrames)
    }
    if !wet.rests(at: 0) { setTail(tailFrames) }
  }

  @_noLocks private func gain(_ decibels: Float, _ kill: Float) -> Float {
    if kill > 0.5 { return 0 }
    return Decibels(Double(ParameterDescriptor.hold(decibels, -.infinity, 12, else: 0))).gain
  }
}
