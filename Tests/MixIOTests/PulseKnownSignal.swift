import CRealtime
import MixEngine
import MixTestSupport

/// A signal of which every frame tells where it belongs: noise on the left that never repeats within
/// 21 s, the frame's number on the right.
///
/// What a server's monitor heard can so be compared with what was rendered, frame by frame.
struct PulseKnownSignal {
  static let frameCount = 1 << 20
  let left: [Float]

  init(seed: UInt64 = 1) {
    left = Signals.noise(Self.frameCount, seed: seed, amplitude: 0.5)
  }

  /// What the render thread reads; the renderer keeps it alive.
  private final class Memory: Module, @unchecked Sendable {
    let samples: UnsafeMutablePointer<Float>
    /// Nanoseconds by which the next cycle is too long.
    let delay: UnsafeMutablePointer<Int64>

    init(_ left: [Float], delay: Int64) {
      samples = .allocate(capacity: left.count)
      samples.initialize(from: left, count: left.count)
      self.delay = .allocate(capacity: 1)
      self.delay.initialize(to: delay)
      super.init(address: "signal", parameters: ParameterTable())
    }

    deinit {
      samples.deallocate()
      delay.deallocate()
    }
  }

  /// Lets a renderer make it, beginning at the render clock's frame 0.
  ///
  /// - Parameter slowOnce: nanoseconds by which the first cycle is too long.
  func play(on renderer: Renderer, slowOnce: Int64 = 0) {
    let memory = Memory(left, delay: slowOnce)
    nonisolated(unsafe) let samples = memory.samples
    nonisolated(unsafe) let delay = memory.delay
    @_noLocks @Sendable func block(_ context: RenderContext) {
      let end = crt_monotonic_ns() &+ delay.pointee
      while delay.pointee > 0, crt_monotonic_ns() < end {}
      delay.pointee = 0
      guard let buffer = context.stack.push() else { return }
      let left = buffer.left, right = buffer.right
      for i in 0..<context.frameCount {
        let frame = Int(truncatingIfNeeded: context.time) &+ i
        left[i] = samples[frame & ((1 &<< 20) &- 1)]
        right[i] = Float(Int32(truncatingIfNeeded: frame)) / 8_388_608
      }
      context.output()
      context.stack.pop()
    }
    renderer.setBlock(keepingAlive: [memory], block)
  }

  /// The frame that was heard, if it was heard as it was rendered.
  func index(left: Float, right: Float) -> Int? {
    guard let index = Signals.index(of: right), index >= 0, index < Self.frameCount,
      self.left[index] == left, left != 0 || right != 0
    else { return nil }
    return index
  }

  /// A stretch of frames that were heard one after the other.
  struct Piece: Equatable {
    /// Where it lies in what was heard.
    var position: Int
    /// The first frame.
    var first: Int
    var count: Int
    var end: Int { first + count }
  }

  /// The stretches of at least `least` frames in what was heard.
  func pieces(in interleaved: [Float], least: Int = 32) -> [Piece] {
    var all: [Piece] = []
    var last: Piece?
    for position in 0..<interleaved.count / 2 {
      let found = index(left: interleaved[2 * position], right: interleaved[2 * position + 1])
      if let found, let piece = last, found == piece.end {
        last?.count += 1
        continue
      }
      if let piece = last, piece.count >= least { all.append(piece) }
      last = found.map { Piece(position: position, first: $0, count: 1) }
    }
    if let piece = last, piece.count >= least { all.append(piece) }
    return all
  }
}
