import CRealtime

/// A file that players can play: pages that somebody fills.
///
/// The engine knows no files; whoever reads them makes a subclass and fills its pages. One player
/// plays it at a time.
open class PlayableFile: @unchecked Sendable {
  public let memory: PageMemory
  public init(memory: PageMemory) { self.memory = memory }

  public final var table: PageTable { memory.table }

  /// Why it could not be read to its end; nil while all is well. Any thread.
  open var failure: String? { nil }

  /// Frames, if known; an estimate until the end has been read. Any thread.
  public final var length: Int64? {
    let length = table.length
    return length == .max ? nil : length
  }

  /// Offline, on the render thread: waits until a page is there, or fills it.
  ///
  /// - Returns: whether it is there; false where the file ends before it, or reading has stopped.
  open func supply(_ page: Int) -> Bool { table.isReady(page: page) }
}

/// A playable file as the render thread holds it: no retain, no release.
struct PlayableFileReference: BitwiseCopyable, @unchecked Sendable {
  private let reference: Unmanaged<PlayableFile>

  init(_ file: PlayableFile) { reference = .passUnretained(file) }

  // Only offline, where waiting for a page is right: there the checkers are told so.
  @_semantics("no_performance_analysis") @inline(never)
  func supply(_ page: Int) -> Bool {
    crt_realtime_pause()
    defer { crt_realtime_resume() }
    return reference._withUnsafeGuaranteedRef { $0.supply(page) }
  }
}
