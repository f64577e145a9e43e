import Glibc

/// A thread of the test's own: tasks share as many as there are processors, and may wait for each
/// other.
public final class TestThread: @unchecked Sendable {
  private var thread = pthread_t()
  private final class Body {
    let body: () -> Void
    init(_ body: @escaping () -> Void) { self.body = body }
  }

  public init(_ body: @escaping @Sendable () -> Void) {
    let context = Unmanaged.passRetained(Body(body)).toOpaque()
    let status = pthread_create(
      &thread, nil,
      { context in
        Unmanaged<Body>.fromOpaque(context!).takeRetainedValue().body()
        return nil
      }, context)
    precondition(status == 0, "no thread is left")
  }

  /// Waits for its end; once.
  public func join() { pthread_join(thread, nil) }
}
