import CRealtime
import MixEngine
import Synchronization

/// The state of an output and the notices that nobody has taken yet. Any thread but the render
/// thread.
final class OutputJournal: Sendable {
  private struct Content {
    var state = OutputState.idle
    var notices: [OutputNotice] = []
  }

  /// Notices that wait; nobody is told of more, the oldest go first.
  private static let capacity = 1024
  private let content = Mutex(Content())
  private let clock: RenderClock?

  /// - Parameter clock: of the renderer whose frames notices tell; nil: they tell frame 0.
  init(clock: RenderClock?) { self.clock = clock }

  var state: OutputState { content.withLock { $0.state } }

  /// Notes a state; the same one again is no news.
  func enter(_ state: OutputState) {
    content.withLock {
      guard $0.state != state else { return }
      $0.state = state
      add(.state(state), to: &$0)
    }
  }

  func tell(_ volume: OutputVolume) {
    content.withLock { add(.volume(volume), to: &$0) }
  }

  func take() -> [OutputNotice] {
    content.withLock {
      let all = $0.notices
      $0.notices = []
      return all
    }
  }

  private func add(_ event: OutputNotice.Event, to content: inout Content) {
    if content.notices.count == Self.capacity { content.notices.removeFirst() }
    content.notices.append(
      OutputNotice(event: event, nanoseconds: crt_monotonic_ns(), frame: clock?.frame ?? 0))
  }
}
