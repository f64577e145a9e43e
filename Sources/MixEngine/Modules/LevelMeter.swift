import Synchronization

/// Measures the top of the stack and leaves it as it is: peaks that are held, RMS, clips.
///
/// A mono buffer counts for both channels; of wider ones the first two are measured. Without readers
/// it costs nothing; with the first one it begins anew.
public final class LevelMeter: Module, @unchecked Sendable {
  let board = LevelBoard()

  // Render thread only, once rendering has begun.
  private var isIdle = true
  /// The sums of squares of the last quanta, by channel.
  private let window: UnsafeMutablePointer<Float>
  private var place = 0
  private var held = SIMD2<Float>.zero
  /// Frames for which what is held stays.
  private var holding = SIMD2<Int32>.zero
  private var holdFrames: Int32 = 24_000
  /// By how much what is held falls in a quantum.
  private var fall: Float = 1

  public override init(address: String, parameters: ParameterTable) {
    window = .allocate(capacity: 2 * LevelBoard.windowLength)
    window.initialize(repeating: 0, count: 2 * LevelBoard.windowLength)
    super.init(address: address, parameters: parameters)
  }

  deinit {
    window.deallocate()
    board.deallocate()
  }

  // MARK: Any thread

  /// Watches the meter from now on, until the reader is released. Nil when there are eight already.
  public func addReader() -> LevelReader? {
    for slot in 0..<LevelBoard.slotCount {
      let bit: UInt32 = 1 << UInt32(slot)
      let before = board.readers.pointee.bitwiseOr(bit, ordering: .acquiringAndReleasing).oldValue
      if before & bit == 0 {
        for c in 0..<2 { board.peaks[2 * slot + c].store(0, ordering: .relaxed) }
        return LevelReader(meter: self, slot: slot)
      }
    }
    return nil
  }

  func removeReader(_ slot: Int) {
    board.readers.pointee.bitwiseAnd(~(1 << UInt32(slot)), ordering: .acquiringAndReleasing)
  }

  // MARK: Control thread

  public override func prepare(sampleRate: SampleRate) {
    holdFrames = Int32(sampleRate.hertz / 2)
    // As the original's: × (1 − 3 × time) a step, whose limit is e^(−3 × time).
    fall = Float(Decibels(-26.057_668_9 * sampleRate.seconds(frames: 64)).gain)
  }

  // MARK: Render thread

  @_noLocks public override func process(_ context: RenderContext) {
    let readers = board.readers.pointee.load(ordering: .relaxed)
    if readers == 0 {
      isIdle = true
      return
    }
    guard let top = context.stack.get() else { return context.stack.countMisuse() }
    if isIdle { reset() }
    isIdle = false
    measure(top.left, 0, top.frameCount, readers)
    measure(top.right, 1, top.frameCount, readers)
    place = place &+ 1 == LevelBoard.windowLength ? 0 : place &+ 1
  }

  @_noLocks public override func reset() {
    Kernel.clear(window, frameCount: 2 &* LevelBoard.windowLength)
    place = 0
    held = .zero
    holding = .zero
  }

  @_noLocks private func measure(
    _ samples: UnsafePointer<Float>, _ c: Int, _ frameCount: Int, _ readers: UInt32
  ) {
    let (peak, squares) = Kernel.measure(samples, frameCount: frameCount)
    board.raisePeaks(peak, channel: c, mask: readers)
    if peak > 1 { countClips(samples, c, frameCount) }

    if peak >= held[c] {
      held[c] = peak
      holding[c] = holdFrames
    } else if holding[c] > 0 {
      holding[c] &-= Int32(truncatingIfNeeded: frameCount)
    } else {
      let fallen = held[c] * fall
      held[c] = fallen > peak ? fallen : peak
    }
    board.held[c].store(held[c].bitPattern, ordering: .relaxed)

    let row = window + c &* LevelBoard.windowLength
    row[place] = squares
    // Summed anew: a running sum would keep the error of every quantum that ever was.
    var sum: Float = 0
    for i in 0..<LevelBoard.windowLength { sum += row[i] }
    let mean = sum / 4096
    board.meanSquares[c].store(mean.bitPattern, ordering: .relaxed)
  }

  @_noLocks private func countClips(
    _ samples: UnsafePointer<Float>, _ c: Int, _ frameCount: Int
  ) {
    var count = 0
    for i in 0..<frameCount where samples[i] > 1 || samples[i] < -1 { count &+= 1 }
    board.clips[c].add(count, ordering: .relaxed)
  }
}
