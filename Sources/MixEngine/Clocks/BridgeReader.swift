import Synchronization

/// The reading end of a `ClockBridge`: a trivial handle for one thread; real-time safe.
///
/// Whoever holds it keeps the bridge alive.
public struct BridgeReader: BitwiseCopyable, @unchecked Sendable {
  let memory: BridgeMemory
  let state: UnsafeMutablePointer<BridgeReaderState>

  /// Gives the next frames, silence where there are none.
  ///
  /// - Parameters:
  ///   - left: planar, as `right`.
  ///   - frame: of the reader's clock; a jump means that it stood still.
  ///   - nanoseconds: CLOCK_MONOTONIC when they were asked for.
  @_noLocks public func read(
    into left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, frameCount: Int,
    frame: Int64, at nanoseconds: Int64
  ) {
    var done = 0
    while done < frameCount {
      let rest = frameCount &- done
      let count = rest < Quantum.frameCount ? rest : Quantum.frameCount
      state.pointee.read(
        memory, left + done, right + done, count, frame: frame &+ Int64(done), at: nanoseconds,
        isLast: rest <= Quantum.frameCount)
      done &+= count
    }
  }
}
