import Synchronization

/// Lowers a sound to a depth while somebody speaks elsewhere: music under a voice.
///
/// `listener` stands as a tap where the voice is. From the first frame at which the voice's peak
/// reaches the threshold the gain goes to the depth in a straight line that takes the attack as a
/// whole; it stays there until `hold` after the last such frame and goes back in a line that takes
/// the release. A turn on the way goes back as steeply. `force` lowers without a voice. Fully up it
/// changes no bit. A new depth is reached in 20 ms.
public final class Duck: Effect, @unchecked Sendable {
  public static let descriptors =
    commonDescriptors() + [
      .level("depth", -60...0, default: -12),
      ParameterDescriptor("threshold", .decibels, -60...0, default: -40),
      .attack(default: 50),
      ParameterDescriptor("hold_ms", .milliseconds, 10...3000, default: 300),
      .release(default: 500),
      ParameterDescriptor(switch: "force", default: false),
    ]

  /// What stands where the voice is; "effect.X.listen".
  public let listener: DuckListener

  private let depth: Parameter
  private let threshold: Parameter
  private let attack: Parameter
  private let hold: Parameter
  private let release: Parameter
  private let force: Parameter
  private let ear: DuckListener.Ear
  /// A quantum of gains.
  private let gains: UnsafeMutablePointer<Float>

  /// The gain at the end of the last quantum, as a `Float`'s bits. Written by the render thread, read
  /// by any, relaxed: it stands for itself.
  private let lastGain = Atomic<UInt32>(Float(1).bitPattern)

  // Render thread only, once rendering has begun.
  private var rate = 48_000.0
  private var lineFrames = 960
  private var isFresh = true
  /// How far the sound is down.
  private var lowering = HeldLine(at: 0)
  private var floor = Ramp(1)
  private var thresholdGain: Float = 0
  private var isForced = false
  /// What the above were made from.
  private var last = SIMD8<Float>(repeating: .nan)

  public init(address: String, parameters: ParameterTable) {
    depth = Self.add("depth", of: Self.descriptors, address: address, to: parameters)
    threshold = Self.add("threshold", of: Self.descriptors, address: address, to: parameters)
    attack = Self.add("attack_ms", of: Self.descriptors, address: address, to: parameters)
    hold = Self.add("hold_ms", of: Self.descriptors, address: address, to: parameters)
    release = Self.add("release_ms", of: Self.descriptors, address: address, to: parameters)
    force = Self.add("force", of: Self.descriptors, address: address, to: parameters)
    listener = DuckListener(address: "\(address).listen", parameters: parameters)
    ear = listener.ear
    gains = UnsafeMutableRawPointer.allocate(
      byteCount: Quantum.frameCount * MemoryLayout<Float>.stride, alignment: 64
    ).bindMemory(to: Float.self, capacity: Quantum.frameCount)
    gains.initialize(repeating: 1, count: Quantum.frameCount)
    super.init(address: address, parameters: parameters, descriptors: Self.descriptors)
  }

  deinit { gains.deallocate() }

  public override var summary: String {
    let text = levelSummary("duck", Self.descriptors.filter { !$0.isSwitch || $0.name == "on" })
    return force.wanted > 0.5 ? text + ", forced" : text
  }

  public override func prepare(sampleRate: SampleRate) {
    super.prepare(sampleRate: sampleRate)
    rate = Double(sampleRate.hertz)
    lineFrames = Int(sampleRate.frames(seconds: 0.02))
    last = SIMD8(repeating: .nan)
    isFresh = true
  }

  @_noLocks public override func reset() {
    isFresh = true
    lastGain.store(Float(1).bitPattern, ordering: .relaxed)
  }

  public override var reduction: Float? {
    let gain = Float(bitPattern: lastGain.load(ordering: .relaxed))
    return gain < 1 ? Float(Decibels(gain: Double(gain)).value) : 0
  }

  @_noLocks public override func processWet(_ buffer: BufferView, _ context: RenderContext) {
    takeParameters()
    if isFresh {
      isFresh = false
      floor.jump(to: floor.target)
      lowering.jump(up: false)
    }
    let frames =
      buffer.frameCount < Quantum.frameCount ? buffer.frameCount : Quantum.frameCount
    if run(frames, hears: ear.hears(at: context.time)) {
      Kernel.multiply(buffer.left, by: gains, frameCount: frames)
      if buffer.channelCount > 1 { Kernel.multiply(buffer.right, by: gains, frameCount: frames) }
      lastGain.store(gains[frames &- 1].bitPattern, ordering: .relaxed)
    } else {
      lastGain.store(Float(1).bitPattern, ordering: .relaxed)
    }
    floor.advance(frames)
  }

  /// Makes gains of the voice's peaks. False when all of them are 1.
  @_noLocks private func run(_ frameCount: Int, hears: Bool) -> Bool {
    let (gains, peaks, floor, threshold) = (gains, ear.peaks, floor, thresholdGain)
    var (line, acts) = (lowering, false)
    for i in 0..<frameCount {
      let down = line.next(hears ? peaks[i] >= threshold : false, isForced: isForced)
      if down == 0 {
        gains[i] = 1
        continue
      }
      gains[i] = 1 - (1 - floor.value(after: i)) * Float(down)
      acts = true
    }
    lowering = line
    return acts
  }

  @_noLocks private func takeParameters() {
    let wanted = SIMD8<Float>(
      depth.value, threshold.value, attack.value, hold.value, release.value, force.value, 0, 0)
    if wanted == last { return }
    last = wanted
    floor.move(
      to: Decibels(Double(ParameterDescriptor.hold(wanted[0], -60, 0, else: -12))).gain,
      over: lineFrames)
    thresholdGain = Decibels(Double(ParameterDescriptor.hold(wanted[1], -60, 0, else: -40))).gain
    lowering.set(
      up: ParameterDescriptor.hold(wanted[2], 0.1, 200, else: 50),
      hold: ParameterDescriptor.hold(wanted[3], 10, 3000, else: 300),
      down: ParameterDescriptor.hold(wanted[4], 10, 3000, else: 500), rate: rate)
    isForced = wanted[5] > 0.5
  }
}
