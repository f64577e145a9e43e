import Synchronization

// Pages that are not there: what is told of them, and what was kept of them.
extension FilePlayerState {
  /// Whether a quantum may be made without looking at what was kept.
  @_noLocks func isFreeOfLapses(before frame: Int64) -> Bool {
    guard lapseIndex < lapseCount, let lapses else { return true }
    return lapses[lapseIndex].frame >= frame
  }

  /// Whether the sound that should begin now is held back, as it was when this was kept.
  @_noLocks mutating func isHeldBack(at frame: Int64) -> Bool {
    guard let lapses else { return false }
    skipLapses(before: frame)
    // One at a time: at one frame pages may be missed, and come.
    if lapseIndex < lapseCount, lapses[lapseIndex].frame == frame {
      switch lapses[lapseIndex].kind {
      case .late:
        isHeld = true
        lapseIndex &+= 1
      case .over:
        isHeld = false
        lapseIndex &+= 1
      case .broken: break
      }
    }
    return isHeld
  }

  /// How many frames are left to fade where the sound breaks off now as it did when this was kept;
  /// −1: it does not.
  @_noLocks mutating func takeBreak(at frame: Int64) -> Int {
    guard let lapses else { return -1 }
    skipLapses(before: frame)
    guard lapseIndex < lapseCount, lapses[lapseIndex].frame == frame else { return -1 }
    switch lapses[lapseIndex].kind {
    case .broken: break
    default: return -1
    }
    lapseIndex &+= 1
    return lapses[lapseIndex &- 1].frameCount
  }

  /// What did not meet its frame: somebody has changed what was kept.
  @_noLocks private mutating func skipLapses(before frame: Int64) {
    guard let lapses else { return }
    while lapseIndex < lapseCount, lapses[lapseIndex].frame < frame {
      switch lapses[lapseIndex].kind {
      case .over: isHeld = false
      default: break
      }
      lapseIndex &+= 1
    }
  }

  /// Tells, once, that what should sound does not.
  @_noLocks mutating func tellMiss(
    _ kind: UInt8, at: Int, frameCount: Int = 0, _ context: RenderContext
  ) {
    if isMissing { return }
    isMissing = true
    context.tell(
      RenderEvent(
        .pagesMissed, target: slot, frame: context.time &+ Int64(at), value: Double(frameCount),
        detail: kind))
  }

  /// Nothing keeps it silent any more, or it need not sound.
  @_noLocks mutating func endHush() {
    hush = .none
    isMissing = false
    isHeld = false
  }
}

/// Raw values of `RenderEvent.MissKind`, which the compiler's proof can't look at in another file.
enum MissCode {
  static var broken: UInt8 { @_noLocks get { 0 } }
  static var late: UInt8 { @_noLocks get { 1 } }
}
