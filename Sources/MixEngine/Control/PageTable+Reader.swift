import Glibc
import Synchronization

// What the reader does with a table: one thread at a time.
extension PageTable {
  /// Frames behind the head, or before a place, that an interpolator may reach back to.
  private static var reach: Int64 { 512 }

  /// Writes the pages that ought to be in memory into `list`, the most urgent first, each once.
  public func wantedPages(into list: inout [Int]) {
    list.removeAll(keepingCapacity: true)
    let length = length
    func want(_ page: Int) {
      if page >= 0, Int64(page) << Self.shift < length, !list.contains(page) { list.append(page) }
    }
    /// Pages of `first ..< end`, in the direction of travel, until `limit` are listed.
    func want(from first: Int64, to end: Int64, limit: Int) {
      var page = Self.page(of: max(first, 0))
      while Int64(page) << Self.shift < min(end, length), list.count < limit {
        want(page)
        page += 1
      }
    }

    want(shared.pointee.demand.load(ordering: .acquiring))
    let head = min(max(shared.pointee.head.load(ordering: .acquiring), 0), length)
    let limit = pagesAhead + 2
    if shared.pointee.goesBack.load(ordering: .acquiring) {
      var page = Self.page(of: head + Self.reach)
      while page >= 0, list.count < limit {
        want(page)
        page -= 1
      }
    } else {
      let loopIn = shared.pointee.loopIn.load(ordering: .acquiring)
      let loopOut = min(shared.pointee.loopOut.load(ordering: .acquiring), length)
      want(Self.page(of: head))
      if shared.pointee.loops.load(ordering: .acquiring), head < loopOut, loopIn < loopOut {
        // What fades out behind the seam is read, too.
        let end = loopOut < Int64.max - Self.reach ? loopOut + Self.reach : loopOut
        want(from: head - Self.reach, to: end, limit: limit)
        want(from: loopIn - Self.reach, to: end, limit: limit)
      } else {
        want(from: head - Self.reach, to: .max, limit: limit)
      }
    }
    // A stream can't go back: there is nothing to keep.
    guard isSeekable else { return }
    func keep(around frame: Int64) {
      guard frame >= 0 else { return }
      let first = max(frame - Self.reach, 0)
      want(from: first, to: first + Int64(Self.frameCount), limit: .max)
    }
    keep(around: shared.pointee.start.load(ordering: .acquiring))
    keep(around: shared.pointee.loopIn.load(ordering: .acquiring))
    for i in 0..<Self.jumpPointCapacity { keep(around: jumpPoints[i].load(ordering: .acquiring)) }
  }

  /// How often the reader was called.
  public var calls: UInt { shared.pointee.calls.load(ordering: .acquiring) }

  /// Pages that are there from the head on, 0 … pagesAhead: how long its player can wait.
  public var pagesInHand: Int {
    let head = Self.page(of: max(shared.pointee.head.load(ordering: .acquiring), 0))
    let back = shared.pointee.goesBack.load(ordering: .acquiring)
    var count = 0
    while count < pagesAhead, isReady(page: back ? head - count : head + count) { count += 1 }
    return count
  }

  /// Takes a slot whose page is not wanted, and makes memory for it if it has none.
  ///
  /// - Returns: the slot's number, for `publish`; and room for a page. Nil when every slot is wanted
  ///   or held (it can't be, if `wanted` comes from `wantedPages`).
  public func take(notIn wanted: [Int]) -> (slot: Int, samples: UnsafeMutableRawPointer)? {
    // One that has memory first: memory grows only when it must.
    for isNew in [false, true] {
      for i in 0..<slotCount where (slots[i].samples == nil) == isNew {
        let page = slots[i].page.load(ordering: .relaxed)
        if page >= 0 {
          if wanted.contains(page) { continue }
          slots[i].page.store(-1, ordering: .sequentiallyConsistent)
          if shared.pointee.held.load(ordering: .sequentiallyConsistent) == i {
            slots[i].page.store(page, ordering: .releasing)
            continue
          }
        } else if shared.pointee.held.load(ordering: .sequentiallyConsistent) == i {
          continue
        }
        if let samples = slots[i].samples { return (i, samples) }
        let samples = UnsafeMutableRawPointer.allocate(byteCount: pageByteCount, alignment: 64)
        // Touched now, not on the render thread.
        memset(samples, 0, pageByteCount)
        slots[i].samples = samples
        shared.pointee.byteCount.add(pageByteCount, ordering: .relaxed)
        return (i, samples)
      }
    }
    return nil
  }

  /// Shows a slot that was taken, filled, as a page.
  public func publish(_ page: Int, in slot: Int) {
    slots[slot].page.store(page, ordering: .releasing)
    if shared.pointee.demand.load(ordering: .relaxed) == page {
      _ = shared.pointee.demand.compareExchange(
        expected: page, desired: -1, ordering: .relaxed)
    }
  }

  /// Says how many frames there are.
  public func setLength(_ frames: Int64) {
    shared.pointee.length.store(max(frames, 0), ordering: .releasing)
  }

  /// Says that the file ends here: reading gave no more. An error makes the player end as failed.
  public func end(at frames: Int64, hasFailed: Bool = false) {
    if hasFailed { shared.pointee.hasFailed.store(true, ordering: .releasing) }
    if frames < length { setLength(frames) }
  }

  /// Says the file's rate.
  public func setSampleRate(_ hertz: Int) {
    shared.pointee.sampleRate.store(hertz, ordering: .releasing)
  }
}
