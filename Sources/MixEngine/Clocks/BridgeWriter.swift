import Synchronization

/// The writing end of a `ClockBridge`: a trivial handle for one thread at a time; real-time safe.
///
/// Whoever holds it keeps the bridge alive.
public struct BridgeWriter: BitwiseCopyable, @unchecked Sendable {
  struct State: BitwiseCopyable {
    var envelope: ClockEnvelope
    /// The reader stands still and the ring is full.
    var isFull = false
  }

  let memory: BridgeMemory
  let state: UnsafeMutablePointer<State>

  /// A stream begins, or begins anew: what comes has nothing to do with what came before.
  ///
  /// - Parameter targetFrameCount: as granted by the device; 0: as before.
  @_noLocks public func begin(targetFrameCount: Int = 0) {
    if targetFrameCount > 0 {
      let most = memory.capacity / 2
      memory.counters.pointee.targetFrameCount.store(
        targetFrameCount < most ? targetFrameCount : most, ordering: .relaxed)
    }
    memory.counters.pointee.isRunning.store(true, ordering: .relaxed)
    forget()
  }

  /// The stream is gone: what waits is read, then silence.
  @_noLocks public func end() {
    memory.counters.pointee.isRunning.store(false, ordering: .relaxed)
    state.pointee.envelope.reset()
    memory.counters.pointee.envelope.store(Double.nan.bitPattern, ordering: .relaxed)
  }

  /// - Parameters:
  ///   - samples: interleaved stereo.
  ///   - nanoseconds: CLOCK_MONOTONIC when they were brought, taken first thing in the callback.
  @_noLocks public func write(
    _ samples: UnsafePointer<Float>, frameCount: Int, at nanoseconds: Int64
  ) {
    guard hasRoom(frameCount) else { return }
    let (at, count) = firstPiece(frameCount)
    Kernel.deinterleave(samples, memory.left + at, memory.right + at, frameCount: count)
    Kernel.deinterleave(
      samples + 2 &* count, memory.left, memory.right, frameCount: frameCount &- count)
    publish(frameCount, nanoseconds)
  }

  /// The same, planar.
  @_noLocks public func write(
    _ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>, frameCount: Int,
    at nanoseconds: Int64
  ) {
    guard hasRoom(frameCount) else { return }
    let (at, count) = firstPiece(frameCount), rest = frameCount &- count
    Kernel.copy(left, to: memory.left + at, frameCount: count)
    Kernel.copy(right, to: memory.right + at, frameCount: count)
    Kernel.copy(left + count, to: memory.left, frameCount: rest)
    Kernel.copy(right + count, to: memory.right, frameCount: rest)
    publish(frameCount, nanoseconds)
  }

  /// As many frames were lost on the device's side.
  @_noLocks public func writeSilence(frameCount: Int, at nanoseconds: Int64) {
    guard hasRoom(frameCount) else { return }
    let (at, count) = firstPiece(frameCount), rest = frameCount &- count
    Kernel.clear(memory.left + at, frameCount: count)
    Kernel.clear(memory.right + at, frameCount: count)
    Kernel.clear(memory.left, frameCount: rest)
    Kernel.clear(memory.right, frameCount: rest)
    publish(frameCount, nanoseconds)
  }

  /// Where the next frames go, and how many before the ring's end; the rest goes to its beginning.
  @_noLocks private func firstPiece(_ frameCount: Int) -> (at: Int, count: Int) {
    let next = memory.counters.pointee.written.load(ordering: .relaxed)
    return (memory.index(next), memory.contiguous(from: next, frameCount))
  }

  /// A reader that stands still gets nothing more: it begins anew with what comes once it goes on.
  @_noLocks private func hasRoom(_ frameCount: Int) -> Bool {
    let used =
      memory.counters.pointee.written.load(ordering: .relaxed)
      &- memory.counters.pointee.consumed.load(ordering: .acquiring)
    if Int(used) &+ frameCount <= memory.capacity {
      state.pointee.isFull = false
      return true
    }
    if !state.pointee.isFull, memory.counters.pointee.isReading.load(ordering: .relaxed) {
      memory.counters.pointee.overruns.add(1, ordering: .relaxed)
    }
    state.pointee.isFull = true
    forget()
    return false
  }

  @_noLocks private func forget() {
    state.pointee.envelope.reset()
    memory.counters.pointee.envelope.store(Double.nan.bitPattern, ordering: .relaxed)
    memory.counters.pointee.epoch.add(1, ordering: .releasing)
  }

  @_noLocks private func publish(_ frameCount: Int, _ nanoseconds: Int64) {
    let written =
      memory.counters.pointee.written.load(ordering: .relaxed) &+ Int64(frameCount)
    memory.counters.pointee.written.store(written, ordering: .releasing)
    if state.pointee.envelope.add(frames: Double(written), at: nanoseconds) {
      memory.counters.pointee.envelope.store(
        state.pointee.envelope.value.bitPattern, ordering: .relaxed)
    }
  }
}
