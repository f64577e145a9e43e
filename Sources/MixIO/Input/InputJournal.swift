import CRealtime
import Synchronization

/// The state of an input and the notices that nobody has taken yet. Any thread but the render
/// thread.
final class InputJournal: Sendable {
  private struct Content {
    var state = InputState.idle
    var notices: [InputNotice] = []
  }

  /// Notices that wait; nobody is told of more, the oldest go first.
  private static let capacity = 1024
  private let content = Mutex(Content())

  var state: InputState { content.withLock { $0.state } }

  /// Notes a state; the same one again is no news.
  func enter(_ state: InputState) {
    content.withLock {
      guard $0.state != state else { return }
      $0.state = state
      if $0.notices.count == Self.capacity { $0.notices.removeFirst() }
      $0.notices.append(InputNotice(state: state, nanoseconds: crt_monotonic_ns()))
    }
  }

  func take() -> [InputNotice] {
    content.withLock {
      let all = $0.notices
      $0.notices = []
      return all
    }
  }
}
