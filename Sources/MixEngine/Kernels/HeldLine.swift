/// A place between 0 and 1 that goes up while something is so, stays for a while after it was so last,
/// and then goes down: the way of a gate or of a duck.
///
/// Up and down it goes in straight lines; a turn on the way goes back as steeply. A plain value;
/// thread: the owner's; real-time safe.
struct HeldLine: BitwiseCopyable {
  /// Steps a frame.
  private var up = 1.0
  private var down = 1.0
  private var holdFrames = 0
  private var place: Double
  /// Frames for which it still stays.
  private var stay = 0

  /// - Parameter place: where it begins.
  @_noLocks init(at place: Double) { self.place = place }

  /// How long its whole ways take, at least a frame each, and how long it stays: in milliseconds.
  @_noLocks mutating func set(
    up: Float, hold: Float, down: Float, rate: Double
  ) {
    self.up = 1 / HeldLine.frames(up, rate)
    self.down = 1 / HeldLine.frames(down, rate)
    holdFrames = Int(HeldLine.frames(hold, rate) + 0.5)
    if stay > holdFrames { stay = holdFrames }
  }

  /// Goes to an end at once; at the upper one it stays as if it had come there now.
  @_noLocks mutating func jump(up isUp: Bool) {
    place = isUp ? 1 : 0
    stay = isUp ? holdFrames : 0
  }

  /// The place of the next frame.
  ///
  /// - Parameters:
  ///   - isSo: whether what it waits for is so.
  ///   - isForced: goes up all the same, without staying after it.
  @_noLocks mutating func next(_ isSo: Bool, isForced: Bool = false) -> Double {
    var rises = isForced
    if isSo {
      stay = holdFrames
      rises = true
    } else if stay > 0 {
      stay &-= 1
      rises = true
    }
    place += rises ? up : 0 - down
    if place >= 1 { place = 1 }
    if place < 0 { place = 0 }
    return place
  }

  @_noLocks private static func frames(_ milliseconds: Float, _ rate: Double) -> Double {
    let frames = Double(milliseconds) * 0.001 * rate
    return frames > 1 ? frames : 1
  }
}
