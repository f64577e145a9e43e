/// Parameters on their way to a value over a time. Render thread; a fixed number of places.
struct ActiveMoves: ~Copyable {
  struct Move: BitwiseCopyable {
    var index: Int32 = 0
    var target: Float = 0
    var fromPosition: Float = 0
    var toPosition: Float = 0
    var start: Int64 = 0
    var duration: Int64 = 1
  }

  static var capacity: Int {
    @_noLocks get { 256 }
  }
  private let moves = UnsafeMutablePointer<Move>.allocate(capacity: capacity)
  private(set) var count = 0

  init() { moves.initialize(repeating: Move(), count: Self.capacity) }
  deinit { moves.deallocate() }

  /// Begins a move from where the parameter is; one that is under way to elsewhere ends. False when
  /// there is no place left.
  ///
  /// - Parameter frame: where its line starts.
  @_noLocks mutating func begin(
    _ action: Action, at frame: Int64, in table: ParameterStore
  ) -> Bool {
    cancel(action.target)
    guard count < Self.capacity else { return false }
    let taper = table.taper(of: action.target)
    let target = Float(action.value)
    moves[count] = Move(
      index: action.target, target: target,
      fromPosition: taper.position(of: table.parameter(at: action.target).value),
      toPosition: taper.position(of: target), start: frame,
      duration: action.duration < 1 ? 1 : action.duration)
    count &+= 1
    return true
  }

  /// Ends the move of a parameter where it is.
  @_noLocks mutating func cancel(_ index: Int32) {
    var i = 0
    while i < count {
      if moves[i].index == index { removeMove(i) } else { i &+= 1 }
    }
  }

  /// Sets the moving parameter `i` to its value at a frame; moves that have arrived leave, so go
  /// from the last to the first.
  @_noLocks mutating func advance(_ i: Int, to frame: Int64, in table: ParameterStore) {
    let move = moves[i]
    let done = frame &- move.start
    var value = move.target
    if done >= move.duration {
      removeMove(i)
    } else {
      let share = Float(Double(done < 0 ? 0 : done) / Double(move.duration))
      let position = move.fromPosition + (move.toPosition - move.fromPosition) * share
      value = table.taper(of: move.index).value(at: position)
    }
    table.setFromRender(move.index, value)
  }

  /// The frame at which the last of them arrives, at most `limit`.
  @_noLocks func end(before limit: Int64) -> Int64 {
    var last = Int64.min
    for i in 0..<count where moves[i].start &+ moves[i].duration > last {
      last = moves[i].start &+ moves[i].duration
    }
    return last < limit ? last : limit
  }

  @_noLocks private mutating func removeMove(_ i: Int) {
    count &-= 1
    moves[i] = moves[count]
  }
}
