import CRealtime
import Synchronization

/// Measures what each step of a program costs, while somebody wants to know. A trivial handle; the
/// program owns the memory.
///
/// Measuring costs a reading of the clock a step, so it is off at first.
struct StepClock: BitwiseCopyable, @unchecked Sendable {
  struct State: ~Copyable {
    /// Written by the control thread (relaxed).
    let isOn = Atomic<Bool>(false)
    /// Quanta that were measured. Written by the render thread (relaxed).
    let quanta = Atomic<Int64>(0)
  }

  private let state: UnsafeMutablePointer<State>
  /// Nanoseconds a step, all quanta together. Written by the render thread (relaxed).
  private let costs: UnsafeMutablePointer<Atomic<Int64>>
  private let count: Int

  init(count: Int) {
    self.count = count
    state = .allocate(capacity: 1)
    state.initialize(to: State())
    costs = .allocate(capacity: max(count, 1))
    for i in 0..<max(count, 1) { (costs + i).initialize(to: Atomic(0)) }
  }

  func deallocate() {
    state.deinitialize(count: 1)
    state.deallocate()
    costs.deallocate()
  }

  // MARK: Control thread

  func setOn(_ isOn: Bool) { state.pointee.isOn.store(isOn, ordering: .relaxed) }

  /// Nanoseconds a quantum that a step took on average.
  func average(_ step: Int) -> Double {
    let quanta = state.pointee.quanta.load(ordering: .relaxed)
    guard quanta > 0 else { return 0 }
    return Double(costs[step].load(ordering: .relaxed)) / Double(quanta)
  }

  // MARK: Render thread

  var isOn: Bool {
    @_noLocks get { state.pointee.isOn.load(ordering: .relaxed) }
  }

  /// The time now, to be given to the first `lap`.
  @_noLocks func start() -> Int64 {
    state.pointee.quanta.add(1, ordering: .relaxed)
    return crt_monotonic_ns()
  }

  /// Adds the time since the last reading to a step.
  @_noLocks func lap(_ step: Int, since last: inout Int64) {
    let now = crt_monotonic_ns()
    costs[step].add(now &- last, ordering: .relaxed)
    last = now
  }
}
