/// Lowers what lies below a threshold: one dB less in are so many dB less out, up to 80 dB.
public final class Expander: LevelShaper, @unchecked Sendable {
  public static let descriptors =
    commonDescriptors() + [
      .level("threshold", -60...0, default: -45),
      .ratio(default: 2),
      .attack(default: 5),
      .release(default: 120),
      .level("gain", -20...20, default: 0),
    ]

  public init(address: String, parameters: ParameterTable) {
    super.init(
      address: address, parameters: parameters, word: "expander", law: .expansion,
      descriptors: Self.descriptors)
  }
}
