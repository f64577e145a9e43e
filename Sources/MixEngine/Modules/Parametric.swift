/// Raises or lowers a band.
public final class Parametric: Filter, @unchecked Sendable {
  public static let descriptors =
    commonDescriptors() + [
      .frequency(default: 2000),
      ParameterDescriptor(
        "q", .none, 0.1...20, default: 1, taper: .logarithmic(low: 0.1, high: 20),
        smoothingMilliseconds: 20),
      ParameterDescriptor("gain", .decibels, -20...20, default: 0, smoothingMilliseconds: 20),
    ]

  public init(address: String, parameters: ParameterTable) {
    super.init(
      address: address, parameters: parameters, word: "parametric", descriptors: Self.descriptors,
      names: ["frequency", "q", "gain"])
  }

  @_noLocks override func design(
    _ frequency: Double, _ q: Double, _ gain: Double, rate: Double
  ) -> BiquadCoefficients {
    .peaking(frequency: frequency, q: q, gain: gain, rate: rate)
  }
}
