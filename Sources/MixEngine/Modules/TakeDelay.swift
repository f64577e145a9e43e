/// Holds sound back on its way to takes, so that it meets a live input where a person heard it.
///
/// Who sings to a song hears it late, and is heard later still: by then the song has gone on. Takes
/// of everything else are held back by as much. Edits the top, mono or stereo; at 0 frames it
/// changes no bit. The delay moves only while nothing is taken: it moves with a step.
public final class TakeDelay: Module, @unchecked Sendable {
  /// Frames by which takes may be held back: five seconds at 192 kHz.
  public static var most: Int { @_noLocks get { 1 &<< 20 } }

  /// In frames. Set by whoever measures; people don't.
  public static let descriptor = ParameterDescriptor(
    "take_delay", .none, 0...Float(TakeDelay.most), default: 0)

  /// The parameter's address: of "session" it is "session.take_delay".
  public static func address(_ object: String) -> String { "\(object).\(descriptor.name)" }

  private let delay: Parameter
  private let line: UnsafeMutablePointer<Float>
  private let capacity: Int
  private var at = 0

  /// - Parameters:
  ///   - delay: of `descriptor`; several may share one.
  ///   - frameCount: the most that it will be.
  public init(
    address: String, parameters: ParameterTable, delay: Parameter, frameCount: Int
  ) {
    self.delay = delay
    capacity = min(max(frameCount, 0), TakeDelay.most) + Quantum.frameCount
    line = .allocate(capacity: 2 * capacity)
    line.initialize(repeating: 0, count: 2 * capacity)
    super.init(address: address, parameters: parameters)
  }

  deinit { line.deallocate() }

  public override var summary: String { "\(Int(delay.wanted)) frames" }

  @_noLocks public override func process(_ context: RenderContext) {
    guard let top = context.stack.get(0) else { return context.stack.countMisuse() }
    if top.isExternal, !context.stack.makeOwn(0) { return }
    let wanted = delay.value > 0 ? Int(delay.value) : 0
    let most = capacity &- Quantum.frameCount
    let frames = wanted < most ? wanted : most
    setTail(frames)
    let count = top.frameCount
    for c in 0..<(top.channelCount < 2 ? top.channelCount : 2) {
      let channel = line + c &* capacity
      var write = at, read = at &- frames
      if read < 0 { read &+= capacity }
      for i in 0..<count {
        channel[write] = top[c][i]
        top[c][i] = channel[read]
        write = write &+ 1 == capacity ? 0 : write &+ 1
        read = read &+ 1 == capacity ? 0 : read &+ 1
      }
    }
    at = (at &+ count) % capacity
  }

  @_noLocks public override func reset() { Kernel.clear(line, frameCount: 2 &* capacity) }
}
