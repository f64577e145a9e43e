import Glibc
import MixEngine
import Synchronization

/// Carries rendered frames to a thread that stores them, in a few large pieces, so that rendering
/// and writing go on at the same time.
///
/// The pieces come out in the order in which they were put on, each as a whole. One thread puts on;
/// `consume` runs on the belt's own thread.
final class FrameBelt: @unchecked Sendable {
  /// Frames of a piece. Large: waking a thread costs as much as some hundred frames.
  static let pieceFrameCount = 16384
  private static let pieceCount = 3

  private let samples: UnsafeMutablePointer<Float>
  private let frameCounts: UnsafeMutablePointer<Int>
  /// Pieces put on. Written by the renderer (release), read by the belt (acquire).
  private let put = Atomic<Int>(0)
  /// Pieces that are done with. Written by the belt (release), read by the renderer (acquire).
  private let taken = Atomic<Int>(0)
  private let isOver = Atomic<Bool>(false)
  private let hasFailed = Atomic<Bool>(false)
  private let filled = WaitPoint()
  private let freed = WaitPoint()
  private var thread: pthread_t?
  // The putting thread only.
  private var piece = 0
  private var count = 0
  // The belt's thread only, while it runs.
  private var consume: ((UnsafePointer<Float>, UnsafePointer<Float>, Int) -> Bool)?

  init() {
    samples = .allocate(capacity: 2 * Self.pieceCount * Self.pieceFrameCount)
    frameCounts = .allocate(capacity: Self.pieceCount)
    frameCounts.initialize(repeating: 0, count: Self.pieceCount)
  }

  deinit {
    samples.deallocate()
    frameCounts.deallocate()
  }

  /// Starts the thread. False when there can be no more threads.
  ///
  /// - Parameter consume: gets planar pieces until it returns false. It is let go of in `finish`.
  func start(_ consume: @escaping (UnsafePointer<Float>, UnsafePointer<Float>, Int) -> Bool) -> Bool
  {
    self.consume = consume
    thread = FileThread.spawn("output", self) { $0.run() }
    if thread == nil { self.consume = nil }
    return thread != nil
  }

  /// Where the next frames are to be written: room for `frameCount` of them (at most a piece), left
  /// and right. Waits for it. Nil: `consume` wants no more.
  func room(
    _ frameCount: Int
  ) -> (left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>)? {
    if count + frameCount > Self.pieceFrameCount { handOver() }
    if count == 0 {
      freed.wait {
        taken.load(ordering: .acquiring) > piece - Self.pieceCount
          || hasFailed.load(ordering: .relaxed)
      }
    }
    if hasFailed.load(ordering: .relaxed) { return nil }
    let left = start(of: piece) + count
    return (left, left + Self.pieceFrameCount)
  }

  /// Puts the frames on that were written to the room.
  func add(_ frameCount: Int) { count += frameCount }

  /// Hands over what is left, and waits until all of it is consumed.
  func finish() {
    if count > 0 { handOver() }
    isOver.store(true, ordering: .releasing)
    filled.signal()
    if let thread { pthread_join(thread, nil) }
    thread = nil
    consume = nil
  }

  private func start(of piece: Int) -> UnsafeMutablePointer<Float> {
    samples + piece % Self.pieceCount * 2 * Self.pieceFrameCount
  }

  private func handOver() {
    frameCounts[piece % Self.pieceCount] = count
    piece += 1
    count = 0
    put.store(piece, ordering: .releasing)
    filled.signal()
  }

  private func run() {
    var next = 0
    while true {
      filled.wait {
        put.load(ordering: .acquiring) > next || isOver.load(ordering: .acquiring)
      }
      // All that is put on is put on before it is over.
      guard put.load(ordering: .acquiring) > next else { return }
      if !hasFailed.load(ordering: .relaxed), let consume {
        let left = start(of: next)
        if !consume(left, left + Self.pieceFrameCount, frameCounts[next % Self.pieceCount]) {
          hasFailed.store(true, ordering: .relaxed)
        }
      }
      next += 1
      taken.store(next, ordering: .releasing)
      freed.signal()
    }
  }
}
