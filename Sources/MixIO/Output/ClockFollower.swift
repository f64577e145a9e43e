import Glibc
import MixEngine
import Synchronization

/// A thread of its own that does things at their time on the render clock, while that runs.
public final class ClockFollower: Sendable {
  /// How exactly a time is met, at best: a quantum and a half.
  private static let stepMicroseconds: UInt32 = 2000

  private let isClosing = Atomic<Bool>(false)
  private let thread = Mutex<OutputThread?>(nil)

  /// - Parameter step: is called with the frame for what arrives now, and says at which frame it
  ///   has something to do next; nil: never again. On the thread.
  public init(_ renderer: Renderer, step: @escaping @Sendable (_ now: Int64) -> Int64?) {
    thread.withLock { thread in
      thread = OutputThread(name: "follower") { [self] in
        while !isClosing.load(ordering: .acquiring) {
          let now = renderer.arrivalFrame
          guard step(now) != nil else { return }
          usleep(Self.stepMicroseconds)
        }
      }
    }
  }

  /// Ends it. Not from `step`. A second call does nothing.
  public func close() {
    isClosing.store(true, ordering: .releasing)
    thread.withLock { thread in
      defer { thread = nil }
      return thread
    }?.join()
  }
}
