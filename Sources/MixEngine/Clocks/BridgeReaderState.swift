import Synchronization

/// What the reading side of a `ClockBridge` remembers. Trivial, behind a pointer.
///
/// It is silent until both clocks are known, then begins as many frames behind the writer as the
/// bridge is to hold, fading in. When frames run out, or the writer begins anew, it fades within one
/// quantum and begins again.
struct BridgeReaderState: BitwiseCopyable, @unchecked Sendable {
  /// Frames over which one place of reading becomes another one.
  private static var crossFade: Int { @_noLocks get { 256 } }

  let interpolator: Interpolator
  /// Frames for the interpolator, and a quantum at the place that is being left.
  let windowLeft: UnsafeMutablePointer<Float>
  let windowRight: UnsafeMutablePointer<Float>
  let oldLeft: UnsafeMutablePointer<Float>
  let oldRight: UnsafeMutablePointer<Float>
  let fadeFrameCount: Int
  /// How far a block's step comes nearer to the wanted one, by frame.
  let smoothing: Double

  var clock: ClockEnvelope
  var controller: DriftController
  var epoch = 0
  var isReading = false
  /// Where the next frame is read.
  var position = FramePosition(0)
  /// Where it would have been; frames for which that is still heard.
  var oldPosition = FramePosition(0)
  var crossFadeRest = 0
  /// Frames more a frame.
  var correction = 0.0
  /// Steps are such that reading comes to whole frames, and stays there.
  var isExact = true
  var gain = Ramp(0)
  var nextFrame: Int64 = .min
  var lastNanoseconds: Int64 = .min

  /// Frames that are kept beyond the target: what the filter sees ahead, and a last quantum to fade
  /// in when nothing follows.
  private static var reserve: Int { @_noLocks get { Quantum.frameCount &+ BridgeMemory.margin } }

  static var windowCapacity: Int { @_noLocks get { 2 &* Quantum.frameCount &+ 64 } }

  init(sampleRate: SampleRate, interpolator: Interpolator) {
    self.interpolator = interpolator
    let count = Self.windowCapacity, quantum = Quantum.frameCount
    windowLeft = .allocate(capacity: 2 * count + 2 * quantum)
    windowLeft.initialize(repeating: 0, count: 2 * count + 2 * quantum)
    windowRight = windowLeft + count
    oldLeft = windowRight + count
    oldRight = oldLeft + quantum
    fadeFrameCount = Int(sampleRate.frames(seconds: 0.005))
    smoothing = 1 / (2 * Double(sampleRate.hertz))
    clock = ClockEnvelope(sampleRate: sampleRate)
    controller = DriftController(sampleRate: sampleRate)
  }

  func deallocate() { windowLeft.deallocate() }

  /// - Parameters:
  ///   - count: at most a quantum.
  ///   - isLast: of what the reader's device asked for at this time.
  @_noLocks mutating func read(
    _ memory: BridgeMemory, _ left: UnsafeMutablePointer<Float>,
    _ right: UnsafeMutablePointer<Float>, _ count: Int, frame: Int64, at nanoseconds: Int64,
    isLast: Bool
  ) {
    var isLeaving = follow(memory, frame, nanoseconds)
    nextFrame = frame &+ Int64(count)
    lastNanoseconds = nanoseconds
    let envelope = Double(
      bitPattern: memory.counters.pointee.envelope.load(ordering: .relaxed))
    if isLast, clock.add(frames: Double(nextFrame), at: nanoseconds), isReading, !isLeaving {
      control(memory, envelope, frame)
    }
    if !isReading {
      Kernel.clear(left, frameCount: count)
      Kernel.clear(right, frameCount: count)
      // Nothing of what waits is wanted before it is known where to begin.
      let written = memory.counters.pointee.written.load(ordering: .acquiring)
      memory.counters.pointee.consumed.store(
        written &- Int64(memory.capacity / 2), ordering: .releasing)
      return place(memory, envelope, written)
    }
    let step = nextStep(count)
    let written = memory.counters.pointee.written.load(ordering: .acquiring)
    // This quantum and the next one with what the filter sees: otherwise it is the last.
    if written &- position.frame < Int64(count &+ BridgeReaderState.reserve) {
      if !isLeaving, memory.counters.pointee.isRunning.load(ordering: .relaxed) {
        memory.counters.pointee.underruns.add(1, ordering: .relaxed)
      }
      isLeaving = true
    }
    fetch(memory, position, step, left, right, count, written)
    position.advance(by: step, count: count)
    crossFade(memory, left, right, step, count, written)
    if isLeaving { gain.move(to: 0, over: count) }
    Kernel.apply(gain, to: left, frameCount: count)
    Kernel.apply(gain, to: right, frameCount: count)
    gain.advance(count)
    if isLeaving { return leave(memory) }
    let oldest = crossFadeRest > 0 && oldPosition < position ? oldPosition.frame : position.frame
    memory.counters.pointee.consumed.store(
      oldest &- Int64(BridgeMemory.margin), ordering: .releasing)
    memory.counters.pointee.offset.store(
      (position.value - Double(nextFrame)).bitPattern, ordering: .relaxed)
  }

  // MARK: Clocks

  /// Looks whether one of the clocks stood still or began anew. Returns whether reading must end.
  @_noLocks private mutating func follow(
    _ memory: BridgeMemory, _ frame: Int64, _ nanoseconds: Int64
  ) -> Bool {
    var isNew = false
    let now = memory.counters.pointee.epoch.load(ordering: .acquiring)
    if now != epoch {
      epoch = now
      isNew = true
    }
    // Half a second: no device waits that long for sound.
    let stood = lastNanoseconds == .min ? false : nanoseconds &- lastNanoseconds > 500_000_000
    if frame != nextFrame || stood {
      clock.reset()
      isNew = true
    }
    if isNew { controller.restart() }
    return isNew
  }

  @_noLocks private mutating func control(
    _ memory: BridgeMemory, _ envelope: Double, _ frame: Int64
  ) {
    guard envelope == envelope, clock.value == clock.value else { return }
    let wanted = envelope - clock.value - distance(memory)
    memory.counters.pointee.wanted.store(wanted.bitPattern, ordering: .relaxed)
    let decision = controller.update(
      wanted: wanted, offset: position.value - Double(frame))
    switch decision {
    case .exact: isExact = true
    case .steer: isExact = false
    case .place, .jump:
      if case .jump = decision { memory.counters.pointee.jumps.add(1, ordering: .relaxed) }
      oldPosition = position
      crossFadeRest = BridgeReaderState.crossFade
      position = FramePosition(frame &+ Int64(wanted < 0 ? wanted - 0.5 : wanted + 0.5))
      controller.jumped()
      correction = controller.correction
      isExact = correction == 0
    }
    memory.counters.pointee.drift.store(controller.drift.bitPattern, ordering: .relaxed)
    memory.counters.pointee.isSettled.store(controller.isSettled, ordering: .relaxed)
  }

  /// Frames between what is written and what is read.
  @_noLocks private func distance(_ memory: BridgeMemory) -> Double {
    let target = memory.counters.pointee.targetFrameCount.load(ordering: .relaxed)
    return Double(target &+ BridgeReaderState.reserve)
  }

  /// Begins to read where the next frame is due, once that is known and there.
  @_noLocks private mutating func place(
    _ memory: BridgeMemory, _ envelope: Double, _ written: Int64
  ) {
    guard envelope == envelope, clock.value == clock.value else { return }
    let wanted = Double(nextFrame) + envelope - clock.value - distance(memory)
    let first = Int64(wanted < 0 ? wanted - 0.5 : wanted + 0.5)
    let ahead = written &- first
    guard ahead >= Int64(Quantum.frameCount &+ BridgeReaderState.reserve),
      ahead < Int64(memory.capacity / 2 &- 64)
    else { return }
    position = FramePosition(first)
    correction = controller.correction
    isExact = correction == 0
    isReading = true
    crossFadeRest = 0
    gain = Ramp(0)
    gain.move(to: 1, over: fadeFrameCount)
    memory.counters.pointee.consumed.store(
      first &- Int64(BridgeMemory.margin), ordering: .releasing)
    memory.counters.pointee.isReading.store(true, ordering: .relaxed)
  }

  @_noLocks private mutating func leave(_ memory: BridgeMemory) {
    isReading = false
    crossFadeRest = 0
    gain = Ramp(0)
    memory.counters.pointee.isReading.store(false, ordering: .relaxed)
    memory.counters.pointee.offset.store(Double.nan.bitPattern, ordering: .relaxed)
    memory.counters.pointee.wanted.store(Double.nan.bitPattern, ordering: .relaxed)
  }

  // MARK: Frames

  /// The step of the next `count` frames.
  @_noLocks private mutating func nextStep(_ count: Int) -> Int64 {
    let one = FramePosition.oneFrame
    guard isExact else {
      correction += (controller.correction - correction) * smoothing * Double(count)
      return one &+ Int64(correction * Double(one))
    }
    if position.fraction == 0 { return one }
    // On to the next whole frame, no faster than is allowed.
    let rest = one &- Int64(position.fraction)
    if rest < Int64(count) {
      position = FramePosition(position.frame &+ 1)
      correction = 0
      return one
    }
    let most = Int64(DriftController.limit * Double(one)), each = rest / Int64(count)
    return one &+ (each < most ? each : most)
  }

  /// Silence stands for frames that are not there.
  @_noLocks private func fetch(
    _ memory: BridgeMemory, _ position: FramePosition, _ step: Int64,
    _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, _ count: Int,
    _ written: Int64
  ) {
    let span = interpolator.span(at: position, step: step, frameCount: count)
    var done = 0
    while done < span.count {
      let frame = span.first &+ Int64(done)
      var piece = span.count &- done
      if frame >= written {
        Kernel.clear(windowLeft + done, frameCount: piece)
        Kernel.clear(windowRight + done, frameCount: piece)
        break
      }
      if frame &+ Int64(piece) > written { piece = Int(written &- frame) }
      piece = memory.contiguous(from: frame, piece)
      let i = memory.index(frame)
      Kernel.copy(memory.left + i, to: windowLeft + done, frameCount: piece)
      Kernel.copy(memory.right + i, to: windowRight + done, frameCount: piece)
      done &+= piece
    }
    var place = position
    place.frame &-= span.first
    interpolator.render(
      windowLeft, windowRight, at: place, step: step, left, right, frameCount: count)
  }

  @_noLocks private mutating func crossFade(
    _ memory: BridgeMemory, _ left: UnsafeMutablePointer<Float>,
    _ right: UnsafeMutablePointer<Float>, _ step: Int64, _ count: Int, _ written: Int64
  ) {
    guard crossFadeRest > 0 else { return }
    fetch(memory, oldPosition, step, oldLeft, oldRight, count, written)
    oldPosition.advance(by: step, count: count)
    let scale = 1 / Float(BridgeReaderState.crossFade)
    for i in 0..<count {
      let share = crossFadeRest > i ? Float(crossFadeRest &- i) * scale : 0
      left[i] += (oldLeft[i] - left[i]) * share
      right[i] += (oldRight[i] - right[i]) * share
    }
    crossFadeRest = crossFadeRest > count ? crossFadeRest &- count : 0
  }
}
