import MixEngine

/// Opens sound files and keeps their pages filled.
///
/// One thread reads all files on disks, the one whose player will be out of pages first before the
/// others; a FIFO, or a file on a network, has a thread of its own and holds up nobody. For the
/// cheapest offline render there is no thread at all: pages are read when they are needed.
///
/// Thread: control, unless said otherwise.
public final class FileReaderPool: Sendable {
  public enum Mode: Sendable {
    /// For playing in real time, and for a fast render on several processors.
    case threads
    /// For a render on one processor: whoever renders also reads.
    case inline
  }

  public let mode: Mode
  private let pagesAhead: Int
  private let shelf: FileShelf?

  /// - Parameter pagesAhead: pages of 4096 frames that are kept ahead of each player, 2…256; nil: 16
  ///   with threads (a third of a second at 192 kHz), 4 without.
  public init(mode: Mode = .threads, pagesAhead: Int? = nil) {
    self.mode = mode
    self.pagesAhead = pagesAhead ?? (mode == .threads ? 16 : 4)
    shelf = mode == .threads ? FileShelf() : nil
  }

  deinit { shelf?.stop() }

  /// Opens a file, by a path of any bytes, and begins to fill its first pages.
  ///
  /// A FIFO is not waited for: its file plays as soon as somebody writes to it (with `inline` it is
  /// waited for).
  public func open(path: [UInt8]) throws(SoundFileProblem) -> SoundFile {
    if mode == .threads, SoundFilePlace.isStream(path) { return openStream(path) }
    let reader = try SoundFileReader(path: path)
    let thread = reader.mayBlock && mode == .threads ? FileThread() : nil
    let memory = PageMemory(
      layout: reader.layout, isSeekable: reader.info.isSeekable, pagesAhead: pagesAhead,
      wake: thread?.wake ?? shelf?.wake ?? WaitPoint())
    let feed = SoundFileFeed(path: path, reader: reader, memory: memory)
    if let thread { thread.start(feed) } else { shelf?.add(feed) }
    return SoundFile(path: path, info: reader.info, feed: feed, pool: self)
  }

  public func open(path: String) throws(SoundFileProblem) -> SoundFile {
    try open(path: Array(path.utf8))
  }

  private func openStream(_ path: [UInt8]) -> SoundFile {
    let thread = FileThread()
    let memory = PageMemory(
      layout: .stereo, isSeekable: false, pagesAhead: pagesAhead, wake: thread.wake)
    let feed = SoundFileFeed(path: path, reader: nil, memory: memory)
    thread.start(feed)
    return SoundFile(path: path, info: nil, feed: feed, pool: self)
  }

  /// Ends the reading of a file. Any thread.
  func remove(_ feed: SoundFileFeed) {
    feed.end()
    feed.memory.wake.signal()
    shelf?.remove(feed)
  }

  /// Waits for a page, or reads it. The thread of an offline render.
  func supply(_ page: Int, of feed: SoundFileFeed) -> Bool {
    let table = feed.memory.table
    if mode == .inline {
      feed.fill(limit: table.pagesAhead)
      return table.isReady(page: page)
    }
    table.call()
    feed.filled.wait {
      table.isReady(page: page) || feed.isOver.load(ordering: .acquiring)
        || Int64(page) * Int64(PageTable.frameCount) >= table.length
    }
    return table.isReady(page: page)
  }
}
