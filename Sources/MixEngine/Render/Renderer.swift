import CRealtime
import Synchronization

/// Owns the buffer stack and the clock, and makes sound in whole quanta of 64 frames.
///
/// Quanta begin at multiples of 64 of the render clock, whatever an output asks for: requests are
/// served from the remainder of the last quantum first, so how they are cut cannot change a bit.
///
/// Control thread unless said otherwise. The render thread is whoever calls `render`, one at a time.
public final class Renderer: @unchecked Sendable {
  public let sampleRate: SampleRate
  public let isOffline: Bool
  public let parameters: ParameterTable
  /// Where other threads read the time.
  public let clock: RenderClock
  /// When nothing can sound any more.
  public let ending: EndClock
  /// What rendering cost.
  public let load = LoadCounters()
  /// What the render thread tells: the consumer is one thread, the control thread.
  public let events: SPSCRing<RenderEvent>

  let stack: BufferStack
  private let step: RenderBox
  private let stepReader: RenderBoxReader
  private let store: ParameterStore
  private let rings: [SPSCRing<Action>]
  private let ringCount: Int
  private let ringReferences: UnsafeMutablePointer<Unmanaged<SPSCRing<Action>>>
  private let mailbox: Mailbox
  private let outputs: UnsafeMutablePointer<OutputBuffer>
  private let outputChannels: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
  private let outputSamples: UnsafeMutablePointer<Float>
  public let outputChannelCounts: [Int]
  private let outputCount: Int
  private let totalChannels: Int
  private var nextSlot: Int32 = 0
  private var latestStep: RenderStep
  private var changeCount: Int32 = 0
  /// The step that runs. Written by the render thread (release), read by the control thread (acquire).
  private let appliedNumber: UnsafeMutablePointer<Atomic<Int>>

  // Render thread only.
  private var time: Int64 = 0
  private var remainder = 0
  private var pending: PendingActions
  private var moves = ActiveMoves()
  private var lastBody: UnsafeMutableRawPointer?
  private var lastNumber = 0
  /// When the step that runs began.
  private var stepTime = Int64.min / 2
  /// What the step does that begins with this quantum.
  private var stepActions: UnsafeMutablePointer<Action>?
  private var stepActionCount = 0
  private var scheduleIndex = 0

  /// - Parameters:
  ///   - outputs: channels of each output; the first is main.
  ///   - isOffline: rendered as fast as it goes rather than in real time.
  ///   - stackCapacity: entries of the buffer stack.
  public init(
    sampleRate: SampleRate, outputs outputChannelCounts: [Int] = [2], isOffline: Bool = false,
    parameters: ParameterTable = ParameterTable(), stackCapacity: Int = 64
  ) {
    self.sampleRate = sampleRate
    self.isOffline = isOffline
    self.parameters = parameters
    self.outputChannelCounts = outputChannelCounts
    clock = .allocate()
    ending = .allocate()
    events = SPSCRing(
      capacity: 16384,
      initial: isOffline ? nil : RenderEvent(.parameter, target: -1, frame: 0))
    stack = .allocate(capacity: stackCapacity, maximumFrameCount: Quantum.frameCount)
    latestStep = RenderStep(RenderBody(modules: []), number: 0)
    step = RenderBox(latestStep)
    stepReader = step.reader
    appliedNumber = .allocate(capacity: 1)
    appliedNumber.initialize(to: Atomic(0))
    store = parameters.store
    pending = PendingActions(initial: isOffline ? nil : Action(.set, target: -1))
    rings = ActingThread.allCases.map { _ in
      SPSCRing(capacity: 8192, initial: isOffline ? nil : Action(.set, target: -1))
    }
    ringCount = rings.count
    ringReferences = .allocate(capacity: rings.count)
    for (i, ring) in rings.enumerated() {
      (ringReferences + i).initialize(to: .passUnretained(ring))
    }
    lostEvents = .allocate(capacity: 1)
    lostEvents.initialize(to: Atomic(0))
    mailbox = Mailbox(events, lost: lostEvents)

    outputCount = outputChannelCounts.count
    totalChannels = outputChannelCounts.reduce(0, +)
    outputSamples = UnsafeMutableRawPointer.allocate(
      byteCount: max(totalChannels, 1) * Quantum.frameCount * MemoryLayout<Float>.stride,
      alignment: 64
    ).bindMemory(to: Float.self, capacity: max(totalChannels, 1) * Quantum.frameCount)
    outputSamples.initialize(repeating: 0, count: max(totalChannels, 1) * Quantum.frameCount)
    outputChannels = .allocate(capacity: max(totalChannels, 1))
    for c in 0..<max(totalChannels, 1) {
      (outputChannels + c).initialize(to: outputSamples + c * Quantum.frameCount)
    }
    outputs = .allocate(capacity: max(outputCount, 1))
    var first = 0
    for (i, count) in outputChannelCounts.enumerated() {
      (outputs + i).initialize(
        to: OutputBuffer(channels: outputChannels + first, channelCount: count))
      first += count
    }
  }

  private let lostEvents: UnsafeMutablePointer<Atomic<Int>>

  deinit {
    stack.deallocate()
    clock.deallocate()
    ending.deallocate()
    ringReferences.deallocate()
    lostEvents.deallocate()
    appliedNumber.deallocate()
    outputs.deallocate()
    outputChannels.deallocate()
    outputSamples.deallocate()
  }

  /// What went wrong on the render thread so far.
  public var faults: UnsafeMutablePointer<FaultCounters> { stack.faults }
  /// Events that found the ring full.
  public var lostEventCount: Int { lostEvents.pointee.load(ordering: .relaxed) }

  /// The frame after the last that was rendered. Only while nobody renders: when an output has been
  /// closed.
  public var nextFrame: Int64 { time }

  // MARK: What to render

  /// Gives a module its number, and what it needs for this renderer's rate. Once a module.
  public func adopt(_ module: Module) {
    guard module.slot < 0 else { return }
    module.slot = nextSlot
    nextSlot += 1
    module.prepare(sampleRate: module.sampleRate ?? sampleRate)
  }

  /// Renders with a hand-written block from the next quantum on.
  ///
  /// - Parameters:
  ///   - modules: those that the block calls; they are kept alive as long as it may run.
  ///   - block: a `@_noLocks` function, so that the compiler has proven it.
  public func setBlock(keepingAlive modules: [Module] = [], _ block: @escaping RenderBlock) {
    for module in modules { adopt(module) }
    publish(BlockBody(modules: modules, block: block))
  }

  /// Renders with another body from the next quantum on.
  func publish(_ newBody: RenderBody) {
    publish(RenderStep(newBody, number: latestStep.state.pointee.number + 1))
  }

  /// Goes over to another program: what leaves fades out in the one before, if anything does, then
  /// the new one begins, all at frames that are told. The clock may stand still meanwhile.
  ///
  /// - Parameters:
  ///   - first: what happens when the change begins; nil: nothing.
  ///   - last: what happens when the new program begins.
  ///   - fadeFrames: how much later that is.
  func publish(
    _ program: RenderBody, first: RenderStep.Contents?, last: RenderStep.Contents,
    fadeFrames: Int64, frames: (begin: Int64, done: Int64)?
  ) -> GraphTransition {
    let quantum = Int64(Quantum.frameCount)
    func whole(_ frame: Int64) -> Int64 { (frame &+ quantum &- 1) & ~(quantum &- 1) }
    let before = latestStep
    var begin = whole(max(frames?.begin ?? clock.frame, before.state.pointee.frame))
    changeCount += 1
    var under = before
    if var first {
      first.change = changeCount
      first.stage = .began
      under = RenderStep(
        before.body, number: before.state.pointee.number + 1, from: begin, after: before, first)
    }
    let delay = first == nil ? 0 : max(whole(fadeFrames), quantum)
    let done = max(whole(frames?.done ?? 0), begin + delay)
    if first == nil { begin = done }
    var last = last
    last.change = changeCount
    publish(
      RenderStep(
        program, number: under.state.pointee.number + 1, from: done, delay: delay, after: under,
        last))
    return GraphTransition(number: changeCount, begin: begin, done: done)
  }

  private func publish(_ new: RenderStep) {
    latestStep = new
    step.publish(new)
  }

  /// What the program that runs, or one that waits for its turn, may still call.
  var modulesInUse: Set<ObjectIdentifier> {
    var found = Set<ObjectIdentifier>(), at: RenderStep? = latestStep
    while let step = at {
      for module in step.body.modules { found.insert(ObjectIdentifier(module)) }
      at = step.before
    }
    return found
  }

  /// Releases programs that can't be in use any more. Returns how many wait. Now and then.
  @discardableResult public func collect() -> Int {
    let state = latestStep.state.pointee
    if latestStep.before != nil, appliedNumber.pointee.load(ordering: .acquiring) == state.number {
      // The same step, without those that it came after.
      publish(RenderStep(latestStep.body, number: state.number, from: state.frame))
    }
    return step.collect()
  }

  /// Sets the render clock, before anything is rendered.
  ///
  /// - Parameter frame: a multiple of 64.
  func setClock(to frame: Int64) {
    time = frame
    clock.publish(frame: frame, requestFrames: 0, sampleRate: sampleRate)
  }

  // MARK: Actions

  /// Sends an action; `thread` names the sender, each of which is one thread. False, and counted,
  /// when its ring is full.
  @discardableResult public func send(_ action: Action, from thread: ActingThread) -> Bool {
    var action = action
    action.origin = .sent
    if rings[thread.rawValue].push(action) { return true }
    faults.pointee.lostActions.add(1, ordering: .relaxed)
    return false
  }

  /// The frame for an action that arrives now.
  public var arrivalFrame: Int64 { clock.arrivalFrame(sampleRate: sampleRate) }

  // MARK: Render thread

  /// Renders `frameCount` frames of every output, planar.
  ///
  /// - Parameters:
  ///   - channels: one pointer per channel, outputs one after the other.
  ///   - frameCount: any number.
  @_noLocks public func render(
    into channels: UnsafePointer<UnsafeMutablePointer<Float>>, frameCount: Int
  ) {
    let began = beginRequest(frameCount)
    var done = 0
    while done < frameCount {
      if remainder == 0 { renderQuantum() }
      let n = remainder < frameCount &- done ? remainder : frameCount &- done
      let from = Quantum.frameCount &- remainder
      for c in 0..<totalChannels {
        Kernel.copy(
          outputSamples + (c &* Quantum.frameCount &+ from), to: channels[c] + done, frameCount: n)
      }
      remainder &-= n
      done &+= n
    }
    endRequest(frameCount, began: began)
  }

  /// As `render(into:frameCount:)`, for a renderer with one stereo output, interleaved.
  @_noLocks public func render(interleaved: UnsafeMutablePointer<Float>, frameCount: Int) {
    let began = beginRequest(frameCount)
    var done = 0
    while done < frameCount {
      if remainder == 0 { renderQuantum() }
      let n = remainder < frameCount &- done ? remainder : frameCount &- done
      let from = Quantum.frameCount &- remainder
      Kernel.interleave(
        outputSamples + from, outputSamples + (Quantum.frameCount &+ from),
        interleaved + (2 &* done), frameCount: n)
      remainder &-= n
      done &+= n
    }
    endRequest(frameCount, began: began)
  }

  @_noLocks private func beginRequest(_ frameCount: Int) -> (mode: UInt64, nanoseconds: Int64) {
    crt_realtime_enter()
    let mode = crt_flush_to_zero()
    clock.publish(
      frame: time &- Int64(remainder), requestFrames: Int64(frameCount), sampleRate: sampleRate)
    return (mode, isOffline ? 0 : crt_monotonic_ns())
  }

  @_noLocks private func endRequest(
    _ frameCount: Int, began: (mode: UInt64, nanoseconds: Int64)
  ) {
    if !isOffline, frameCount > 0 {
      let cost = Float(crt_monotonic_ns() &- began.nanoseconds)
      load.add(cost * Float(sampleRate.hertz) / (Float(frameCount) * 1e9))
    }
    crt_restore_float_mode(began.mode)
    crt_realtime_exit()
  }

  /// Makes the next 64 frames of every output.
  @_noLocks private func renderQuantum() {
    let reference = catchUp(stepReader.enter())
    for c in 0..<totalChannels {
      Kernel.clear(outputSamples + (c &* Quantum.frameCount), frameCount: Quantum.frameCount)
    }
    stack.reset(frameCount: Quantum.frameCount, timestamp: time)
    let context = RenderContext(
      stack: stack, frameCount: Quantum.frameCount, sampleRate: sampleRate, time: time,
      isOffline: isOffline, outputs: UnsafePointer(outputs), outputCount: outputCount,
      mailbox: mailbox, ending: ending)
    takeParameterChanges()
    takeActions()
    performActions(reference, context, isNew: reference.toOpaque() != lastBody)
    advanceMoves()
    lastBody = reference.toOpaque()
    run(reference, context)
    settle(reference, context)
    stepReader.leave()
    time &+= Int64(Quantum.frameCount)
    remainder = Quantum.frameCount
  }

  /// The body of this quantum: the next step begins if its frame has come.
  @_noLocks private func catchUp(_ current: UnsafeRawPointer) -> Unmanaged<RenderBody> {
    stepActionCount = 0
    let newest = Unmanaged<RenderStep>.fromOpaque(current)._withUnsafeGuaranteedRef { $0.state }
    if newest.pointee.number == lastNumber { return newest.pointee.body }
    var at: UnsafePointer<RenderStep.State>? = UnsafePointer(newest)
    var present = UnsafePointer(newest), next: UnsafePointer<RenderStep.State>?
    while let state = at {
      if state.pointee.number > lastNumber {
        next = state
      } else if state.pointee.number == lastNumber {
        present = state
      }
      at = state.pointee.before
    }
    // A step that waits is waited for by those after it.
    guard let next, next.pointee.frame <= time, stepTime &+ next.pointee.delay <= time else {
      return present.pointee.body
    }
    stepTime = time
    begin(next)
    return next.pointee.body
  }

  @_noLocks private func begin(_ step: UnsafePointer<RenderStep.State>) {
    lastNumber = step.pointee.number
    appliedNumber.pointee.store(lastNumber, ordering: .releasing)
    for i in 0..<step.pointee.editCount {
      step.pointee.edits[i].module.apply(step.pointee.edits[i].edit)
    }
    for i in 0..<step.pointee.valueCount {
      let (index, value) = (step.pointee.values[i].index, step.pointee.values[i].value)
      moves.cancel(index)
      store.setFromRender(index, value)
      mailbox.tell(RenderEvent(.parameter, target: index, frame: time, value: Double(value)))
    }
    if step.pointee.watches { ending.watch(slot: step.pointee.watchedSlot) }
    stepActions = step.pointee.actions
    stepActionCount = step.pointee.actionCount
    if step.pointee.change >= 0 {
      mailbox.tell(
        RenderEvent(
          .changed, target: step.pointee.change, frame: time, detail: step.pointee.stage))
    }
  }

  // Class dispatch; every override carries its own proof.
  @_semantics("no_performance_analysis") @inline(__always)
  private func run(_ reference: Unmanaged<RenderBody>, _ context: RenderContext) {
    reference._withUnsafeGuaranteedRef { $0.run(context) }
  }

  @_semantics("no_performance_analysis") @inline(__always)
  private func settle(_ reference: Unmanaged<RenderBody>, _ context: RenderContext) {
    reference._withUnsafeGuaranteedRef { $0.settle(context) }
  }

  @_noLocks private func takeParameterChanges() {
    var chunk = 0, index: Int32 = 0, value: Float = 0
    while store.takeChange(&chunk, &index, &value) {
      // A hand on the control ends a move.
      if moves.count > 0 { moves.cancel(index) }
      mailbox.tell(
        RenderEvent(.parameter, target: index, frame: time, value: Double(value), origin: .hand))
    }
  }

  @_noLocks private func advanceMoves() {
    var i = moves.count
    while i > 0 {
      i &-= 1
      moves.advance(i, to: time, in: store)
    }
  }

  @_noLocks private func takeActions() {
    var action = Action(.set, target: -1)
    for i in 0..<ringCount {
      while pop(i, &action) {
        if !pending.insert(action) {
          stack.faults.pointee.lostActions.add(1, ordering: .relaxed)
        }
      }
    }
  }

  @_noLocks private func pop(_ ring: Int, _ action: inout Action) -> Bool {
    ringReferences[ring]._withUnsafeGuaranteedRef { $0.pop(into: &action) }
  }

  @_noLocks private func performActions(
    _ reference: Unmanaged<RenderBody>, _ context: RenderContext, isNew: Bool
  ) {
    if isNew { scheduleIndex = firstScheduled(reference, from: time) }
    let end = time &+ Int64(Quantum.frameCount)
    var action = Action(.set, target: -1)
    if let actions = stepActions {
      for i in 0..<stepActionCount {
        action = actions[i]
        action.frame = time
        perform(action, reference, context)
      }
    }
    // Hands that are played back, and the session's own, come before all that was sent.
    while takeScheduled(reference, before: end, isSent: false, into: &action) {
      perform(action, reference, context)
    }
    while takeSent(reference, before: end, into: &action) { perform(action, reference, context) }
    // What is planned is sound to come.
    if pending.count > 0 { ending.sounds(until: end) }
    if moves.count > 0 { ending.sounds(until: moves.end(before: end)) }
    if isScheduled(reference) { ending.sounds(until: end) }
  }

  /// The session's own events that lie before now have acted, or are too late to act.
  @_noLocks private func firstScheduled(
    _ reference: Unmanaged<RenderBody>, from frame: Int64
  ) -> Int {
    let (schedule, count) = reference._withUnsafeGuaranteedRef { ($0.schedule, $0.scheduleCount) }
    var low = 0, high = count
    while low < high {
      let middle = (low &+ high) / 2
      if schedule[middle].handOver < frame { low = middle &+ 1 } else { high = middle }
    }
    return low
  }

  @_noLocks private func isScheduled(_ reference: Unmanaged<RenderBody>) -> Bool {
    scheduleIndex < reference._withUnsafeGuaranteedRef { $0.scheduleCount }
  }

  @_noLocks private func takeScheduled(
    _ reference: Unmanaged<RenderBody>, before end: Int64, isSent: Bool, into action: inout Action
  ) -> Bool {
    let (schedule, count) = reference._withUnsafeGuaranteedRef { ($0.schedule, $0.scheduleCount) }
    guard scheduleIndex < count, schedule[scheduleIndex].handOver < end else { return false }
    if !isSent, schedule[scheduleIndex].turn == 2 { return false }
    action = schedule[scheduleIndex]
    scheduleIndex &+= 1
    return true
  }

  /// The next of what comes through rings now and what came through them when it was kept, by frame.
  @_noLocks private func takeSent(
    _ reference: Unmanaged<RenderBody>, before end: Int64, into action: inout Action
  ) -> Bool {
    let (schedule, count) = reference._withUnsafeGuaranteedRef { ($0.schedule, $0.scheduleCount) }
    if scheduleIndex < count, schedule[scheduleIndex].handOver <= pending.handOver,
      takeScheduled(reference, before: end, isSent: true, into: &action)
    {
      return true
    }
    return pending.take(before: end, into: &action)
  }

  @_noLocks private func perform(
    _ action: Action, _ reference: Unmanaged<RenderBody>, _ context: RenderContext
  ) {
    ending.sounds(until: action.frame)
    // Frames gone by mean: at once.
    let offset = action.handOver &- time
    let frame = offset < 0 ? time : action.frame
    switch action.verb {
    case .set:
      guard store.contains(action.target) else { return }
      let value = Float(action.value)
      moves.cancel(action.target)
      store.setFromRender(action.target, value)
      mailbox.tell(
        RenderEvent(
          .parameter, target: action.target, frame: frame, value: Double(value),
          origin: action.origin))
    case .move:
      guard store.contains(action.target) else { return }
      if !moves.begin(action, at: frame, in: store) {
        stack.faults.pointee.lostActions.add(1, ordering: .relaxed)
      }
      mailbox.tell(
        RenderEvent(
          .move, target: action.target, frame: frame, value: Double(Float(action.value)),
          duration: action.duration, origin: action.origin))
    case .cross:
      guard store.contains(action.target) else { return }
      perform(store.crossing(action), reference, context)
    default:
      guard let module = reference._withUnsafeGuaranteedRef({ $0.module(at: action.target) })
      else { return }
      if offset < 0 { stack.faults.pointee.lateActions.add(1, ordering: .relaxed) }
      module.perform(action, offset: offset < 0 ? 0 : Int(offset), context)
      mailbox.tell(
        RenderEvent(
          .action, target: action.target, frame: frame, value: action.value,
          detail: action.verb.code, origin: action.origin))
    }
  }
}
