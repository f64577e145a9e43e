import Synchronization

/// A file in a player, and where it is to be played: what the control thread hands over.
///
/// The control thread makes and frees it; the render thread borrows it between taking it and
/// putting it on the retired list.
struct FilePlayerCell: ~Copyable {
  let table: PageTable?
  let file: PlayableFileReference?
  let owner: Unmanaged<PlayableFile>?

  // Written by the control thread between two steps of `changes`, which is odd meanwhile; the
  // render thread takes them when they fit together. In file frames.
  let changes = Atomic<UInt32>(2)
  let regionStart: Atomic<Int64>
  let regionEnd: Atomic<Int64>
  let loopIn: Atomic<Int64>
  let loopOut: Atomic<Int64>

  /// Whether a player that plays goes on with this file.
  let goesOn: Bool
  /// Whether the player has, or had it. Written by the render thread (release) where it comes with a
  /// program, read by the control thread (acquire).
  let isGiven: Atomic<Bool>

  /// The one that was retired before. Written by the render thread before the list shows this one.
  var next: UnsafeMutablePointer<FilePlayerCell>?

  init(
    _ file: PlayableFile?, region: Range<Int64>, loop: Range<Int64>, goesOn: Bool = false,
    isGiven: Bool = true
  ) {
    self.goesOn = goesOn
    self.isGiven = Atomic(isGiven)
    table = file?.table
    self.file = file.map { PlayableFileReference($0) }
    owner = file.map { Unmanaged.passRetained($0) }
    regionStart = Atomic(region.lowerBound)
    regionEnd = Atomic(region.upperBound)
    loopIn = Atomic(loop.lowerBound)
    loopOut = Atomic(loop.upperBound)
  }

  deinit { owner?.release() }

  /// Control thread.
  func set(region: Range<Int64>, loop: Range<Int64>) {
    set(FilePlayerCut(region: region, loop: loop))
  }

  /// The control thread, or the render thread when the control thread does not.
  @_noLocks func set(_ cut: FilePlayerCut) {
    let old = changes.load(ordering: .relaxed)
    changes.store(old &+ 1, ordering: .relaxed)
    atomicMemoryFence(ordering: .releasing)
    regionStart.store(cut.regionStart, ordering: .relaxed)
    regionEnd.store(cut.regionEnd, ordering: .relaxed)
    loopIn.store(cut.loopIn, ordering: .relaxed)
    loopOut.store(cut.loopOut, ordering: .relaxed)
    changes.store(old &+ 2, ordering: .releasing)
  }
}

/// The two ends of the exchange of a player's files. A trivial handle; the player owns the memory.
struct FilePlayerExchange: BitwiseCopyable, @unchecked Sendable {
  typealias Cell = UnsafeMutablePointer<FilePlayerCell>

  struct Words: ~Copyable {
    /// Put by the control thread (release), taken by the render thread (acquire).
    let incoming = Atomic<Cell?>(nil)
    /// A list: grown by the render thread (release), taken whole by the control thread (acquire).
    let retired = Atomic<Cell?>(nil)
  }

  private let words: UnsafeMutablePointer<Words>

  init() {
    words = .allocate(capacity: 1)
    words.initialize(to: Words())
  }

  /// Control thread, when nobody renders any more.
  func deallocate() {
    free(words.pointee.incoming.load(ordering: .acquiring))
    free(list: takeRetired())
    words.deinitialize(count: 1)
    words.deallocate()
  }

  /// Control thread: hands a cell over. Returns the one that was not taken yet, to be freed.
  func put(_ cell: Cell) -> Cell? {
    words.pointee.incoming.exchange(cell, ordering: .acquiringAndReleasing)
  }

  /// Control thread: takes what was retired, as a list, to be freed.
  func takeRetired() -> Cell? { words.pointee.retired.exchange(nil, ordering: .acquiring) }

  /// Control thread.
  func free(list: Cell?) {
    var cell = list
    while let this = cell {
      cell = this.pointee.next
      free(this)
    }
  }

  func free(_ cell: Cell?) {
    guard let cell else { return }
    cell.deinitialize(count: 1)
    cell.deallocate()
  }

  /// Any thread: whether a cell waits to be taken.
  var isWaiting: Bool {
    @_noLocks get { words.pointee.incoming.load(ordering: .relaxed) != nil }
  }

  /// Render thread: a cell comes with a program. One that was not taken yet is played never.
  @_noLocks func give(_ cell: Cell) {
    cell.pointee.isGiven.store(true, ordering: .releasing)
    if let untaken = words.pointee.incoming.exchange(cell, ordering: .acquiringAndReleasing) {
      retire(untaken)
    }
  }

  /// Render thread.
  @_noLocks func take() -> Cell? {
    words.pointee.incoming.exchange(nil, ordering: .acquiring)
  }

  /// Render thread.
  @_noLocks func retire(_ cell: Cell) {
    // One thread puts and one takes all: at most one retry.
    var top = words.pointee.retired.load(ordering: .relaxed)
    while true {
      cell.pointee.next = top
      let result = words.pointee.retired.compareExchange(
        expected: top, desired: cell, ordering: .releasing)
      if result.exchanged { return }
      top = result.original
    }
  }
}
