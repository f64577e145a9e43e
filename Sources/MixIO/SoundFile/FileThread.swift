import CRealtime
import Glibc
import MixEngine

/// A thread for one file whose reading may block. It ends, detached, when the file's feed is over.
final class FileThread: Sendable {
  /// Where it sleeps.
  let wake = WaitPoint()

  func start(_ feed: SoundFileFeed) {
    let wake = wake
    let thread = Self.spawn("file", feed) { feed in
      feed.openStream()
      while !feed.isOver.load(ordering: .acquiring) {
        if feed.hasWork {
          feed.fill(limit: 1)
        } else {
          wake.wait { feed.hasWork || feed.isOver.load(ordering: .acquiring) }
        }
      }
    }
    if let thread { pthread_detach(thread) }
  }

  private final class Job: Sendable {
    let name: String
    let body: @Sendable () -> Void
    init(_ name: String, _ body: @escaping @Sendable () -> Void) {
      self.name = name
      self.body = body
    }
  }

  /// Runs `body` on a new thread, which keeps `object` alive. Nil when there can be no more threads.
  static func spawn<Object: AnyObject & Sendable>(
    _ name: String, _ object: Object, _ body: @escaping @Sendable (Object) -> Void
  ) -> pthread_t? {
    let job = Job(name) { body(object) }
    let pointer = Unmanaged.passRetained(job)
    var thread = pthread_t()
    let status = pthread_create(
      &thread, nil,
      { pointer in
        let job = Unmanaged<Job>.fromOpaque(pointer!).takeRetainedValue()
        _ = crt_set_thread_name(job.name)
        job.body()
        return nil
      }, pointer.toOpaque())
    guard status == 0 else {
      pointer.release()
      return nil
    }
    return thread
  }
}
