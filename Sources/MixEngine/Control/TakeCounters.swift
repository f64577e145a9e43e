import Synchronization

/// How a recorder's take stands, for any thread. Written by the render thread (relaxed).
public struct TakeCounters: ~Copyable, Sendable {
  let isTaking = Atomic<Bool>(false)
  let isPaused = Atomic<Bool>(false)
  let frameCount = Atomic<Int>(0)
  let clippedSampleCount = Atomic<Int>(0)
  let gapFrameCount = Atomic<Int>(0)
  let lostFrameCount = Atomic<Int>(0)
  let takeCount = Atomic<Int>(0)
  let missedMarkCount = Atomic<Int>(0)
}
