/// Actions whose frame has not come yet, in order of their frames. Render thread; a fixed number of
/// places.
struct PendingActions: ~Copyable {
  static var capacity: Int {
    @_noLocks get { 8192 }
  }
  private let actions: UnsafeMutablePointer<Action>
  /// The earliest; places before it are free.
  private var first = 0
  private(set) var count = 0

  /// - Parameter initial: written to every place, so that no page is missing when the render thread
  ///   comes to it; nil: pages come when they are used.
  init(initial: Action?) {
    actions = .allocate(capacity: Self.capacity)
    if let initial { actions.initialize(repeating: initial, count: Self.capacity) }
  }
  deinit { actions.deallocate() }

  /// When the earliest is handed over; `Int64.max`: there is none.
  var handOver: Int64 {
    @_noLocks get { count > 0 ? actions[first].handOver : .max }
  }

  /// Puts an action behind those of the same frame. False when there is no place left. Cost: that of
  /// moving the later ones.
  @_noLocks mutating func insert(_ action: Action) -> Bool {
    guard count < PendingActions.capacity else { return false }
    if first &+ count == PendingActions.capacity {
      for i in 0..<count { actions[i] = actions[first &+ i] }
      first = 0
    }
    var i = first &+ count
    while i > first, actions[i &- 1].handOver > action.handOver {
      actions[i] = actions[i &- 1]
      i &-= 1
    }
    actions[i] = action
    count &+= 1
    return true
  }

  /// Takes the earliest action if its frame lies before `end`.
  @_noLocks mutating func take(before end: Int64, into action: inout Action) -> Bool {
    guard count > 0, actions[first].handOver < end else { return false }
    action = actions[first]
    count &-= 1
    first = count == 0 ? 0 : first &+ 1
    return true
  }
}
