import CRealtime
import Glibc
import Synchronization

/// The render clock as other threads see it: where the latest request began, and when.
///
/// Written by the render thread, read by any number of others, who try again if they read while it
/// was written. A trivial handle.
public struct RenderClock: BitwiseCopyable, @unchecked Sendable {
  struct State: ~Copyable {
    // Odd while the words are being written. Payload in relaxed atomics, so there is no data race.
    let sequence = Atomic<UInt64>(0)
    let frame = Atomic<Int64>(0)
    let nanoseconds = Atomic<Int64>(0)
    let requestFrames = Atomic<Int64>(0)
    /// Where the line of `arrivalFrame` begins: when frame 0 would have been asked for. Nanoseconds.
    let origin = Atomic<Int64>(0)
  }

  /// A request that comes later than this after its time was not late: the clock stood still.
  private static var greatestLateness: Int64 { @_noLocks get { 20_000_000 } }

  private let state: UnsafeMutablePointer<State>

  static func allocate() -> RenderClock {
    let state = UnsafeMutablePointer<State>.allocate(capacity: 1)
    state.initialize(to: State())
    return RenderClock(state: state)
  }

  private init(state: UnsafeMutablePointer<State>) { self.state = state }

  func deallocate() {
    state.deinitialize(count: 1)
    state.deallocate()
  }

  /// A request begins. Render thread.
  ///
  /// - Parameter now: CLOCK_MONOTONIC in nanoseconds.
  @_noLocks func publish(
    frame: Int64, requestFrames: Int64, sampleRate: SampleRate, at now: Int64 = crt_monotonic_ns()
  ) {
    // A busy machine answers requests late, never early: the earliest tell when frames are due. The
    // line gives way slowly, because the clocks of machine and device are not the same.
    let seconds = sampleRate.seconds(frames: frame &+ requestFrames)
    let origin = now &- Int64((seconds < 9e9 ? seconds : 9e9) * 1e9)
    let passed = now &- state.pointee.nanoseconds.load(ordering: .relaxed)
    let line = state.pointee.origin.load(ordering: .relaxed) &+ passed / 256
    let lateness = origin &- line
    let isOnTime = lateness >= 0 && lateness <= Self.greatestLateness

    let sequence = state.pointee.sequence.load(ordering: .relaxed)
    state.pointee.sequence.store(sequence &+ 1, ordering: .relaxed)
    atomicMemoryFence(ordering: .releasing)
    state.pointee.frame.store(frame, ordering: .relaxed)
    state.pointee.nanoseconds.store(now, ordering: .relaxed)
    state.pointee.requestFrames.store(requestFrames, ordering: .relaxed)
    state.pointee.origin.store(isOnTime ? line : origin, ordering: .relaxed)
    state.pointee.sequence.store(sequence &+ 2, ordering: .releasing)
  }

  private func read() -> (frame: Int64, requestFrames: Int64, origin: Int64) {
    while true {
      let sequence = state.pointee.sequence.load(ordering: .acquiring)
      guard sequence & 1 == 0 else { continue }
      let frame = state.pointee.frame.load(ordering: .relaxed)
      let requestFrames = state.pointee.requestFrames.load(ordering: .relaxed)
      let origin = state.pointee.origin.load(ordering: .relaxed)
      atomicMemoryFence(ordering: .acquiring)
      if state.pointee.sequence.load(ordering: .relaxed) == sequence {
        return (frame, requestFrames, origin)
      }
    }
  }

  /// The first frame that is not rendered yet, as of the latest request.
  public var frame: Int64 {
    let now = read()
    return now.frame + now.requestFrames
  }

  /// Blocks until a frame has been rendered, at most for a time. False when it has not.
  public func wait(until frame: Int64, milliseconds: Int) -> Bool {
    RenderThread.assertIsNotCurrent()
    let end = crt_monotonic_ns() + Int64(milliseconds) * 1_000_000
    while self.frame < frame {
      if crt_monotonic_ns() >= end { return false }
      usleep(1000)
    }
    return true
  }

  /// The frame at which something that arrives now is to act: its arrival on the render clock, plus
  /// what is rendered ahead, so that things 100 ms apart stay 100 ms apart, however late requests
  /// are. While the clock stands still (no server) it is the frame at which it will go on.
  ///
  /// - Parameter now: CLOCK_MONOTONIC in nanoseconds.
  public func arrivalFrame(
    sampleRate: SampleRate, at now: Int64 = crt_monotonic_ns()
  ) -> Int64 {
    let latest = read()
    guard latest.requestFrames > 0 else { return latest.frame }
    let end = latest.frame + latest.requestFrames
    let frame = sampleRate.frames(seconds: Double(now &- latest.origin) / 1e9)
    // A clock that has stopped without a word is not run away from.
    let furthest = end + latest.requestFrames + Int64(sampleRate.hertz / 25)
    return min(max(frame, end), furthest)
  }
}
