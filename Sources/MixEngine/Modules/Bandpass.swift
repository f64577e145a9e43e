/// Lets a band through: 0 dB at its centre.
public final class Bandpass: Filter, @unchecked Sendable {
  public static let descriptors =
    commonDescriptors() + [
      .frequency(default: 5000),
      ParameterDescriptor(
        "bandwidth", .cents, 100...12_000, default: 600,
        taper: .logarithmic(low: 100, high: 12_000), smoothingMilliseconds: 20),
    ]

  public init(address: String, parameters: ParameterTable) {
    super.init(
      address: address, parameters: parameters, word: "bandpass", descriptors: Self.descriptors,
      names: ["frequency", "bandwidth"])
  }

  @_noLocks override func design(
    _ frequency: Double, _ bandwidth: Double, _: Double, rate: Double
  ) -> BiquadCoefficients {
    .bandPass(frequency: frequency, bandwidth: bandwidth, rate: rate)
  }
}
