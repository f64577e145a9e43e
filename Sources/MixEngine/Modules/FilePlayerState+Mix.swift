import CRealtime
import Synchronization

// The short way: a file that just plays on, at its own rate, is decoded, and added to a bus in the
// same pass. Everything else goes by `process`.
extension FilePlayerState {
  /// Adds the next quantum to `sum`, each side scaled by a ramp, if nothing else is to be done.
  ///
  /// - Returns: false, with nothing done, where `process` must make this quantum.
  @_noLocks mutating func mix(
    into sum: BufferView, left: Ramp, right: Ramp, _ context: RenderContext, loops: Bool
  ) -> Bool {
    let n = context.frameCount
    guard sum.channelCount > 1, isPlain(context, loops: loops), let samples = cursor.samples
    else { return false }
    let offset = Int(head.frame) & (PageTable.frameCount &- 1)
    if isNative16 {
      let source = samples.assumingMemoryBound(to: Int16.self) + 2 &* offset
      mix16(source, into: sum.left, sum.right, frameCount: n, left, right)
      prefetch(source + 2 &* n)
    } else {
      let source = samples.assumingMemoryBound(to: Float.self) + offset
      Kernel.mix(source, into: sum.left, frameCount: n, ramp: left)
      Kernel.mix(
        isMono ? source : source + PageTable.rightOffset, into: sum.right, frameCount: n,
        ramp: right)
      prefetch(source + n)
      if !isMono { prefetch(source + (PageTable.rightOffset &+ n)) }
    }
    goOn(n)
    return true
  }

  /// Writes the next quantum, if nothing else is to be done; false as above.
  @_noLocks mutating func copy(
    to left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>,
    _ context: RenderContext, loops: Bool
  ) -> Bool {
    let n = context.frameCount
    guard isPlain(context, loops: loops), let samples = cursor.samples else { return false }
    let offset = Int(head.frame) & (PageTable.frameCount &- 1)
    if isNative16 {
      Kernel.decode16(
        samples.assumingMemoryBound(to: Int16.self) + 2 &* offset, left, right, frameCount: n)
    } else {
      let source = samples.assumingMemoryBound(to: Float.self) + offset
      Kernel.copy(source, to: left, frameCount: n)
      Kernel.copy(isMono ? source : source + PageTable.rightOffset, to: right, frameCount: n)
    }
    goOn(n)
    return true
  }

  /// Whether nothing but playing on happens in the next quantum.
  @_noLocks private mutating func isPlain(_ context: RenderContext, loops: Bool) -> Bool {
    guard itemCount == 0, loops == self.loops, !exchange.isWaiting else { return false }
    if !isFreeOfLapses(before: context.time &+ Int64(context.frameCount)) { return false }
    guard let cell, cell.pointee.changes.load(ordering: .relaxed) == seenChanges,
      readings.pointee.readAhead.load(ordering: .relaxed) == readAhead
    else { return false }
    if head.frame &+ Int64(context.frameCount) <= plainEnd { return true }
    return findPlainEnd(context.frameCount, context)
  }

  @_noLocks private mutating func goOn(_ frameCount: Int) {
    head.frame &+= Int64(frameCount)
    soundEnd = frameCount
    publish()
  }

  /// Begins to fetch a quantum's worth of a page. Other players come in between: without this each
  /// quantum begins with a cache miss, and 256 players cost half as much again.
  @_noLocks private func prefetch(_ samples: UnsafeRawPointer) {
    for i in 0..<4 { crt_prefetch(samples + 64 &* i) }
  }

  /// Decodes and adds. Where one side's gain arrives in this quantum, in two steps.
  @_noLocks private func mix16(
    _ source: UnsafePointer<Int16>, into sumLeft: UnsafeMutablePointer<Float>,
    _ sumRight: UnsafeMutablePointer<Float>, frameCount n: Int, _ left: Ramp, _ right: Ramp
  ) {
    if left.isFlat, right.isFlat {
      if left.target == 0, right.target == 0 { return }
      Kernel.decodeMix16(
        source, into: sumLeft, sumRight, frameCount: n, leftGain: left.target,
        rightGain: right.target)
    } else if left.remaining >= n, right.remaining >= n {
      Kernel.decodeMixRamped16(
        source, into: sumLeft, sumRight, frameCount: n,
        leftStart: left.start, leftStep: left.step, leftIndex: left.index,
        rightStart: right.start, rightStep: right.step, rightIndex: right.index)
    } else {
      Kernel.decode16(source, pieceLeft, pieceRight, frameCount: n)
      Kernel.mix(pieceLeft, into: sumLeft, frameCount: n, ramp: left)
      Kernel.mix(pieceRight, into: sumRight, frameCount: n, ramp: right)
    }
  }

  /// Looks up to which frame of this page nothing but playing on happens.
  @_noLocks private mutating func findPlainEnd(_ frameCount: Int, _ context: RenderContext) -> Bool
  {
    plainEnd = 0
    guard sounds, !isAtSeam, rest.isEmpty, gain.rests(at: 1), stride.isOneFrame,
      head.fraction == 0, head.frame >= 0, let table
    else { return false }
    let page = PageTable.page(of: head.frame)
    guard acquire(page, context) else { return false }
    // What happens at the boundary itself is for `process`.
    let boundary = nextBoundary &- 1
    let pageEnd = Int64(page &+ 1) &<< PageTable.shift
    var end = pageEnd < boundary ? pageEnd : boundary
    if !context.isOffline {
      // Where the page that follows is missing, there must be time to fade.
      let length = length
      let following = comesRound && pageEnd >= length ? 0 : page &+ 1
      let last = pageEnd < length ? pageEnd : length
      if following == 0 || pageEnd < length, !table.isReady(page: following),
        last &- Int64(fadeFrames) < end
      {
        end = last &- Int64(fadeFrames)
      }
    }
    if head.frame &+ Int64(frameCount) > end { return false }
    plainEnd = end
    return true
  }
}
