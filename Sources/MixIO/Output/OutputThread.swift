import CRealtime
import Glibc

/// A thread with a name that runs one function and is waited for.
final class OutputThread: Sendable {
  private let thread: pthread_t

  /// - Parameter name: as tools show it, at most 15 characters.
  /// Nil when the system has no thread left.
  init?(name: String, _ body: @escaping @Sendable () -> Void) {
    let work = Unmanaged.passRetained(Work(name: name, body: body))
    var thread = pthread_t()
    let error = pthread_create(
      &thread, nil,
      { argument in
        let work = Unmanaged<Work>.fromOpaque(argument!).takeRetainedValue()
        _ = crt_set_thread_name(work.name)
        work.body()
        return nil
      }, work.toOpaque())
    guard error == 0 else {
      work.release()
      return nil
    }
    self.thread = thread
  }

  /// Waits for its end. Once.
  func join() { pthread_join(thread, nil) }

  private final class Work: Sendable {
    let name: String
    let body: @Sendable () -> Void

    init(name: String, body: @escaping @Sendable () -> Void) {
      self.name = name
      self.body = body
    }
  }
}
