import Synchronization

/// The pages of one file that are in memory: filled by a reader thread, read by the render thread,
/// which never waits for it.
///
/// A page is 4096 frames of the file, at the file's own rate. Pages are kept ahead of the head in
/// its direction of travel and around the places where it may jump to (`PageTable+Reader`); their
/// number, and so the memory, is bounded however long the file is. A table belongs to one file for
/// ever and a page to its number, so neither a seek nor another file can show a stale page.
///
/// A trivial handle; `PageMemory` owns what it points to. Each member says whose it is.
public struct PageTable: BitwiseCopyable, @unchecked Sendable {
  /// How pages keep their samples.
  public enum Layout: UInt8, BitwiseCopyable, Sendable {
    /// Interleaved 16-bit stereo: half the memory, decoded by the render thread.
    case native16
    /// One channel of `Float`.
    case mono
    /// Two channels of `Float`, the right one `rightOffset` samples behind the left.
    case stereo
  }

  struct Slot: ~Copyable {
    /// The page that lies here, −1 for none. Written by the reader: −1 (seq-cst) before the
    /// samples change, the number (release) when they are whole.
    let page = Atomic<Int>(-1)
    /// Made by the reader when it first needs the slot; readable once `page` is.
    var samples: UnsafeMutableRawPointer?
  }

  struct Shared: ~Copyable {
    /// The slot that the render thread reads just now, −1 for none: the reader leaves it alone.
    /// Written by the render thread (seq-cst), read by the reader (seq-cst).
    let held = Atomic<Int>(-1)
    private let pad = InlineArray<14, Int>(repeating: 0)

    // Where the reader should be ahead of. Written by the render thread, or by the control thread
    // before the render thread knows the table (release); read by the reader (acquire). They need
    // not fit together: a wrong guess is put right by the next signal.
    let head = Atomic<Int64>(0)
    let goesBack = Atomic<Bool>(false)
    let start = Atomic<Int64>(0)
    let loopIn = Atomic<Int64>(0)
    let loopOut = Atomic<Int64>(.max)
    let loops = Atomic<Bool>(false)
    /// A page that is needed before all others, −1 for none.
    let demand = Atomic<Int>(-1)
    /// Counts what the reader was woken for. Any thread.
    let calls = Atomic<UInt>(0)

    // Written by the reader (release, before the page that shows it), read by all (acquire).
    /// Frames of the file; `Int64.max`: not known yet.
    let length = Atomic<Int64>(.max)
    /// Frames a second; 0: not known yet.
    let sampleRate = Atomic<Int>(0)
    /// Nothing after `length` could be read because of an error.
    let hasFailed = Atomic<Bool>(false)
    /// Bytes that slots have.
    let byteCount = Atomic<Int>(0)
  }

  /// Frames of a page.
  public static var frameCount: Int { @_noLocks get { 4096 } }
  /// Log2 of `frameCount`.
  static var shift: Int64 { @_noLocks get { 12 } }
  /// Samples from a page's left channel to its right one: not a power of two, so that pages of many
  /// players do not all use the same sets of the cache.
  public static var rightOffset: Int { @_noLocks get { 4096 + 272 } }
  /// Places beside start and loop that pages can be kept around.
  public static var jumpPointCapacity: Int { @_noLocks get { 36 } }

  let shared: UnsafeMutablePointer<Shared>
  let slots: UnsafeMutablePointer<Slot>
  let slotCount: Int
  /// Places a person may jump to, −1 for none. Written by the control thread (release), read by the
  /// reader (acquire).
  let jumpPoints: UnsafeMutablePointer<Atomic<Int64>>
  /// Pages kept ahead of the head.
  public let pagesAhead: Int
  /// Pages that the reader fills at once: it is woken when so many have been left.
  public let run: Int
  public let layout: Layout
  /// Whether frames can be read again, and in any order. A stream stands still while it waits.
  public let isSeekable: Bool
  // An enum's `==` cannot be proven in another file of a debug build.
  let isNative16: Bool
  let isMono: Bool
  /// The reader's sleep; kept alive by the `PlayableFile`.
  private let wake: Unmanaged<WaitPoint>

  init(layout: Layout, isSeekable: Bool, pagesAhead: Int, wake: WaitPoint) {
    self.layout = layout
    self.isSeekable = isSeekable
    self.pagesAhead = min(max(pagesAhead, 2), 256)
    self.wake = .passUnretained(wake)
    run = self.pagesAhead / 2
    isNative16 = layout == .native16
    isMono = layout == .mono
    // Ahead, behind, the demanded one; two around each place; one held, one to fill.
    slotCount = self.pagesAhead + 3 + 2 * (2 + Self.jumpPointCapacity) + 2
    shared = .allocate(capacity: 1)
    shared.initialize(to: Shared())
    slots = .allocate(capacity: slotCount)
    for i in 0..<slotCount { (slots + i).initialize(to: Slot()) }
    jumpPoints = .allocate(capacity: Self.jumpPointCapacity)
    for i in 0..<Self.jumpPointCapacity { (jumpPoints + i).initialize(to: Atomic(-1)) }
  }

  func deallocate() {
    for i in 0..<slotCount { slots[i].samples?.deallocate() }
    slots.deinitialize(count: slotCount)
    slots.deallocate()
    shared.deinitialize(count: 1)
    shared.deallocate()
    jumpPoints.deinitialize(count: Self.jumpPointCapacity)
    jumpPoints.deallocate()
  }

  // MARK: Any thread

  /// Frames of the file, `Int64.max` while it is not known. May become smaller: what a header says
  /// is an estimate, the end is where nothing more can be read.
  public var length: Int64 {
    @_noLocks get { shared.pointee.length.load(ordering: .acquiring) }
  }

  /// Frames a second; 0 while a stream has not said it.
  public var sampleRate: Int {
    @_noLocks get { shared.pointee.sampleRate.load(ordering: .acquiring) }
  }

  /// Whether reading ended at `length` because of an error.
  public var hasFailed: Bool {
    @_noLocks get { shared.pointee.hasFailed.load(ordering: .acquiring) }
  }

  /// Bytes of memory that the pages have now.
  public var byteCount: Int { shared.pointee.byteCount.load(ordering: .relaxed) }

  /// Bytes that they can have at most.
  public var maximumByteCount: Int { slotCount * pageByteCount }

  var pageByteCount: Int {
    switch layout {
    case .native16, .mono: Self.frameCount * 4
    case .stereo: (Self.rightOffset + Self.frameCount) * 4
    }
  }

  /// Whether a page can be read now.
  @_noLocks public func isReady(page: Int) -> Bool { slot(of: page) >= 0 }

  /// The page in which a frame lies.
  @_noLocks public static func page(of frame: Int64) -> Int {
    Int(truncatingIfNeeded: frame &>> shift)
  }

  @_noLocks func slot(of page: Int) -> Int {
    var i = 0
    while i < slotCount {
      if slots[i].page.load(ordering: .acquiring) == page { return i }
      i &+= 1
    }
    return -1
  }

  /// Asks the reader to look for pages that are wanted, and wakes it if it sleeps.
  @_noLocks public func call() {
    shared.pointee.calls.add(1, ordering: .releasing)
    wake._withUnsafeGuaranteedRef { $0.signal() }
  }

  // MARK: Control thread

  /// Keeps pages around these frames, at most `jumpPointCapacity` of them; the rest is left out.
  public func setJumpPoints(_ frames: [Int64]) {
    for i in 0..<Self.jumpPointCapacity {
      jumpPoints[i].store(i < frames.count ? frames[i] : -1, ordering: .releasing)
    }
    call()
  }
}
