import Synchronization

/// The page that the render thread holds: nobody changes it until another is acquired.
struct PageCursor: BitwiseCopyable {
  var page = -1
  var samples: UnsafeMutableRawPointer?

  @_noLocks init() {}
}

// What the render thread does with a table.
extension PageTable {
  /// Moves the cursor to a page, if it is there.
  ///
  /// The hold is announced before the tag is looked at again, and the reader takes the tag away
  /// before it looks at the hold, both sequentially consistent: one of them sees the other.
  @_noLocks func acquire(_ page: Int, _ cursor: inout PageCursor) -> Bool {
    if cursor.page == page { return true }
    let slot = slot(of: page)
    guard slot >= 0 else { return false }
    shared.pointee.held.store(slot, ordering: .sequentiallyConsistent)
    guard slots[slot].page.load(ordering: .sequentiallyConsistent) == page else {
      cursor.page = -1
      return false
    }
    cursor.page = page
    cursor.samples = slots[slot].samples
    return true
  }

  /// Lets go of the page that is held.
  @_noLocks func release(_ cursor: inout PageCursor) {
    cursor.page = -1
    shared.pointee.held.store(-1, ordering: .sequentiallyConsistent)
  }

  /// The first page of frames `first ..< end` that is not there; nil if all are. Frames outside of the
  /// file need none.
  ///
  /// - Parameter held: the cursor's page. It is there, even while the reader tries to take its slot.
  @_noLocks func missingPage(from first: Int64, to end: Int64, held: Int = -1) -> Int? {
    let length = length
    let stop = end < length ? end : length
    var page = PageTable.page(of: first < 0 ? 0 : first)
    while Int64(page) &<< PageTable.shift < stop {
      if page != held, slot(of: page) < 0 { return page }
      page &+= 1
    }
    return nil
  }

  /// Says where the head is. The reader is woken only by `call`.
  @_noLocks func setHead(_ frame: Int64, goesBack: Bool) {
    shared.pointee.head.store(frame, ordering: .releasing)
    shared.pointee.goesBack.store(goesBack, ordering: .releasing)
  }

  /// Says where the head may jump to by itself.
  @_noLocks func setJumps(start: Int64, loopIn: Int64, loopOut: Int64, loops: Bool) {
    shared.pointee.start.store(start, ordering: .releasing)
    shared.pointee.loopIn.store(loopIn, ordering: .releasing)
    shared.pointee.loopOut.store(loopOut, ordering: .releasing)
    shared.pointee.loops.store(loops, ordering: .releasing)
  }

  /// Asks for a page before all others.
  @_noLocks func demand(_ page: Int) {
    shared.pointee.demand.store(page, ordering: .releasing)
  }
}
