import Glibc
import MixEngine
import Synchronization

/// Fills the pages of one file. One thread at a time: the pool's, its own, or in an offline render
/// the one that renders.
final class SoundFileFeed: @unchecked Sendable {
  let path: [UInt8]
  let memory: PageMemory
  /// Signalled when pages were filled: an offline render may wait for them.
  let filled = WaitPoint()
  /// Set by anybody: nothing will be filled any more.
  let isOver = Atomic<Bool>(false)
  private let reason = Mutex<String?>(nil)
  private let stream = Mutex<SoundFileStream?>(nil)

  // The filling thread only.
  private var reader: SoundFileReader?
  private var wanted: [Int] = []
  private var seenCalls: UInt = 0
  private var isComplete = false
  /// The page after the furthest that was read.
  private var furthest = 0

  init(path: [UInt8], reader: SoundFileReader?, memory: PageMemory) {
    self.path = path
    self.memory = memory
    if let reader { take(reader) }
  }

  private var table: PageTable { memory.table }

  /// Why it can't be read on; any thread.
  var failure: String? { reason.withLock { $0 } }

  private func take(_ reader: SoundFileReader) {
    self.reader = reader
    if let count = reader.info.frameCount { table.setLength(count) }
    table.setSampleRate(reader.info.sampleRate)
  }

  /// Opens a stream; blocks until it has told its header.
  func openStream() {
    guard reader == nil else { return }
    do {
      let opened = try SoundFileReader(path: path) { stream in
        self.stream.withLock { $0 = stream }
        if isOver.load(ordering: .acquiring) { stream.cancel() }
      }
      take(opened)
    } catch {
      fail(at: 0, error.message)
    }
  }

  /// Any thread: ends reading, even if it blocks.
  func end() {
    isOver.store(true, ordering: .releasing)
    stream.withLock { $0?.cancel() }
    filled.signal()
  }

  private func fail(at frame: Int64, _ text: String) {
    reason.withLock { if $0 == nil { $0 = text } }
    table.end(at: frame, hasFailed: true)
    isComplete = true
    filled.signal()
  }

  /// Whether there may be something to fill.
  var hasWork: Bool {
    guard !isOver.load(ordering: .relaxed) else { return false }
    return !isComplete || table.calls != seenCalls
  }

  /// Engine-independent hunger: pages that are there from the head on, 0 … pagesAhead.
  var pagesInHand: Int { table.pagesInHand }

  /// Fills the most urgent pages that are missing, at most `limit`.
  func fill(limit: Int) {
    guard let reader, !isOver.load(ordering: .relaxed) else { return isComplete = true }
    // Noted before looking: a call that comes meanwhile is not lost.
    seenCalls = table.calls
    table.wantedPages(into: &wanted)
    var count = 0
    isComplete = true
    for page in wanted where !table.isReady(page: page) {
      if count == limit {
        isComplete = false
        return
      }
      if !table.isSeekable, page != furthest { continue }
      guard Int64(page) * Int64(PageTable.frameCount) < table.length,
        let place = table.take(notIn: wanted)
      else { continue }
      fill(page, place.slot, place.samples, reader)
      count += 1
      if isOver.load(ordering: .relaxed) { return }
    }
  }

  private func fill(
    _ page: Int, _ slot: Int, _ samples: UnsafeMutableRawPointer, _ reader: SoundFileReader
  ) {
    let first = Int64(page) * Int64(PageTable.frameCount)
    let result = reader.read(from: first, into: samples, as: table.layout)
    if result.isLost {
      if page < furthest {
        // It was there, and cannot be found again: silence in its place, rather than an end.
        reason.withLock { $0 = result.failure ?? "a place in it can't be found again" }
      } else {
        // Nobody has been there: it lies behind the end.
        table.end(at: first)
      }
    } else if result.frameCount < PageTable.frameCount {
      let end = first + Int64(result.frameCount)
      if let failure = result.failure {
        fail(at: end, failure)
      } else {
        table.end(at: end)
      }
    }
    furthest = max(furthest, page + 1)
    table.publish(page, in: slot)
    filled.signal()
  }
}
