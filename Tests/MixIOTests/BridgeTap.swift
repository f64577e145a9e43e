import Glibc
import MixTestSupport
import Synchronization

@testable import MixEngine

/// Takes what is written into a bridge out of its ring, frame by frame, instead of a reader that
/// follows a clock.
final class BridgeTap {
  let bridge: ClockBridge
  /// What was written so far, interleaved.
  private(set) var heard: [Float] = []

  init(_ bridge: ClockBridge) { self.bridge = bridge }

  var frameCount: Int { heard.count / 2 }

  func drain() {
    let memory = bridge.writer.memory
    let written = memory.counters.pointee.written.load(ordering: .acquiring)
    for frame in Int64(frameCount)..<max(written, Int64(frameCount)) {
      heard.append(memory.left[memory.index(frame)])
      heard.append(memory.right[memory.index(frame)])
    }
    memory.counters.pointee.consumed.store(written, ordering: .releasing)
  }

  /// Waits for a condition, and drains meanwhile.
  func wait(limit: Duration = .seconds(30), _ condition: () throws -> Bool) rethrows -> Bool {
    try waitUntil(limit: limit) {
      drain()
      return try condition()
    }
  }

  /// Waits until so many frames more have come.
  func waitForFrames(_ more: Int) -> Bool {
    let goal = frameCount + more
    return wait { frameCount >= goal }
  }
}
