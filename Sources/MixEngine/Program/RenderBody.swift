/// What a renderer does in each quantum: a hand-written block or a compiled program. Immutable once
/// it is published; it keeps alive what the render thread borrows.
public class RenderBody: @unchecked Sendable {
  /// Kept alive; a module's place here is of no meaning, its `slot` is.
  let modules: [Module]
  /// Modules by slot, as the render thread finds them for actions.
  let slots: UnsafeMutablePointer<ModuleReference?>
  let slotCount: Int
  /// Session events, and what was kept of a performance, in the order in which they act: quantum by
  /// quantum, in the turns of `Action.Origin`, by frame.
  let schedule: UnsafeMutablePointer<Action>
  let scheduleCount: Int

  /// Modules that want to know how a quantum ended.
  private let settling: UnsafeMutablePointer<ModuleReference>
  private let settlingCount: Int

  init(modules: [Module], schedule: [Action] = []) {
    self.modules = modules
    let last = modules.filter(\.settles)
    settlingCount = last.count
    settling = .allocate(capacity: max(last.count, 1))
    for (i, module) in last.enumerated() { (settling + i).initialize(to: ModuleReference(module)) }
    slotCount = Int((modules.map(\.slot).max() ?? -1) + 1)
    slots = .allocate(capacity: max(slotCount, 1))
    slots.initialize(repeating: nil, count: max(slotCount, 1))
    for module in modules where module.slot >= 0 {
      slots[Int(module.slot)] = ModuleReference(module)
    }
    scheduleCount = schedule.count
    self.schedule = .allocate(capacity: max(schedule.count, 1))
    let sorted = schedule.sorted {
      ($0.quantum, $0.turn, $0.handOver) < ($1.quantum, $1.turn, $1.handOver)
    }
    for (i, action) in sorted.enumerated() {
      (self.schedule + i).initialize(to: action)
    }
  }

  deinit {
    slots.deallocate()
    schedule.deallocate()
    settling.deallocate()
  }

  /// Render thread.
  @_noLocks func run(_ context: RenderContext) {}

  /// Render thread, when a quantum has been made: whether all has ended in it.
  @_noLocks func settle(_ context: RenderContext) { settle(context, tail: 0) }

  @_noLocks final func settle(_ context: RenderContext, tail: Int64) {
    let frames = context.ending.settle(context.time, tail: tail)
    for i in 0..<settlingCount { settling[i].settle(frames, context) }
  }

  @_noLocks final func module(at slot: Int32) -> ModuleReference? {
    guard slot >= 0, Int(slot) < slotCount else { return nil }
    return slots[Int(slot)]
  }
}
