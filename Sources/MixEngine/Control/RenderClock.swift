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
  }

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

  /// Render thread.
  @_noLocks func publish(frame: Int64, requestFrames: Int64) {
    let sequence = state.pointee.sequence.load(ordering: .relaxed)
    state.pointee.sequence.store(sequence &+ 1, ordering: .relaxed)
    atomicMemoryFence(ordering: .releasing)
    state.pointee.frame.store(frame, ordering: .relaxed)
    state.pointee.nanoseconds.store(crt_monotonic_ns(), ordering: .relaxed)
    state.pointee.requestFrames.store(requestFrames, ordering: .relaxed)
    state.pointee.sequence.store(sequence &+ 2, ordering: .releasing)
  }

  private func read() -> (frame: Int64, nanoseconds: Int64, requestFrames: Int64) {
    while true {
      let sequence = state.pointee.sequence.load(ordering: .acquiring)
      guard sequence & 1 == 0 else { continue }
      let frame = state.pointee.frame.load(ordering: .relaxed)
      let nanoseconds = state.pointee.nanoseconds.load(ordering: .relaxed)
      let requestFrames = state.pointee.requestFrames.load(ordering: .relaxed)
      atomicMemoryFence(ordering: .acquiring)
      if state.pointee.sequence.load(ordering: .relaxed) == sequence {
        return (frame, nanoseconds, requestFrames)
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
  /// one request, so that things 100 ms apart stay 100 ms apart. While the clock stands still (no
  /// server) it is the frame at which it will go on.
  public func arrivalFrame(sampleRate: SampleRate) -> Int64 {
    let now = read()
    guard now.requestFrames > 0 else { return now.frame }
    let elapsed = sampleRate.frames(seconds: Double(crt_monotonic_ns() - now.nanoseconds) / 1e9)
    return now.frame + min(max(elapsed, 0), now.requestFrames) + now.requestFrames
  }
}
