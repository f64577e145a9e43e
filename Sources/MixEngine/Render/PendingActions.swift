/// Actions whose frame has not come yet, in order of their frames. Render thread; a fixed number of
/// places.
struct PendingActions: ~Copyable {
  static var capacity: Int {
    @_noLocks get { 1024 }
  }
  private let actions = UnsafeMutablePointer<Action>.allocate(capacity: capacity)
  private(set) var count = 0

  init() {
    actions.initialize(repeating: Action(.set, target: -1), count: Self.capacity)
  }
  deinit { actions.deallocate() }

  /// Puts an action behind those of the same frame. False when there is no place left.
  @_noLocks mutating func insert(_ action: Action) -> Bool {
    guard count < Self.capacity else { return false }
    var i = count
    while i > 0, actions[i &- 1].handOver > action.handOver {
      actions[i] = actions[i &- 1]
      i &-= 1
    }
    actions[i] = action
    count &+= 1
    return true
  }

  /// Takes the earliest action if its frame lies before `end`.
  @_noLocks mutating func take(before end: Int64, into action: inout Action) -> Bool {
    guard count > 0, actions[0].handOver < end else { return false }
    action = actions[0]
    var i = 1
    while i < count {
      actions[i &- 1] = actions[i]
      i &+= 1
    }
    count &-= 1
    return true
  }
}
