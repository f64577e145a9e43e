import Synchronization

/// Knows when nothing can sound any more: the last frame of any source, and of what rings on after
/// it. A trivial handle; the renderer owns the memory.
///
/// Sources and the renderer tell it, on the render thread, until when there is sound; others read
/// `endFrame`.
public struct EndClock: BitwiseCopyable, @unchecked Sendable {
  struct State: ~Copyable {
    // Render thread only: the frame after the last that was told.
    var lastSound: Int64 = 0
    /// The frame after the last sound; `Int64.max` while there is more to come. Written by the
    /// render thread (release).
    let endFrame = Atomic<Int64>(.max)
    /// The one source that counts; −1: all. Written by the control thread (relaxed).
    let watched = Atomic<Int32>(-1)
    /// Whether takes end with the sound. Written by the control thread (relaxed).
    let endsTakes = Atomic<Bool>(false)
    /// Frames by which takes are held back. Written by the control thread (relaxed).
    let takeDelay = Atomic<Int64>(0)
  }

  private let state: UnsafeMutablePointer<State>

  static func allocate() -> EndClock {
    let state = UnsafeMutablePointer<State>.allocate(capacity: 1)
    state.initialize(to: State())
    return EndClock(state: state)
  }

  private init(state: UnsafeMutablePointer<State>) { self.state = state }

  func deallocate() {
    state.deinitialize(count: 1)
    state.deallocate()
  }

  /// Longest ringing that is waited for, in seconds: an echo that never dies must not keep a render
  /// going for ever.
  static var longestTail: Double {
    @_noLocks get { 60 }
  }

  // MARK: Control thread

  /// The frame after the last sound, once it has been rendered; nil while there is more to come.
  /// What happens later (a pad, a seek) makes it nil again.
  public var endFrame: Int64? {
    let frame = state.pointee.endFrame.load(ordering: .acquiring)
    return frame == .max ? nil : frame
  }

  /// Makes the end of one source the end of all; nil: all sources count.
  public func watch(_ slot: Int32?) { watch(slot: slot ?? -1) }

  /// As above; −1: all count. The render thread does it where it comes with a program.
  @_noLocks func watch(slot: Int32) { state.pointee.watched.store(slot, ordering: .relaxed) }

  /// Whether takes end by themselves with the sound: where nobody can make more of it.
  public func setEndsTakes(_ ends: Bool) {
    state.pointee.endsTakes.store(ends, ordering: .relaxed)
  }

  /// Lets the end be as much later as takes are held back (`TakeDelay`).
  public func setTakeDelay(_ frames: Int) {
    state.pointee.takeDelay.store(Int64(frames), ordering: .relaxed)
  }

  // MARK: Render thread

  /// There is sound, or something to come, until before a frame. `slot` is the source; −1: it is
  /// something planned.
  @_noLocks func sounds(until frame: Int64, slot: Int32 = -1) {
    let watched = state.pointee.watched.load(ordering: .relaxed)
    if watched >= 0, slot != watched { return }
    if frame > state.pointee.lastSound { state.pointee.lastSound = frame }
  }

  /// The frame after the last sound that was told.
  var soundsUntil: Int64 {
    @_noLocks get { state.pointee.lastSound }
  }

  /// Settles, when a quantum has been made, whether all has ended in it.
  ///
  /// - Parameter tail: frames that what was heard last may ring on.
  /// - Returns: frames of the quantum before the end; all of them while there is none.
  @_noLocks func settle(_ time: Int64, tail: Int64) -> Int {
    let watched = state.pointee.watched.load(ordering: .relaxed)
    // Among all tails are those of what holds takes back.
    let rest = watched >= 0 ? state.pointee.takeDelay.load(ordering: .relaxed) : tail
    let end = state.pointee.lastSound &+ rest
    let next = time &+ Int64(Quantum.frameCount)
    if end > next || state.pointee.lastSound >= next {
      state.pointee.endFrame.store(.max, ordering: .relaxed)
      return Quantum.frameCount
    }
    state.pointee.endFrame.store(end, ordering: .releasing)
    guard state.pointee.endsTakes.load(ordering: .relaxed) else { return Quantum.frameCount }
    return end <= time ? 0 : Int(end &- time)
  }

  /// Whether everything before `time` was quiet, so that tails count.
  @_noLocks func isQuiet(at time: Int64) -> Bool {
    state.pointee.lastSound < time &+ Int64(Quantum.frameCount)
  }
}
