/// What a module sees of one quantum. Only a renderer makes it: who holds one is on the render
/// thread. Trivial: passed by value, it costs no reference counting.
public struct RenderContext: BitwiseCopyable, @unchecked Sendable {
  public let stack: BufferStack
  /// Frames of this quantum, or of the part of it that a `subBlock` makes.
  public let frameCount: Int
  public let sampleRate: SampleRate
  /// The render clock's frame of the first frame.
  public let time: Int64
  /// Whether this is rendered as fast as it goes, to a file: waiting is then better than silence.
  public let isOffline: Bool
  public let outputs: UnsafePointer<OutputBuffer>
  public let outputCount: Int
  let mailbox: Mailbox
  let ending: EndClock

  @_noLocks init(
    stack: BufferStack, frameCount: Int, sampleRate: SampleRate, time: Int64, isOffline: Bool,
    outputs: UnsafePointer<OutputBuffer>, outputCount: Int, mailbox: Mailbox, ending: EndClock
  ) {
    self.stack = stack
    self.frameCount = frameCount
    self.sampleRate = sampleRate
    self.time = time
    self.isOffline = isOffline
    self.outputs = outputs
    self.outputCount = outputCount
    self.mailbox = mailbox
    self.ending = ending
  }

  /// Adds the sum of the top entries to an output (0 is main) and leaves them on the stack.
  ///
  /// - Parameters:
  ///   - count: 0 or more than there are: all.
  ///   - range: which of its channels; nil: all.
  @_noLocks public func output(_ count: Int = 0, to index: Int = 0, range: ChannelRange? = nil) {
    guard index >= 0, index < outputCount else { return stack.countMisuse() }
    let output = outputs[index]
    stack.mix(
      count, into: output.channels, outputChannelCount: output.channelCount, range: range)
  }

  /// Renders a part of the quantum: `body` sees a context of `frameCount` frames that begin
  /// `offset` frames later, with outputs moved accordingly; entries pushed in it are as short.
  /// Everything is as before when it returns.
  @inlinable public func subBlock(
    offset: Int, frameCount: Int, _ body: (RenderContext) -> Void
  ) {
    guard let part = beginSubBlock(offset: offset, frameCount: frameCount) else { return }
    body(part)
    endSubBlock(offset: offset)
  }

  @_noLocks @usableFromInline func beginSubBlock(offset: Int, frameCount: Int) -> RenderContext? {
    guard offset >= 0, frameCount >= 0, offset &+ frameCount <= self.frameCount else {
      stack.countMisuse()
      return nil
    }
    shiftOutputs(by: offset)
    stack.setFrameCount(frameCount)
    stack.setTimestamp(time &+ Int64(offset))
    return RenderContext(
      stack: stack, frameCount: frameCount, sampleRate: sampleRate, time: time &+ Int64(offset),
      isOffline: isOffline, outputs: outputs, outputCount: outputCount, mailbox: mailbox,
      ending: ending)
  }

  @_noLocks @usableFromInline func endSubBlock(offset: Int) {
    shiftOutputs(by: 0 &- offset)
    stack.setFrameCount(frameCount)
    stack.setTimestamp(time)
  }

  @_noLocks private func shiftOutputs(by frames: Int) {
    for o in 0..<outputCount {
      for c in 0..<outputs[o].channelCount { outputs[o].channels[c] += frames }
    }
  }

  /// Tells the other threads of something; `mailbox` counts what finds no room.
  @_noLocks public func tell(_ event: RenderEvent) { mailbox.tell(event) }
}
