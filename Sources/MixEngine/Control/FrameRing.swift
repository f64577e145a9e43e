import Synchronization

/// A ring of whole stereo frames between the render thread and one thread that stores them.
///
/// Shape: interleaved, left first, as files have them. Beside the frames goes a small ring of
/// `Marker`s that say where in the stream of frames something begins or ends.
///
/// Positions are frames since the ring was made; they never wrap. Neither side allocates, locks or
/// waits. A trivial handle; whoever made it with `allocate` frees it.
public struct FrameRing: BitwiseCopyable, @unchecked Sendable {
  /// How a frame lies in the ring.
  public enum Format: UInt8, BitwiseCopyable, Sendable {
    /// Two `Float`s: 8 bytes.
    case float
    /// Two 16-bit integers, rounded and clipped by the render thread: 4 bytes. The cheapest way
    /// to a 16-bit file.
    case integer16
  }

  struct State: ~Copyable {
    // The paddings keep the two sides' counters on separate cache lines.
    // Written by the consumer (release), read by the producer (acquire).
    let head = Atomic<Int>(0)
    let markerHead = Atomic<Int>(0)
    private let pad0 = InlineArray<14, Int>(repeating: 0)
    // Written by the producer (release), read by the consumer (acquire).
    let tail = Atomic<Int>(0)
    let markerTail = Atomic<Int>(0)
    private let pad1 = InlineArray<14, Int>(repeating: 0)
  }

  static var markerCapacity: Int {
    @_noLocks get { 1024 }
  }

  private let state: UnsafeMutablePointer<State>
  private let frames: UnsafeMutableRawPointer
  private let markers: UnsafeMutablePointer<Marker>
  private let isInteger16: Bool
  /// Frames that the ring holds: a power of two.
  public let capacity: Int

  /// - Parameter frameCount: rounded up to a power of two. About 10 s are usual.
  public static func allocate(frameCount: Int, format: Format) -> FrameRing {
    FrameRing(frameCount: frameCount, format: format)
  }

  private init(frameCount: Int, format: Format) {
    capacity = 1 << (Int.bitWidth - (max(frameCount, 2) - 1).leadingZeroBitCount)
    switch format {
    case .float: isInteger16 = false
    case .integer16: isInteger16 = true
    }
    state = .allocate(capacity: 1)
    state.initialize(to: State())
    let byteCount = capacity * (isInteger16 ? 4 : 8)
    frames = .allocate(byteCount: byteCount, alignment: 64)
    // Written once, so that no page is missing when the render thread comes to it.
    frames.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount)
    markers = .allocate(capacity: Self.markerCapacity)
    markers.initialize(repeating: Marker(.begin), count: Self.markerCapacity)
  }

  public func deallocate() {
    state.deinitialize(count: 1)
    state.deallocate()
    frames.deallocate()
    markers.deallocate()
  }

  public var format: Format { isInteger16 ? .integer16 : .float }
  /// Bytes of one frame.
  public var frameByteCount: Int { isInteger16 ? 4 : 8 }

  // MARK: Any thread

  /// Frames that find room. To the producer it can only grow, to others it is a guess.
  public var space: Int {
    @_noLocks get {
      let head = state.pointee.head.load(ordering: .acquiring)
      return capacity &- (state.pointee.tail.load(ordering: .acquiring) &- head)
    }
  }

  /// Frames that wait. To the consumer it can only grow, to others it is a guess.
  public var used: Int {
    @_noLocks get { capacity &- space }
  }

  /// Markers that find room.
  var markerSpace: Int {
    @_noLocks get {
      let head = state.pointee.markerHead.load(ordering: .acquiring)
      return Self.markerCapacity &- (state.pointee.markerTail.load(ordering: .acquiring) &- head)
    }
  }

  /// Whether a marker waits.
  public var hasMarker: Bool {
    @_noLocks get { markerSpace < Self.markerCapacity }
  }

  // MARK: Producer (render thread)

  /// Copies frames in without showing them to the consumer yet: `publish` does that.
  ///
  /// - Parameters:
  ///   - left, right: planar; both may be the same buffer.
  ///   - frameCount: at most `space`, counted from `position`.
  ///   - position: where the frames of this ring have come to.
  /// - Returns: samples beyond full scale; 0 for floats, which are not clipped.
  @_noLocks func put(
    _ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>, frameCount: Int, at position: Int
  ) -> Int {
    var done = 0, clips = 0
    while done < frameCount {
      let at = (position &+ done) & (capacity &- 1)
      let n = frameCount &- done < capacity &- at ? frameCount &- done : capacity &- at
      if isInteger16 {
        let to = (frames + 4 &* at).assumingMemoryBound(to: Int16.self)
        clips &+= Kernel.encode16(left + done, right + done, to, frameCount: n)
      } else {
        let to = (frames + 8 &* at).assumingMemoryBound(to: Float.self)
        Kernel.interleave(left + done, right + done, to, frameCount: n)
      }
      done &+= n
    }
    return clips
  }

  /// The end of the frames that the consumer has been shown.
  var published: Int {
    @_noLocks get { state.pointee.tail.load(ordering: .relaxed) }
  }

  /// Shows all frames before `position` to the consumer.
  @_noLocks func publish(_ position: Int) {
    state.pointee.tail.store(position, ordering: .releasing)
  }

  /// Adds a marker. It must be there before frames behind it are published, and there must be room.
  @_noLocks func mark(_ marker: Marker) {
    let tail = state.pointee.markerTail.load(ordering: .relaxed)
    markers[tail & (Self.markerCapacity &- 1)] = marker
    state.pointee.markerTail.store(tail &+ 1, ordering: .releasing)
  }

  // MARK: Consumer

  /// The position of the next frame to take.
  public var position: Int { state.pointee.head.load(ordering: .relaxed) }

  /// The end of the frames that can be taken. Ask for it before asking for a marker: then no
  /// marker that lies before this end is missed.
  public var end: Int { state.pointee.tail.load(ordering: .acquiring) }

  /// The earliest marker, which stays.
  public var firstMarker: Marker? {
    let head = state.pointee.markerHead.load(ordering: .relaxed)
    guard head != state.pointee.markerTail.load(ordering: .acquiring) else { return nil }
    return markers[head & (Self.markerCapacity - 1)]
  }

  /// Takes the earliest marker off. There must be one.
  public func dropMarker() {
    state.pointee.markerHead.add(1, ordering: .releasing)
  }

  /// The next frames that lie in one piece: at most `frameCount` of those that are there.
  public func contiguous(_ frameCount: Int) -> (start: UnsafeRawPointer, frameCount: Int) {
    let at = position & (capacity - 1)
    return (
      UnsafeRawPointer(frames + frameByteCount * at), min(frameCount, capacity - at)
    )
  }

  /// Gives the room of taken frames back.
  public func drop(_ frameCount: Int) {
    state.pointee.head.add(frameCount, ordering: .releasing)
  }
}
