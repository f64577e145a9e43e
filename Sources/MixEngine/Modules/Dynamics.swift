/// Keeps loud sounds within a headroom above a threshold, and lowers soft ones below another.
///
/// Above the threshold the output comes near to threshold + headroom, but never beyond it. Below the
/// expansion's threshold one dB less in are so many dB less out, up to 80 dB.
public final class Dynamics: LevelShaper, @unchecked Sendable {
  public static let descriptors =
    commonDescriptors() + [
      .level("threshold", -40...20, default: -20),
      .level("headroom", 0.1...40, default: 5),
      .ratio("expansion_ratio", 1...50, default: 2),
      .level("expansion_threshold", -80...20, default: -80),
      .attack(default: 1),
      .release(default: 50),
      .level("gain", -40...40, default: 0),
    ]

  public init(address: String, parameters: ParameterTable) {
    super.init(
      address: address, parameters: parameters, word: "dynamics", law: .dynamics,
      descriptors: Self.descriptors)
  }
}
