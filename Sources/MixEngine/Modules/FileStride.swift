/// The file frames that one frame of the engine goes on by: a step in 2⁻³² frames and what such steps
/// leave over, so that an hour of a file lasts an hour to the frame.
struct FileStride: BitwiseCopyable, Sendable {
  /// The whole part, of either sign.
  let step: Int64
  /// What is left over each frame, in units of 2⁻³² ÷ `base` frames.
  private let rest: Int64
  private let base: Int64
  /// What has been left over so far, less than `base`.
  private var carried: Int64 = 0

  /// Stands still.
  @_noLocks init() {
    step = 0
    rest = 0
    base = 1
  }

  /// - Parameters:
  ///   - fileRate, engineRate: frames a second, 1…768,000. Steps beyond 16 frames are held there.
  @_noLocks init(fileRate: Int, engineRate: Int) {
    let scaled = Int64(fileRate) &<< 32
    let whole = scaled / Int64(engineRate)
    let limit: Int64 = 16 &<< 32
    step = whole < limit ? whole : limit
    rest = whole < limit ? scaled % Int64(engineRate) : 0
    base = Int64(engineRate)
  }

  /// Whether it goes from frame to frame, so that they can be copied.
  var isOneFrame: Bool { @_noLocks get { step == 1 &<< 32 && rest == 0 } }

  /// Goes on by `count` frames of the engine (0 ≤ count < 2³¹).
  @_noLocks mutating func advance(_ position: inout FramePosition, count: Int) {
    position.advance(by: step, count: count)
    if rest == 0 { return }
    carried &+= rest &* Int64(count)
    position.advance(by: carried / base)
    carried %= base
  }

  /// Goes back by `count` frames, to the nearest 2⁻³² of a frame for each.
  @_noLocks func retreat(_ position: inout FramePosition, count: Int) {
    position.advance(by: 0 &- step, count: count)
  }

  /// How many frames of the engine, at most `limit`, lie before a frame of the file.
  @_noLocks func frames(from position: FramePosition, until boundary: Int64, limit: Int) -> Int {
    let distance = boundary &- position.frame
    if distance <= 0 { return 0 }
    if isOneFrame { return distance < Int64(limit) ? Int(distance) : limit }
    // Beyond what `limit` steps can reach.
    if step <= 0 || distance > Int64(limit) &* (step &>> 32 &+ 1) &+ 1 { return limit }
    let parts = distance &<< 32 &- Int64(position.fraction)
    var count = (parts &+ step &- 1) / step
    // What is left over adds up: perhaps one frame fewer.
    while count > 0,
      (count &- 1) &* step &+ (carried &+ (count &- 1) &* rest) / base >= parts
    {
      count &-= 1
    }
    return count < Int64(limit) ? Int(count) : limit
  }
}
