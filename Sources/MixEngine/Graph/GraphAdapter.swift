/// Where a graph's formats did not fit, and what was done about it.
public struct GraphAdapter: Hashable, Sendable {
  public enum Change: Hashable, Sendable {
    /// Heard on both sides, at the same gain.
    case monoToStereo
    /// (left + right) / 2.
    case stereoToMono
    /// Read between its frames; frame 0 stays frame 0, and nothing is late.
    case rate(from: SampleRate, to: SampleRate)

    static func text(ofChannels from: Int, to: Int) -> String {
      func name(_ count: Int) -> String { count == 1 ? "mono" : "stereo" }
      return "\(name(from)) → \(name(to))"
    }

    /// "mono → stereo", "44100 Hz → 48000 Hz".
    public var text: String {
      switch self {
      case .monoToStereo: Self.text(ofChannels: 1, to: 2)
      case .stereoToMono: Self.text(ofChannels: 2, to: 1)
      case .rate(let from, let to): "\(from.hertz) Hz → \(to.hertz) Hz"
      }
    }
  }

  /// The node whose sound is changed behind it; for an output, before it.
  public let address: String
  public let change: Change
}
