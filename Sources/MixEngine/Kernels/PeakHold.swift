/// The greatest of the last so many samples: an envelope that rises at once, stays as long as a peak
/// is young, and then falls to the next greatest.
///
/// Of a steady tone it is exactly flat, as soon as half a period fits in. It keeps the samples that
/// no later one exceeds, oldest first; so they fall. Cost: a sample enters and leaves once.
/// A trivial handle: the owner has the memory. Thread: the owner's.
public struct PeakHold: BitwiseCopyable, @unchecked Sendable {
  /// A sample and until when it counts.
  public struct Peak: BitwiseCopyable {
    var value: Float = 0
    var end: Int64 = 0

    @_noLocks public init() {}
    @_noLocks init(_ value: Float, until end: Int64) {
      self.value = value
      self.end = end
    }
  }

  private let memory: UnsafeMutablePointer<Peak>
  private let mask: Int
  private let frameCount: Int64
  private var first = 0
  private var count = 0
  private var now: Int64 = 0

  /// How much memory a window of so many frames needs: a power of two.
  public static func capacity(for frameCount: Int) -> Int {
    var capacity = 1
    while capacity <= frameCount { capacity *= 2 }
    return capacity
  }

  /// - Parameters:
  ///   - memory: `capacity(for: frameCount)` peaks.
  ///   - frameCount: length of the window, this sample among them: 1 or more.
  @_noLocks public init(memory: UnsafeMutablePointer<Peak>, capacity: Int, frameCount: Int) {
    self.memory = memory
    mask = capacity &- 1
    self.frameCount = Int64(frameCount)
  }

  /// The greatest sample now; 0 of none.
  public var value: Float { @_noLocks get { count > 0 ? memory[first].value : 0 } }

  /// Forgets all samples.
  @_noLocks public mutating func reset() { count = 0 }

  /// Takes a sample, which is not negative, and gives the greatest of the window.
  @_noLocks public mutating func next(_ x: Float) -> Float {
    while count > 0 {
      if memory[(first &+ count &- 1) & mask].value > x { break }
      count &-= 1
    }
    if count > 0, memory[first].end <= now {
      first = (first &+ 1) & mask
      count &-= 1
    }
    memory[(first &+ count) & mask] = Peak(x, until: now &+ frameCount)
    count &+= 1
    now &+= 1
    return memory[first].value
  }
}
