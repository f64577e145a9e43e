/// The actions on takes that a recorder has still to do, sorted by frame; of equal frames the first
/// to come is first.
struct TakeActionQueue: BitwiseCopyable {
  private struct Entry: BitwiseCopyable {
    var frame: Int64
    var verb: Action.Verb
    var title: Int32

    @_noLocks init(_ verb: Action.Verb, title: Int32, at frame: Int64) {
      self.frame = frame
      self.verb = verb
      self.title = title
    }
  }

  private static var capacity: Int {
    @_noLocks get { 16 }
  }

  private var entries: InlineArray<16, Entry>
  private var count = 0

  init() { entries = InlineArray(repeating: Entry(.endTake, title: 0, at: 0)) }

  var isEmpty: Bool {
    @_noLocks get { count == 0 }
  }

  /// False when there is no room.
  ///
  /// - Parameter title: of a mark.
  @_noLocks mutating func insert(_ verb: Action.Verb, title: Int32, at frame: Int64) -> Bool {
    guard count < TakeActionQueue.capacity else { return false }
    var i = count
    while i > 0, entries[i &- 1].frame > frame {
      entries[i] = entries[i &- 1]
      i &-= 1
    }
    entries[i] = Entry(verb, title: title, at: frame)
    count &+= 1
    return true
  }

  /// Takes the earliest action if its frame lies before `end`.
  @_noLocks mutating func take(
    before end: Int64, _ verb: inout Action.Verb, title: inout Int32, at frame: inout Int64
  ) -> Bool {
    guard count > 0, entries[0].frame < end else { return false }
    verb = entries[0].verb
    title = entries[0].title
    frame = entries[0].frame
    var i = 1
    while i < count {
      entries[i &- 1] = entries[i]
      i &+= 1
    }
    count &-= 1
    return true
  }
}
