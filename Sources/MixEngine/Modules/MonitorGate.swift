/// Lets a live input through to main's output, or not: a microphone beside a loudspeaker would howl.
///
/// Moves in straight lines of 5 ms; open it changes no bit.
public final class MonitorGate: Module, @unchecked Sendable {
  public static let descriptor = ParameterDescriptor(switch: "monitor", default: true)

  public let monitor: Parameter
  private var gain = Ramp(0)
  private var isFresh = true
  private var lineFrames = 240

  /// - Parameter strip: where it stands: "input.voice" for "input.voice.monitor".
  public init(strip: String, parameters: ParameterTable) {
    monitor =
      parameters.parameter(named: "\(strip).monitor")
      ?? parameters.add(Self.descriptor, address: "\(strip).monitor")
    super.init(address: "\(strip).monitor", parameters: parameters)
  }

  public override var summary: String { monitor.wanted > 0.5 ? "heard" : "not heard" }

  public override func prepare(sampleRate: SampleRate) {
    lineFrames = Int(sampleRate.frames(seconds: 0.005))
  }

  @_noLocks public override func process(_ context: RenderContext) {
    let target: Float = monitor.isOn ? 1 : 0
    isFresh ? gain.jump(to: target) : gain.move(to: target, over: lineFrames)
    isFresh = false
    if gain.rests(at: 1) { return }
    guard let top = context.stack.get(0) else { return context.stack.countMisuse() }
    if top.isExternal, !context.stack.makeOwn(0) { return }
    for c in 0..<top.channelCount { Kernel.apply(gain, to: top[c], frameCount: top.frameCount) }
    gain.advance(top.frameCount)
  }
}
