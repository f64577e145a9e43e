/// What fades out after a cut: the sound that the old position would have gone on with, under a
/// falling gain. Cuts that follow each other closely add up.
struct FilePlayerRest: BitwiseCopyable, @unchecked Sendable {
  let left: UnsafeMutablePointer<Float>
  let right: UnsafeMutablePointer<Float>
  let capacity: Int
  /// The frame that comes next.
  private var next = 0
  /// Frames after the last one.
  private var end = 0

  /// Control thread.
  init(capacity: Int) {
    self.capacity = capacity
    left = .allocate(capacity: capacity)
    left.initialize(repeating: 0, count: capacity)
    right = .allocate(capacity: capacity)
    right.initialize(repeating: 0, count: capacity)
  }

  func deallocate() {
    left.deallocate()
    right.deallocate()
  }

  var isEmpty: Bool { @_noLocks get { next >= end } }

  /// Brings the next frame to index 0 and makes room for `frameCount` frames from there, silent
  /// where nothing was left.
  @_noLocks mutating func makeRoom(_ frameCount: Int) {
    let kept = end &- next
    if next > 0, kept > 0 {
      Kernel.copy(left + next, to: left, frameCount: kept)
      Kernel.copy(right + next, to: right, frameCount: kept)
    }
    next = 0
    end = kept > 0 ? kept : 0
    if frameCount > end {
      Kernel.clear(left + end, frameCount: frameCount &- end)
      Kernel.clear(right + end, frameCount: frameCount &- end)
      end = frameCount
    }
  }

  /// Adds the next frames to what sounds, and goes on.
  ///
  /// - Returns: how many frames there were to add.
  @_noLocks mutating func add(
    to left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, frameCount: Int
  ) -> Int {
    guard next < end else { return 0 }
    let n = frameCount < end &- next ? frameCount : end &- next
    Kernel.mix(self.left + next, into: left, frameCount: n)
    Kernel.mix(self.right + next, into: right, frameCount: n)
    next &+= n
    return n
  }
}
