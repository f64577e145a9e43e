import Synchronization

/// The buffers of one render cycle as a stack: the production line of the mix.
///
/// Modules push, edit and mix buffers of planar Float32 samples. Index 0 is the top. All memory is
/// one slab made beforehand: an operation relinks entries and never allocates. A trivial handle;
/// whoever made it with `allocate` frees it.
///
/// Misuse and overflow return nil or do nothing, and are counted in `faults`; nothing traps.
/// Render thread, unless said otherwise.
///
/// Channels that differ when buffers are mixed:
///
/// | from | into | result |
/// |---|---|---|
/// | mono | stereo or more | the first two channels, at the same gain |
/// | stereo or more | mono | (first + second) / 2, so that mono heard on both sides comes back as it was |
/// | n | n or more | channel by channel; the others stay |
public struct BufferStack: BitwiseCopyable, @unchecked Sendable {
  struct Header: BitwiseCopyable {
    var count = 0
    var freeEntryCount = 0
    var freeBufferCount = 0
    var frameCount = 0
    var timestamp: Int64 = 0
  }

  struct Entry: BitwiseCopyable {
    var channelCount: Int32
    var frameCount: Int32
    var timestamp: Int64
    var isExternal: Bool

    @_noLocks init(
      channelCount: Int32 = 0, frameCount: Int32 = 0, timestamp: Int64 = 0,
      isExternal: Bool = false
    ) {
      self.channelCount = channelCount
      self.frameCount = frameCount
      self.timestamp = timestamp
      self.isExternal = isExternal
    }
  }

  public static var maximumChannelCount: Int {
    @_noLocks get { 32 }
  }

  let header: UnsafeMutablePointer<Header>
  /// Stack order: `order[count − 1]` is the top's entry.
  let order: UnsafeMutablePointer<Int32>
  let entries: UnsafeMutablePointer<Entry>
  /// `maximumChannelCount` pointers an entry.
  let channels: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
  /// The number of the mono buffer behind each channel pointer, −1 for the caller's memory.
  let buffers: UnsafeMutablePointer<Int32>
  let freeEntries: UnsafeMutablePointer<Int32>
  let freeBuffers: UnsafeMutablePointer<Int32>
  let samples: UnsafeMutablePointer<Float>
  public let faults: UnsafeMutablePointer<FaultCounters>
  /// Entries that there are.
  public let capacity: Int
  /// Mono buffers that there are.
  public let monoBufferCount: Int
  /// Frames that a buffer has room for.
  public let maximumFrameCount: Int
  let pitch: Int

  // MARK: Making (control thread)

  /// - Parameters:
  ///   - capacity: 1…4096 entries.
  ///   - monoBuffers: 1…8192; nil: two an entry.
  ///   - maximumFrameCount: 1…65536 frames a buffer.
  public static func allocate(
    capacity: Int = 64, monoBuffers: Int? = nil, maximumFrameCount: Int = 64
  ) -> BufferStack {
    BufferStack(
      capacity: min(max(capacity, 1), 4096),
      monoBuffers: min(max(monoBuffers ?? 2 * capacity, 1), 8192),
      maximumFrameCount: min(max(maximumFrameCount, 1), 65536))
  }

  private init(capacity: Int, monoBuffers: Int, maximumFrameCount: Int) {
    self.capacity = capacity
    self.maximumFrameCount = maximumFrameCount
    monoBufferCount = monoBuffers
    pitch = (maximumFrameCount + 15) & ~15
    header = .allocate(capacity: 1)
    header.initialize(to: Header())
    order = .allocate(capacity: capacity)
    order.initialize(repeating: 0, count: capacity)
    entries = .allocate(capacity: capacity)
    entries.initialize(repeating: Entry(), count: capacity)
    freeEntries = .allocate(capacity: capacity)
    freeEntries.initialize(repeating: 0, count: capacity)
    freeBuffers = .allocate(capacity: monoBuffers)
    freeBuffers.initialize(repeating: 0, count: monoBuffers)
    samples = UnsafeMutableRawPointer.allocate(
      byteCount: monoBuffers * pitch * MemoryLayout<Float>.stride, alignment: 64
    ).bindMemory(to: Float.self, capacity: monoBuffers * pitch)
    samples.initialize(repeating: 0, count: monoBuffers * pitch)
    channels = .allocate(capacity: capacity * Self.maximumChannelCount)
    channels.initialize(repeating: samples, count: capacity * Self.maximumChannelCount)
    buffers = .allocate(capacity: capacity * Self.maximumChannelCount)
    buffers.initialize(repeating: -1, count: capacity * Self.maximumChannelCount)
    faults = .allocate(capacity: 1)
    faults.initialize(to: FaultCounters())
    reset(frameCount: maximumFrameCount, timestamp: 0)
  }

  public func deallocate() {
    header.deallocate()
    order.deallocate()
    entries.deallocate()
    freeEntries.deallocate()
    freeBuffers.deallocate()
    samples.deallocate()
    channels.deallocate()
    buffers.deallocate()
    faults.deinitialize(count: 1)
    faults.deallocate()
  }

  // MARK: What is there

  /// Entries on the stack.
  public var count: Int {
    @_noLocks get { header.pointee.count }
  }

  /// Entries that can still be pushed; mono buffers may run out before.
  public var remaining: Int {
    @_noLocks get { header.pointee.freeEntryCount }
  }

  /// Frames of entries pushed from now on.
  public var frameCount: Int {
    @_noLocks get { header.pointee.frameCount }
  }

  /// Timestamp of entries pushed from now on: the render clock's frame.
  public var timestamp: Int64 {
    @_noLocks get { header.pointee.timestamp }
  }

  /// An entry; 0 is the top. Nil where there is none.
  @_noLocks public func get(_ index: Int = 0) -> BufferView? {
    guard index >= 0, index < header.pointee.count else { return nil }
    return view(entryNumber(index))
  }

  /// Whether there is a top, and it has one channel.
  var isTopMono: Bool {
    @_noLocks @inline(__always) get {
      guard header.pointee.count > 0 else { return false }
      return entries[entryNumber(0)].channelCount == 1
    }
  }

  /// The samples' time of an entry; nil where there is none.
  @_noLocks public func timestamp(at index: Int) -> Int64? {
    guard index >= 0, index < header.pointee.count else { return nil }
    return entries[entryNumber(index)].timestamp
  }

  /// Says when an entry's first frame was made (an input sets the time of capture).
  @_noLocks public func setTimestamp(_ timestamp: Int64, at index: Int) {
    guard index >= 0, index < header.pointee.count else { return countMisuse() }
    entries[entryNumber(index)].timestamp = timestamp
  }

  @_noLocks func entryNumber(_ index: Int) -> Int {
    Int(order[header.pointee.count &- 1 &- index])
  }

  @_noLocks func view(_ entry: Int) -> BufferView {
    let e = entries[entry]
    return BufferView(
      channels: channels + entry &* Self.maximumChannelCount, channelCount: Int(e.channelCount),
      frameCount: Int(e.frameCount), timestamp: e.timestamp, isExternal: e.isExternal)
  }

  @_noLocks func countMisuse() { faults.pointee.misuses.add(1, ordering: .relaxed) }

  // MARK: Renderer only

  /// Takes everything off and sets what new entries get.
  @_noLocks func reset(frameCount: Int, timestamp: Int64) {
    setFrameCount(frameCount)
    header.pointee.timestamp = timestamp
    // A cycle that ended balanced has given everything back already.
    if header.pointee.count == 0, header.pointee.freeEntryCount == capacity { return }
    header.pointee.count = 0
    for i in 0..<capacity { freeEntries[i] = Int32(truncatingIfNeeded: capacity &- 1 &- i) }
    for i in 0..<monoBufferCount {
      freeBuffers[i] = Int32(truncatingIfNeeded: monoBufferCount &- 1 &- i)
    }
    header.pointee.freeEntryCount = capacity
    header.pointee.freeBufferCount = monoBufferCount
  }

  @_noLocks func setFrameCount(_ frameCount: Int) {
    header.pointee.frameCount =
      frameCount < 0 ? 0 : frameCount > maximumFrameCount ? maximumFrameCount : frameCount
  }

  @_noLocks func setTimestamp(_ timestamp: Int64) { header.pointee.timestamp = timestamp }
}
