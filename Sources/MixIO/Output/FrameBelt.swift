import Glibc
import MixEngine
import Synchronization

/// Carries rendered frames to a thread that stores them, so that rendering and writing go on at the
/// same time.
///
/// Pieces come out in the order in which they were put on, each as a whole. One thread puts on;
/// `consume` runs on the belt's own thread. A thread is woken for half of the belt, not for a piece:
/// waking one costs as much as some hundred frames.
final class FrameBelt: @unchecked Sendable {
  /// Frames that a piece has room for.
  static let pieceFrameCount = 4096
  private static let pieceCount = 64
  /// Pieces that are consumed in one go.
  private static let batch = pieceCount / 2

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
  // The putting thread only: pieces put on so far.
  private var piece = 0
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

  /// Where the next piece is to be written, left and right. Waits for it. Nil: `consume` wants no
  /// more.
  func room() -> (left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>)? {
    freed.wait { taken.load(ordering: .acquiring) > piece - Self.pieceCount }
    if hasFailed.load(ordering: .relaxed) { return nil }
    let left = start(of: piece)
    return (left, left + Self.pieceFrameCount)
  }

  /// Puts the piece on that was written to the room.
  func add(_ frameCount: Int) {
    frameCounts[piece % Self.pieceCount] = frameCount
    piece += 1
    put.store(piece, ordering: .releasing)
    if piece % Self.batch == 0 { filled.signal() }
  }

  /// Waits until all pieces are consumed.
  func finish() {
    isOver.store(true, ordering: .releasing)
    filled.signal()
    if let thread { pthread_join(thread, nil) }
    thread = nil
    consume = nil
  }

  private func start(of piece: Int) -> UnsafeMutablePointer<Float> {
    samples + piece % Self.pieceCount * 2 * Self.pieceFrameCount
  }

  private func run() {
    var next = 0
    while true {
      filled.wait {
        put.load(ordering: .acquiring) >= next + Self.batch || isOver.load(ordering: .acquiring)
      }
      // All that is put on is put on before it is over.
      let end = min(put.load(ordering: .acquiring), next + Self.batch)
      if next == end { return }
      while next < end {
        if !hasFailed.load(ordering: .relaxed), let consume {
          let left = start(of: next), count = frameCounts[next % Self.pieceCount]
          if count > 0, !consume(left, left + Self.pieceFrameCount, count) {
            hasFailed.store(true, ordering: .relaxed)
          }
        }
        next += 1
      }
      taken.store(next, ordering: .releasing)
      freed.signal()
    }
  }
}
