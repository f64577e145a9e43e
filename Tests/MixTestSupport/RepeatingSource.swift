import MixEngine

/// Pushes a signal again and again: the given frame 0 is played at every multiple of its length.
public final class RepeatingSource: Module, @unchecked Sendable {
  private let samples: UnsafeMutablePointer<Float>
  private let frameCount: Int

  /// - Parameters:
  ///   - left, right: of the same length, at least one frame.
  public init(_ left: [Float], _ right: [Float]) {
    precondition(!left.isEmpty && left.count == right.count)
    frameCount = left.count
    samples = .allocate(capacity: 2 * frameCount)
    for i in 0..<frameCount {
      samples[i] = left[i]
      samples[frameCount + i] = right[i]
    }
    super.init(address: "player.signal", parameters: ParameterTable())
  }

  deinit { samples.deallocate() }

  @_noLocks override public func process(_ context: RenderContext) {
    guard let buffer = context.stack.push(channelCount: 2) else { return }
    for i in 0..<buffer.frameCount {
      let at = Int((context.time &+ Int64(i)) % Int64(frameCount))
      buffer[0][i] = samples[at]
      buffer[1][i] = samples[frameCount &+ at]
    }
  }
}
