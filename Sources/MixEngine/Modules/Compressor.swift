/// Lowers what lies above a threshold: so many dB more in are one dB more out.
public final class Compressor: LevelShaper, @unchecked Sendable {
  public static let descriptors =
    commonDescriptors() + [
      .level("threshold", -60...0, default: -20),
      .ratio(default: 3),
      .attack(default: 5),
      .release(default: 120),
      .level("gain", -20...20, default: 0),
    ]

  public init(address: String, parameters: ParameterTable) {
    super.init(
      address: address, parameters: parameters, word: "compressor", law: .compression,
      descriptors: Self.descriptors)
  }
}
