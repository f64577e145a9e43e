/// A compiled graph: the stack operations of one quantum, one after the other.
///
/// Immutable; made on the control thread, run on the render thread.
public final class RenderProgram: RenderBody, @unchecked Sendable {
  /// Entries of the stack that it needs.
  public let depth: Int
  /// Frames by which what is heard lags behind the render clock; files read ahead by as much.
  public let latency: Int
  /// Where formats did not fit.
  public let adapters: [GraphAdapter]
  /// With the adapters, and without wires and nested graphs.
  let graph: Graph
  /// By how many frames players are to read ahead.
  let readAheads: [(player: FilePlayer, frames: Int)]
  private let instructions: UnsafeMutablePointer<Instruction>
  private let count: Int
  private let tails: TailPaths
  private let clock: StepClock

  /// - Parameters:
  ///   - graph: without problems, its modules adopted by the renderer.
  ///   - adapted: sources that an adapter calls.
  ///   - helpers: modules that do their work at a quantum's begin, before all others.
  ///   - align: gives the delay of that address and length; the same object when asked again.
  init(
    graph: Graph, adapters: [GraphAdapter] = [], adapted: [Module] = [], helpers: [Module] = [],
    schedule: [Action] = [],
    align: (String, Int) -> AlignDelay
  ) {
    var aligned: [Module] = []
    let compiled = withoutActuallyEscaping(align) { align in
      ProgramCompiler.compile(graph) { address, frames in
        let delay = align(address, frames)
        aligned.append(delay)
        return delay
      }
    }
    self.graph = graph
    self.adapters = adapters
    depth = compiled.depth
    latency = compiled.plan.total
    let updates = helpers.map { module in
      var update = Instruction(operation: .update)
      update.module = ModuleReference(module)
      update.slot = module.slot
      return update
    }
    var all =
      updates
      + compiled.instructions.map { instruction in
        var moved = instruction
        moved.first += Int32(updates.count)
        return moved
      }
    var fed: Set<Int32> = []
    for i in all.indices {
      if case .output = all[i].operation { all[i].isFirst = fed.insert(all[i].index).inserted }
    }
    count = all.count
    instructions = .allocate(capacity: max(count, 1))
    for (i, instruction) in all.enumerated() { (instructions + i).initialize(to: instruction) }
    tails = TailPaths(graph)
    clock = StepClock(count: count)
    // A player that reads ahead starts as much earlier.
    var lead: [Int32: Int64] = [:]
    var players: [(player: FilePlayer, frames: Int)] = []
    for (place, frames) in compiled.plan.readAhead {
      guard let module = graph.nodes[place].module else { continue }
      lead[module.slot] = Int64(frames)
      if let player = module as? FilePlayer { players.append((player, frames)) }
      (module as? LiveInput)?.setWay(frames)
    }
    let shifted = schedule.map { action in
      var moved = action
      switch (action.verb, action.origin) {
      // What was kept has the frame at which it acted.
      case (.set, _), (.move, _), (.cross, _), (_, .sent), (_, .hand): break
      default: moved.lead = lead[action.target] ?? 0
      }
      return moved
    }
    readAheads = players
    super.init(modules: helpers + graph.modules + adapted + aligned, schedule: shifted)
  }

  deinit {
    instructions.deallocate()
    tails.deallocate()
    clock.deallocate()
  }

  var steps: [Instruction] { (0..<count).map { instructions[$0] } }

  /// Where modules stand, by slot: at the addresses of their nodes, with the paths of nested graphs.
  var addresses: [Int32: String] {
    var addresses = Dictionary(modules.map { ($0.slot, $0.address) }, uniquingKeysWith: { $1 })
    for node in graph.nodes {
      guard let module = node.module else { continue }
      // The fader of an output has an address of its own.
      if case .output = node.kind { continue }
      addresses[module.slot] = node.address
    }
    return addresses
  }

  // MARK: Any thread

  /// Begins, or ends, to measure what nodes cost; that itself costs a little.
  public func measuresNodes(_ isOn: Bool) { clock.setOn(isOn) }

  /// What the nodes cost since measuring began, the dearest first; a strip's source and fader, and
  /// the sum that they go into, are one where they are done in one go.
  public func nodeLoads(_ sampleRate: SampleRate) -> [NodeLoad] {
    let names = addresses
    var shares: [String: Double] = [:]
    let quantum = sampleRate.seconds(frames: Int64(Quantum.frameCount)) * 1e9
    for i in 0..<count {
      guard let name = names[instructions[i].slot] else { continue }
      let strip = name.hasSuffix(".fader") ? String(name.dropLast(6)) : name
      shares[strip, default: 0] += clock.average(i) / quantum
    }
    return shares.map { NodeLoad(address: $0.key, share: $0.value) }
      .sorted { $0.share == $1.share ? $0.address < $1.address : $0.share > $1.share }
  }

  // MARK: Render thread

  @_noLocks override func run(_ context: RenderContext) {
    if clock.isOn {
      runMeasured(context)
    } else {
      var step = instructions
      let end = step + count
      while step < end {
        perform(step, context)
        step += 1
      }
    }
    if context.stack.count != 0 {
      context.stack.faults.pointee.imbalances.add(1, ordering: .relaxed)
    }
  }

  @_noLocks @inline(never) private func runMeasured(_ context: RenderContext) {
    var last = clock.start()
    for i in 0..<count {
      perform(instructions + i, context)
      clock.lap(i, since: &last)
    }
  }

  @_noLocks override func settle(_ context: RenderContext) {
    var tail = 0
    if context.ending.isQuiet(at: context.time) {
      tail =
        tails.longest(
          limit: Int(context.sampleRate.frames(seconds: EndClock.longestTail))) &+ latency
    }
    settle(context, tail: Int64(tail))
  }

  // Inlined into the loop: a call, and what it must keep, cost as much as many a step.
  @_noLocks @inline(__always) private func perform(
    _ step: UnsafeMutablePointer<Instruction>, _ context: RenderContext
  ) {
    switch step.pointee.operation {
    case .push: push(step, context)
    case .silence: context.stack.pushSilence()
    case .edit: edit(step, context)
    case .update, .record: step.pointee.module?.process(context)
    case .fader:
      if step.pointee.isGuard { guardTop(step, context) }
      step.pointee.module?.process(context)
    case .mix: context.stack.mix(Int(step.pointee.index))
    case .mixFaded: mixFaded(step, context)
    case .mixSource: mixSource(step, context)
    case .add: context.stack.add(to: Int(step.pointee.index))
    case .copy: context.stack.duplicate(Int(step.pointee.index))
    case .raise: context.stack.raise(Int(step.pointee.index))
    case .pop: context.stack.pop(Int(step.pointee.index))
    case .output: output(step, context)
    }
  }

  /// A source pushes one buffer; one that does otherwise is mended and counted. Mono becomes the
  /// same on both sides.
  @_noLocks @inline(__always) private func push(
    _ step: UnsafeMutablePointer<Instruction>, _ context: RenderContext
  ) {
    let wanted = context.stack.count &+ 1
    step.pointee.module?.process(context)
    if context.stack.count != wanted { balance(context.stack, wanted) }
    if context.stack.isTopMono { context.stack.widen() }
  }

  @_noLocks @inline(__always) private func edit(
    _ step: UnsafeMutablePointer<Instruction>, _ context: RenderContext
  ) {
    let wanted = context.stack.count
    step.pointee.module?.process(context)
    if context.stack.count != wanted { balance(context.stack, wanted) }
  }

  @_noLocks @inline(never) private func balance(_ stack: BufferStack, _ wanted: Int) {
    stack.faults.pointee.imbalances.add(1, ordering: .relaxed)
    if stack.count > wanted { stack.pop(stack.count &- wanted) }
    while stack.count < wanted {
      if stack.pushSilence() == nil { return }
    }
  }

  @_noLocks private func mixFaded(
    _ step: UnsafeMutablePointer<Instruction>, _ context: RenderContext
  ) {
    guard let fader = step.pointee.fader else { return }
    fader.update()
    fader.add(to: 1, of: context.stack)
    context.stack.pop(1)
  }

  @_noLocks private func mixSource(
    _ step: UnsafeMutablePointer<Instruction>, _ context: RenderContext
  ) {
    guard let fader = step.pointee.fader, let source = step.pointee.module,
      let sum = context.stack.get(0)
    else { return }
    fader.update()
    let isDone = source.mix(into: sum, left: fader.left, right: fader.right, context)
    if isDone { return fader.advance(context.frameCount) }
    push(step, context)
    fader.add(to: 1, of: context.stack)
    context.stack.pop(1)
  }

  @_noLocks private func output(
    _ step: UnsafeMutablePointer<Instruction>, _ context: RenderContext
  ) {
    let index = Int(step.pointee.index)
    guard let fader = step.pointee.fader else { return context.output(1, to: index) }
    fader.update()
    if let top = context.stack.get(0), index < context.outputCount {
      let output = context.outputs[index]
      if output.channelCount > 1 {
        if step.pointee.isFirst, fader.isUnity {
          Kernel.copy(top.left, to: output.channels[0], frameCount: top.frameCount)
          Kernel.copy(top.right, to: output.channels[1], frameCount: top.frameCount)
          return
        }
        Kernel.mix(top.left, into: output.channels[0], frameCount: top.frameCount, ramp: fader.left)
        Kernel.mix(
          top.right, into: output.channels[1], frameCount: top.frameCount, ramp: fader.right)
      } else if context.stack.duplicate() != nil {
        fader.apply(to: context.stack)
        context.output(1, to: index)
        return context.stack.pop(1)
      }
    }
    fader.advance(context.frameCount)
  }

  /// Silences the top if it is not finite, tells who it was, and makes those who had a part in it
  /// forget.
  @_noLocks private func guardTop(
    _ step: UnsafeMutablePointer<Instruction>, _ context: RenderContext
  ) {
    let stack = context.stack
    guard let top = stack.get(0) else { return }
    if top.channelCount == 2, Kernel.isFinite(top.left, top.right, frameCount: top.frameCount) {
      return
    }
    for c in 0..<top.channelCount {
      if Kernel.isFinite(top[c], frameCount: top.frameCount) { continue }
      stack.silence()
      stack.faults.pointee.nonFinite.add(1, ordering: .relaxed)
      context.tell(
        RenderEvent(.nonFinite, target: step.pointee.slot, frame: context.time))
      var before = instructions + Int(step.pointee.first)
      while before < step {
        switch before.pointee.operation {
        case .edit: before.pointee.module?.reset()
        default: break
        }
        before += 1
      }
      return
    }
  }
}
