import Synchronization

/// The memory of a `ParameterTable`, as the render thread holds it: a trivial handle.
struct ParameterStore: BitwiseCopyable, @unchecked Sendable {
  /// 64 parameters: as many as one word has change bits.
  private struct Chunk: BitwiseCopyable {
    let changes: UnsafeMutablePointer<Atomic<UInt64>>
    let wishes: UnsafeMutablePointer<Atomic<UInt32>>
    let copies: UnsafeMutablePointer<Float>
    let tapers: UnsafeMutablePointer<Taper>
  }

  static var capacity: Int { 1024 * 64 }

  private let chunks: UnsafeMutablePointer<Chunk>
  /// Written by the control thread (release) when a chunk is complete, read by the render thread.
  private let chunkCount: UnsafeMutablePointer<Atomic<Int>>

  // MARK: Control thread

  init() {
    chunks = .allocate(capacity: 1024)
    chunkCount = .allocate(capacity: 1)
    chunkCount.initialize(to: Atomic(0))
  }

  func deallocate() {
    for i in 0..<chunkCount.pointee.load(ordering: .relaxed) {
      chunks[i].changes.deallocate()
      chunks[i].wishes.deallocate()
      chunks[i].copies.deallocate()
      chunks[i].tapers.deallocate()
    }
    chunks.deallocate()
    chunkCount.deallocate()
  }

  func addChunk() {
    let chunk = Chunk(
      changes: .allocate(capacity: 1), wishes: .allocate(capacity: 64),
      copies: .allocate(capacity: 64), tapers: .allocate(capacity: 64))
    chunk.changes.initialize(to: Atomic(0))
    for i in 0..<64 { (chunk.wishes + i).initialize(to: Atomic(0)) }
    chunk.copies.initialize(repeating: 0, count: 64)
    chunk.tapers.initialize(repeating: .linear(low: 0, high: 1), count: 64)
    let count = chunkCount.pointee.load(ordering: .relaxed)
    (chunks + count).initialize(to: chunk)
    chunkCount.pointee.store(count + 1, ordering: .releasing)
  }

  /// Gives a place that nobody knows yet its first value.
  func fill(_ index: Int, taper: Taper, value: Float) {
    let chunk = chunks[index >> 6]
    chunk.tapers[index & 63] = taper
    chunk.copies[index & 63] = value
    chunk.wishes[index & 63].store(value.bitPattern, ordering: .releasing)
  }

  // MARK: Render thread

  /// A handle by its place, which must exist.
  @_noLocks func parameter(at index: Int32) -> Parameter {
    let i = Int(index), chunk = chunks[i &>> 6]
    return Parameter(
      wish: chunk.wishes + (i & 63), changes: chunk.changes, copy: chunk.copies + (i & 63),
      index: index)
  }

  @_noLocks func taper(of index: Int32) -> Taper {
    let i = Int(index)
    return chunks[i &>> 6].tapers[i & 63]
  }

  /// What `cross` means where its parameter, which must exist, is now.
  @_noLocks func crossing(_ action: Action) -> Action {
    let taper = taper(of: action.target)
    let isLow = taper.position(of: parameter(at: action.target).value) <= 0.5
    var move = action
    move.verb = action.duration > 0 ? .move : .set
    move.value = Double(taper.value(at: isLow ? 1 : 0))
    return move
  }

  @_noLocks func contains(_ index: Int32) -> Bool {
    let count = chunkCount.pointee.load(ordering: .acquiring)
    return index >= 0 && Int(index) &>> 6 < count
  }

  /// Copies the next changed value. Called until it is false.
  ///
  /// - Parameter chunk: 0 at first; where to look on.
  @_noLocks func takeChange(_ chunk: inout Int, _ index: inout Int32, _ value: inout Float) -> Bool
  {
    let count = chunkCount.pointee.load(ordering: .acquiring)
    while chunk < count {
      let c = chunks[chunk]
      let bits = c.changes.pointee.load(ordering: .relaxed)
      if bits != 0 {
        let i = bits.trailingZeroBitCount
        // The bit goes before the value is read: a wish that comes in between sets it again.
        c.changes.pointee.bitwiseAnd(
          ~(1 &<< UInt64(truncatingIfNeeded: i)), ordering: .acquiringAndReleasing)
        value = Float(bitPattern: c.wishes[i].load(ordering: .relaxed))
        c.copies[i] = value
        index = Int32(truncatingIfNeeded: chunk &* 64 &+ i)
        return true
      }
      chunk &+= 1
    }
    return false
  }

  /// Sets a copy from the render thread itself (a move over time), so that others see it too. A
  /// hand's wish that has not been taken yet stays, and is heard in the next quantum.
  @_noLocks func setFromRender(_ index: Int32, _ value: Float) {
    let parameter = parameter(at: index)
    let before = parameter.copy.pointee.bitPattern
    parameter.copy.pointee = value
    let bit: UInt64 = 1 &<< UInt64(truncatingIfNeeded: index & 63)
    if parameter.changes.pointee.load(ordering: .acquiring) & bit != 0 { return }
    _ = parameter.wish.pointee.compareExchange(
      expected: before, desired: value.bitPattern, ordering: .relaxed)
  }
}
