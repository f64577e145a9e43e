import Glibc
import Synchronization

/// A place where one thread sleeps until another says that something changed.
///
/// `signal` is a plain load while nobody sleeps, so the render thread may call it; when somebody
/// does sleep it posts a semaphore, which never blocks.
public final class WaitPoint: @unchecked Sendable {
  // Set by the sleeper, taken back by whoever wakes it; sequentially consistent on both sides, so
  // that either the sleeper sees the change or the signaller sees the sleeper.
  private let isSleeping = Atomic<Bool>(false)
  private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

  public init() { sem_init(semaphore, 0, 0) }

  deinit {
    sem_destroy(semaphore)
    semaphore.deallocate()
  }

  /// Blocks until `condition` holds; it is asked again at every signal.
  public func wait(until condition: () -> Bool) {
    RenderThread.assertIsNotCurrent()
    while !condition() {
      isSleeping.store(true, ordering: .sequentiallyConsistent)
      if condition(), isSleeping.exchange(false, ordering: .sequentiallyConsistent) { return }
      while sem_wait(semaphore) != 0 {}
    }
  }

  /// As `wait(until:)`, but gives up after a time. False when the condition never held.
  public func wait(milliseconds: Int, until condition: () -> Bool) -> Bool {
    RenderThread.assertIsNotCurrent()
    var deadline = timespec()
    clock_gettime(CLOCK_REALTIME, &deadline)
    deadline.tv_sec += milliseconds / 1000
    deadline.tv_nsec += milliseconds % 1000 * 1_000_000
    if deadline.tv_nsec >= 1_000_000_000 {
      deadline.tv_sec += 1
      deadline.tv_nsec -= 1_000_000_000
    }
    while !condition() {
      isSleeping.store(true, ordering: .sequentiallyConsistent)
      if condition(), isSleeping.exchange(false, ordering: .sequentiallyConsistent) { return true }
      while sem_timedwait(semaphore, &deadline) != 0 {
        guard errno == EINTR else {
          // A signaller that took the flag has posted, or will: take its post too.
          if !isSleeping.exchange(false, ordering: .sequentiallyConsistent) {
            while sem_wait(semaphore) != 0 {}
          }
          return condition()
        }
      }
    }
    return true
  }

  /// Any thread, the render thread too.
  @_noLocks public func signal() {
    atomicMemoryFence(ordering: .sequentiallyConsistent)
    if isSleeping.load(ordering: .relaxed),
      isSleeping.exchange(false, ordering: .sequentiallyConsistent)
    {
      post()
    }
  }

  // sem_post is async-signal-safe: it neither blocks nor allocates.
  @_semantics("no_performance_analysis") private func post() { sem_post(semaphore) }
}
