import Synchronization

/// Lets a sound through while it is loud, and lowers it to a depth while it is not.
///
/// It is open from the first frame whose peak, on the louder side, reaches the threshold until `hold`
/// after the last such frame. The gain goes from the depth to 1 in a straight line that takes the
/// attack as a whole, and back in one that takes the release; a turn on the way goes back as
/// steeply. Peaks and straight lines open it in time for the first consonant and close it at a known
/// frame. Fully open it changes no bit. The hold is at least half a period of 50 Hz: within it a
/// tone's zeros do not close the gate. A new depth is reached in 20 ms.
///
/// It begins as if the sound of its first quantum had gone on for long.
public final class Gate: Effect, @unchecked Sendable {
  public static let descriptors =
    commonDescriptors() + [
      ParameterDescriptor("threshold", .decibels, -80...0, default: -50),
      .level("depth", -80...0, default: -60),
      .attack(default: 1),
      ParameterDescriptor("hold_ms", .milliseconds, 10...3000, default: 150),
      .release(default: 200),
    ]

  private let threshold: Parameter
  private let depth: Parameter
  private let attack: Parameter
  private let hold: Parameter
  private let release: Parameter
  /// A quantum of peaks, then of gains.
  private let scratch: UnsafeMutablePointer<Float>

  /// The gain at the end of the last quantum, as a `Float`'s bits. Written by the render thread, read
  /// by any, relaxed: it stands for itself.
  private let lastGain = Atomic<UInt32>(Float(1).bitPattern)

  // Render thread only, once rendering has begun.
  private var rate = 48_000.0
  private var lineFrames = 960
  private var isFresh = true
  /// How far it is open.
  private var opening = HeldLine(at: 1)
  private var floor = Ramp(1)
  private var thresholdGain: Float = 0
  /// What the above were made from.
  private var last = SIMD8<Float>(repeating: .nan)

  public init(address: String, parameters: ParameterTable) {
    threshold = Self.add("threshold", of: Self.descriptors, address: address, to: parameters)
    depth = Self.add("depth", of: Self.descriptors, address: address, to: parameters)
    attack = Self.add("attack_ms", of: Self.descriptors, address: address, to: parameters)
    hold = Self.add("hold_ms", of: Self.descriptors, address: address, to: parameters)
    release = Self.add("release_ms", of: Self.descriptors, address: address, to: parameters)
    scratch = UnsafeMutableRawPointer.allocate(
      byteCount: 4 * Quantum.frameCount, alignment: 64
    ).bindMemory(to: Float.self, capacity: Quantum.frameCount)
    scratch.initialize(repeating: 0, count: Quantum.frameCount)
    super.init(address: address, parameters: parameters, descriptors: Self.descriptors)
  }

  deinit { scratch.deallocate() }

  public override var summary: String { levelSummary("gate", Self.descriptors) }

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
    let left = buffer.left, right = buffer.right, frames = buffer.frameCount
    var done = 0
    while done < frames {
      let rest = frames &- done
      let n = rest < Quantum.frameCount ? rest : Quantum.frameCount
      Kernel.peaks(left + done, right + done, into: scratch, frameCount: n)
      if isFresh { begin(n) }
      if run(n) {
        Kernel.multiply(left + done, by: scratch, frameCount: n)
        if buffer.channelCount > 1 {
          Kernel.multiply(right + done, by: scratch, frameCount: n)
        }
      }
      lastGain.store(scratch[n &- 1].bitPattern, ordering: .relaxed)
      floor.advance(n)
      done &+= n
    }
  }

  @_noLocks private func begin(_ frameCount: Int) {
    isFresh = false
    floor.jump(to: floor.target)
    let isOpen = Kernel.measure(scratch, frameCount: frameCount).peak >= thresholdGain
    opening.jump(up: isOpen)
  }

  /// Makes gains of peaks. False when all of them are 1.
  @_noLocks private func run(_ frameCount: Int) -> Bool {
    let (scratch, floor, threshold) = (scratch, floor, thresholdGain)
    var (line, acts) = (opening, false)
    for i in 0..<frameCount {
      let opening = line.next(scratch[i] >= threshold)
      if opening == 1 {
        scratch[i] = 1
        continue
      }
      let low = floor.value(after: i)
      scratch[i] = low + (1 - low) * Float(opening)
      acts = true
    }
    opening = line
    return acts
  }

  @_noLocks private func takeParameters() {
    let wanted = SIMD8<Float>(
      threshold.value, depth.value, attack.value, hold.value, release.value, 0, 0, 0)
    if wanted == last { return }
    last = wanted
    thresholdGain = Decibels(Double(ParameterDescriptor.hold(wanted[0], -80, 0, else: -50))).gain
    floor.move(
      to: Decibels(Double(ParameterDescriptor.hold(wanted[1], -80, 0, else: -60))).gain,
      over: lineFrames)
    opening.set(
      up: ParameterDescriptor.hold(wanted[2], 0.1, 200, else: 1),
      hold: ParameterDescriptor.hold(wanted[3], 10, 3000, else: 150),
      down: ParameterDescriptor.hold(wanted[4], 10, 3000, else: 200), rate: rate)
  }
}
