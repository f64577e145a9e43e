/// Takes away what lies below a frequency, 12 dB an octave.
public final class Highpass: Filter, @unchecked Sendable {
  public static let descriptors =
    commonDescriptors() + [
      .frequency(default: 6900),
      ParameterDescriptor("resonance", .decibels, -20...40, default: 0, smoothingMilliseconds: 20),
    ]

  public init(address: String, parameters: ParameterTable) {
    super.init(
      address: address, parameters: parameters, word: "highpass", descriptors: Self.descriptors,
      names: ["frequency", "resonance"])
  }

  @_noLocks override func design(
    _ frequency: Double, _ resonance: Double, _: Double, rate: Double
  ) -> BiquadCoefficients {
    .highPass(frequency: frequency, resonance: resonance, rate: rate)
  }
}
