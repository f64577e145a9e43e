import MixEngine

/// A sound file that a player can play; `FileReaderPool.open` makes it.
///
/// Releasing it (on the control thread) ends its reading and closes it.
public final class SoundFile: PlayableFile, @unchecked Sendable {
  public let path: [UInt8]
  /// What its header says; nil for a stream, whose header comes later.
  public let info: SoundFileInfo?
  let feed: SoundFileFeed
  private let pool: FileReaderPool

  init(path: [UInt8], info: SoundFileInfo?, feed: SoundFileFeed, pool: FileReaderPool) {
    self.path = path
    self.info = info
    self.feed = feed
    self.pool = pool
    super.init(memory: feed.memory)
  }

  deinit { pool.remove(feed) }

  /// Why it could not be read to its end; nil while all is well. Any thread.
  override public var failure: String? { feed.failure }

  override public func supply(_ page: Int) -> Bool { pool.supply(page, of: feed) }
}
