/// Owns the memory of a page table; reader and player each keep it alive.
public final class PageMemory: @unchecked Sendable {
  public let table: PageTable
  /// Where the reader sleeps. The render thread signals it when pages were left.
  public let wake: WaitPoint

  /// - Parameters:
  ///   - isSeekable: whether the reader can go back, and ahead, in the file.
  ///   - pagesAhead: 2…256 pages of 4096 frames that are kept ahead of the head.
  public init(layout: PageTable.Layout, isSeekable: Bool, pagesAhead: Int, wake: WaitPoint) {
    self.wake = wake
    table = PageTable(
      layout: layout, isSeekable: isSeekable, pagesAhead: pagesAhead, wake: wake)
  }

  deinit { table.deallocate() }
}
