import CRealtime
import Synchronization

/// Gives the top buffer to a recorder: whoever drains `ring` stores the frames.
///
/// The stack stays as it is. Mono is taken on both sides, of wider buffers the first two channels.
/// A take begins and ends at the exact frame of its action, inside a quantum too, and the frames of
/// takes lie in the ring one after the other with markers between them.
///
/// A ring without room loses frames: they are counted, and a marker tells the consumer how many, so
/// that it can store as much silence. Offline the driver asks `hasRoom` before it renders, and
/// none is lost.
///
/// | action | while nothing is taken | during a take |
/// |---|---|---|
/// | beginTake | begins a take | ends it and begins the next one, without a gap |
/// | splitTake | – | ends the file and begins the next one, without a gap |
/// | endTake | – | ends it |
/// | pauseTake, resumeTake | – | leaves out what is between them |
/// | markTake | is counted as missed | marks where the file has come to |
public final class RecorderTap: Module, @unchecked Sendable {
  public let ring: FrameRing
  /// What marks are called; never looked at by the render thread.
  public let titles = MarkTitles()
  /// Where the consumer waits for frames: signalled when about `batch` of them, or a marker, came.
  public let filled = WaitPoint()
  /// Frames by which what it hears is held back: actions act as much later. Nil: none.
  private let delay: Parameter?
  /// Where an offline driver waits for room: signalled by the consumer.
  public let drained = WaitPoint()
  /// Frames worth waking the consumer for.
  public let batch: Int

  let counters: UnsafeMutablePointer<TakeCounters>
  private let filledReference: Unmanaged<WaitPoint>
  /// Room that ends a gap: with a little at a time the sound would be chopped to pieces.
  private let roomAfterGap: Int

  // Render thread only.
  /// `slot`, as actions name it: the inherited field can't be read without a retain.
  private var number: Int32 = -1
  private var queue = TakeActionQueue()
  private var isTaking = false
  private var isPaused = false
  /// The file of the take has no frame yet.
  private var isUnmarked = false
  /// Where the frames of the ring have come to.
  private var position = 0
  private var fileFrameCount = 0
  private var fileClipCount = 0
  /// The title of a mark before the file's first frame; negative: there is none. It waits until the
  /// file begins, since one without frames leaves no marker.
  private var firstTitle: Int32 = -1
  private var gapFrame: Int64 = 0
  private var gapLength = 0
  /// Frames that this quantum put into the ring behind its first marker; they can be taken back.
  private var cuttable = 0

  /// - Parameters:
  ///   - format: `.integer16` if the frames go to a 16-bit file without dither.
  ///   - ringFrameCount: rounded up to a power of two. Live, the time that a disk may stall.
  ///   - batch: at most half of the ring.
  ///   - delay: of `TakeDelay`, in whose sound it stands; nil: nothing is held back.
  public init(
    address: String, parameters: ParameterTable, format: FrameRing.Format = .float,
    ringFrameCount: Int, batch: Int = 16384, delay: Parameter? = nil
  ) {
    self.delay = delay
    ring = .allocate(frameCount: ringFrameCount, format: format)
    self.batch = max(1, min(batch, ring.capacity / 2))
    roomAfterGap = max(ring.capacity / 16, 1)
    filledReference = .passUnretained(filled)
    counters = .allocate(capacity: 1)
    counters.initialize(to: TakeCounters())
    super.init(address: address, parameters: parameters)
    isActive = false
    settles = true
  }

  deinit {
    ring.deallocate()
    counters.deinitialize(count: 1)
    counters.deallocate()
  }

  // MARK: Any thread

  /// Whether a take is being made, paused or not.
  public var isRecording: Bool { counters.pointee.isTaking.load(ordering: .relaxed) }
  public var isHeld: Bool { counters.pointee.isPaused.load(ordering: .relaxed) }
  /// Frames of the present take's file, or of the last one, lost ones included.
  public var frameCount: Int { counters.pointee.frameCount.load(ordering: .relaxed) }
  /// Samples of this file that were clipped on their way into the ring (16 bits only).
  public var clippedSampleCount: Int {
    counters.pointee.clippedSampleCount.load(ordering: .relaxed)
  }
  /// Frames of this file that found no room.
  public var gapFrameCount: Int { counters.pointee.gapFrameCount.load(ordering: .relaxed) }
  /// Frames of all takes that found no room.
  public var lostFrameCount: Int { counters.pointee.lostFrameCount.load(ordering: .relaxed) }
  /// Files begun so far.
  public var takeCount: Int { counters.pointee.takeCount.load(ordering: .relaxed) }
  /// Marks that came while nothing was taken.
  public var missedMarkCount: Int { counters.pointee.missedMarkCount.load(ordering: .relaxed) }

  /// The driver of an offline render, before it asks for `frameCount` frames: whether none of them
  /// would be lost. If not, it drains the ring itself or waits at `drained`.
  ///
  /// - Parameter frameCount: at most the ring's capacity less a quantum; for more there is never room.
  public func hasRoom(frameCount: Int) -> Bool {
    ring.space >= frameCount + Quantum.frameCount
      && ring.markerSpace >= FrameRing.markerCapacity / 2
  }

  // MARK: Render thread

  @_noLocks override public func perform(
    _ action: Action, offset: Int, _ context: RenderContext
  ) {
    number = action.target
    var frame = context.time &+ Int64(offset)
    if let delay { frame &+= Int64(delay.value) }
    // Of other actions it is no number that means anything.
    let isNumber = action.value > 0 ? action.value < 0x1p31 : false
    let title = isNumber ? Int32(action.value) : 0
    if !queue.insert(action.verb, title: title, at: frame) {
      context.stack.faults.pointee.lostActions.add(1, ordering: .relaxed)
    }
  }

  @_noLocks override public func process(_ context: RenderContext) {
    if queue.isEmpty, !isTaking { return }
    guard let top = context.stack.get(0) else { return context.stack.countMisuse() }
    let count = context.frameCount < top.frameCount ? context.frameCount : top.frameCount
    var from = 0, frame: Int64 = 0, verb = Action.Verb.endTake, title: Int32 = 0
    while queue.take(before: context.time &+ Int64(count), &verb, title: &title, at: &frame) {
      let offset = frame > context.time ? Int(frame &- context.time) : 0
      // Actions come in the order of their frames, but may be late.
      if offset > from {
        write(top, from: from, count: offset &- from, context)
        from = offset
      }
      act(verb, title: title, at: context.time &+ Int64(from), context)
    }
    write(top, from: from, count: count &- from, context)
  }

  /// Publishes what the quantum brought; where the mix ended in it, only the frames before.
  @_noLocks override public func settle(_ frameCount: Int, _ context: RenderContext) {
    if position == ring.published, !isTaking, !ring.hasMarker { return }
    if frameCount < Quantum.frameCount, isTaking {
      let behind = Quantum.frameCount &- frameCount
      let cut = behind < cuttable ? behind : cuttable
      position &-= cut
      fileFrameCount &-= cut
      counters.pointee.frameCount.store(fileFrameCount, ordering: .relaxed)
      act(.endTake, title: 0, at: context.time &+ Int64(frameCount), context)
      // As if somebody had ended it there: whoever keeps the performance keeps this, too; and what
      // is told acts later by the delay.
      var told = context.time &+ Int64(Quantum.frameCount &- cut)
      if let delay { told &-= Int64(delay.value) }
      context.tell(
        RenderEvent(
          .action, target: number, frame: told,
          detail: Action.Verb.endTake.code, origin: .sent))
    }
    cuttable = 0
    ring.publish(position)
    let isWorthIt = ring.used >= batch ? true : ring.hasMarker
    if isWorthIt { filledReference._withUnsafeGuaranteedRef { $0.signal() } }
  }

  @_noLocks override public func reset() {}

  @_noLocks private func act(
    _ verb: Action.Verb, title: Int32, at frame: Int64, _ context: RenderContext
  ) {
    switch verb {
    case .beginTake:
      if isTaking { endFile(at: frame, context) }
      isPaused = false
      beginFile(at: frame, context)
    case .splitTake:
      guard isTaking else { return }
      endFile(at: frame, context)
      beginFile(at: frame, context)
    case .endTake:
      guard isTaking else { return }
      endFile(at: frame, context)
      isTaking = false
      isPaused = false
    case .pauseTake: isPaused = isTaking
    case .resumeTake: isPaused = false
    case .markTake: mark(title, at: frame, context)
    default: return
    }
    counters.pointee.isTaking.store(isTaking, ordering: .relaxed)
    counters.pointee.isPaused.store(isPaused, ordering: .relaxed)
  }

  @_noLocks private func beginFile(at frame: Int64, _ context: RenderContext) {
    isTaking = true
    isUnmarked = true
    firstTitle = -1
    cuttable = 0
    fileFrameCount = 0
    fileClipCount = 0
    counters.pointee.frameCount.store(0, ordering: .relaxed)
    counters.pointee.clippedSampleCount.store(0, ordering: .relaxed)
    counters.pointee.gapFrameCount.store(0, ordering: .relaxed)
    counters.pointee.takeCount.add(1, ordering: .relaxed)
    context.tell(RenderEvent(.takeBegan, target: number, frame: frame))
  }

  /// A file without frames leaves no marker: there is nothing to store. Neither does one that
  /// found no room for its first marker: all of it is lost.
  @_noLocks private func endFile(at frame: Int64, _ context: RenderContext) {
    let isLost = isUnmarked ? ring.markerSpace < 8 : false
    if isLost {
      gapLength = 0
    } else if fileFrameCount > 0 {
      markBegin(at: gapFrame)
      markGap(context)
      ring.mark(
        FrameRing.Marker(.end, position: position, frame: frame, value: fileClipCount))
    }
    context.tell(
      RenderEvent(.takeEnded, target: number, frame: frame, value: Double(fileFrameCount)))
  }

  @_noLocks private func write(
    _ top: BufferView, from: Int, count: Int, _ context: RenderContext
  ) {
    guard count > 0, isTaking, !isPaused else { return }
    let frame = context.time &+ Int64(from)
    fileFrameCount &+= count
    counters.pointee.frameCount.store(fileFrameCount, ordering: .relaxed)
    guard hasRoom(count, behind: position) else {
      if gapLength == 0 { gapFrame = frame }
      gapLength &+= count
      counters.pointee.gapFrameCount.add(count, ordering: .relaxed)
      counters.pointee.lostFrameCount.add(count, ordering: .relaxed)
      return
    }
    let isFirst = isUnmarked
    markBegin(at: gapLength > 0 ? gapFrame : frame)
    markGap(context)
    // A take keeps its first frame.
    cuttable &+= isFirst ? count &- 1 : count
    let clips = ring.put(top.left + from, top.right + from, frameCount: count, at: position)
    position &+= count
    if clips > 0 {
      fileClipCount &+= clips
      counters.pointee.clippedSampleCount.store(fileClipCount, ordering: .relaxed)
    }
  }

  /// Whether frames, and the markers that must stand before them, find room. A few places for
  /// markers are always kept for a take's end.
  @_noLocks private func hasRoom(_ count: Int, behind position: Int) -> Bool {
    // Frames of this quantum that are not published yet take room too.
    let room = ring.space &- (position &- ring.published)
    if room < count { return false }
    if gapLength > 0, room < roomAfterGap { return false }
    if gapLength == 0, !isUnmarked { return true }
    return ring.markerSpace >= 8
  }

  @_noLocks private func markBegin(at frame: Int64) {
    guard isUnmarked else { return }
    isUnmarked = false
    ring.mark(
      FrameRing.Marker(
        .begin, position: position, frame: frame, nanoseconds: crt_monotonic_ns()))
    guard firstTitle >= 0 else { return }
    ring.mark(FrameRing.Marker(.mark, position: position, frame: frame, value: Int(firstTitle)))
    firstTitle = -1
  }

  /// Of marks before the file's first frame the last counts.
  @_noLocks private func mark(_ title: Int32, at frame: Int64, _ context: RenderContext) {
    guard isTaking else {
      counters.pointee.missedMarkCount.add(1, ordering: .relaxed)
      return
    }
    guard fileFrameCount > 0 else {
      firstTitle = title
      return
    }
    // As many places are kept for the ends of takes and for gaps.
    guard ring.markerSpace >= 16 else {
      context.stack.faults.pointee.lostActions.add(1, ordering: .relaxed)
      return
    }
    // A file that begins with a gap: what is marked is the file's.
    markBegin(at: gapFrame)
    // Behind frames that may be taken back no marker may stand.
    ring.mark(
      FrameRing.Marker(
        .mark, position: position &- cuttable, frame: frame, value: Int(title),
        fileFrame: fileFrameCount))
  }

  @_noLocks private func markGap(_ context: RenderContext) {
    guard gapLength > 0 else { return }
    ring.mark(FrameRing.Marker(.gap, position: position, frame: gapFrame, value: gapLength))
    context.tell(RenderEvent(.gap, target: number, frame: gapFrame, value: Double(gapLength)))
    gapLength = 0
  }
}
