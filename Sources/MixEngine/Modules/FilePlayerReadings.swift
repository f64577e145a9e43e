import Synchronization

/// What a player is doing, for everybody: written by the render thread (relaxed, each word true by
/// itself), read by any thread.
struct FilePlayerReadings: ~Copyable {
  let state = Atomic<UInt8>(0)
  /// File frame.
  let position = Atomic<Int64>(0)
  let underruns = Atomic<Int>(0)
  /// Written by the control thread, read by the render thread.
  let readAhead = Atomic<Int>(0)
}
