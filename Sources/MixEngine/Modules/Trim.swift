/// The gain at the begin of a strip, which brings inputs to the same level.
///
/// Moves in straight lines of 5 ms. At 0 dB it costs nothing and changes no bit.
public final class Trim: Module, @unchecked Sendable {
  public static let descriptors: [ParameterDescriptor] = [
    ParameterDescriptor(
      "trim", .decibels, -24...24, default: 0, taper: .linear(low: -12, high: 12),
      smoothingMilliseconds: 5)
  ]

  public let trim: Parameter
  /// The render thread's end, which lives as long as this object.
  public let handle: TrimHandle

  /// - Parameter strip: where it stands: "player.a" for "player.a.trim", which is the module's
  ///   address, too.
  public init(strip: String, parameters: ParameterTable) {
    trim = parameters.add(Self.descriptors[0], address: "\(strip).trim")
    let state = UnsafeMutablePointer<TrimHandle.State>.allocate(capacity: 1)
    state.initialize(to: .init(trim: trim))
    handle = TrimHandle(state: state)
    super.init(address: "\(strip).trim", parameters: parameters)
  }

  deinit { handle.state.deallocate() }

  public override var summary: String { Self.descriptors[0].text(trim.wanted) }

  public override func prepare(sampleRate: SampleRate) {
    handle.state.pointee.lineFrames = Int(sampleRate.frames(seconds: 0.005))
  }

  @_noLocks public override func process(_ context: RenderContext) {
    handle.update()
    handle.apply(to: context.stack)
  }
}
