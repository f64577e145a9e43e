/// What a closure on the render thread was called with; read when nothing renders. It has its room
/// from the beginning: the render thread allocates nothing.
final class FrameLog: @unchecked Sendable {
  private static let capacity = 256
  private let entries = UnsafeMutablePointer<(frame: Int64, length: Int)>.allocate(
    capacity: capacity)
  private var count = 0
  private(set) var mismatches = 0

  deinit { entries.deallocate() }

  var frames: [Int64] { (0..<count).map { entries[$0].frame } }
  var lengths: [Int] { (0..<count).map { entries[$0].length } }

  func add(_ frame: Int64, _ length: Int) {
    guard count < 256 else { return mismatch() }
    (entries + count).initialize(to: (frame, length))
    count += 1
  }

  func mismatch() { mismatches += 1 }
}
