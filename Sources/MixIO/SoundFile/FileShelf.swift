import CRealtime
import Glibc
import MixEngine
import Synchronization

/// The files on disks, and the one thread that fills their pages.
final class FileShelf: @unchecked Sendable {
  /// Where the thread sleeps.
  let wake = WaitPoint()
  private let feeds = Mutex<[SoundFileFeed]>([])
  /// Counts changes of `feeds`, so that the thread copies it only then.
  private let changes = Atomic<Int>(0)
  private let isOver = Atomic<Bool>(false)
  private let thread = Mutex<pthread_t?>(nil)

  func add(_ feed: SoundFileFeed) {
    feeds.withLock { $0.append(feed) }
    changes.add(1, ordering: .releasing)
    thread.withLock { thread in
      if thread == nil { thread = FileThread.spawn("files", self) { $0.run() } }
    }
    wake.signal()
  }

  func remove(_ feed: SoundFileFeed) {
    feeds.withLock { $0.removeAll { $0 === feed } }
    changes.add(1, ordering: .releasing)
    wake.signal()
  }

  /// Ends the thread and waits for it.
  func stop() {
    isOver.store(true, ordering: .releasing)
    wake.signal()
    let running = thread.withLock { thread in
      defer { thread = nil }
      return thread
    }
    if let running { pthread_join(running, nil) }
  }

  private func run() {
    var mine: [SoundFileFeed] = []
    var seen = -1
    while !isOver.load(ordering: .acquiring) {
      let now = changes.load(ordering: .acquiring)
      if now != seen {
        seen = now
        mine = feeds.withLock { $0 }
      }
      // The hungriest first, a run each; then look again.
      let hungry = mine.filter(\.hasWork)
      if hungry.isEmpty {
        wake.wait {
          isOver.load(ordering: .acquiring) || changes.load(ordering: .acquiring) != seen
            || mine.contains(where: \.hasWork)
        }
        continue
      }
      let ranked = hungry.map { ($0.pagesInHand, $0) }.sorted { $0.0 < $1.0 }
      for (_, feed) in ranked { feed.fill(limit: feed.memory.table.run) }
    }
  }
}
