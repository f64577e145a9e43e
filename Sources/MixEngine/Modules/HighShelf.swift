/// Raises or lowers everything above a frequency.
public final class HighShelf: Filter, @unchecked Sendable {
  public static let descriptors =
    commonDescriptors() + [
      .frequency(default: 10_000),
      ParameterDescriptor("gain", .decibels, -40...40, default: 0, smoothingMilliseconds: 20),
    ]

  public init(address: String, parameters: ParameterTable) {
    super.init(
      address: address, parameters: parameters, word: "highshelf", descriptors: Self.descriptors,
      names: ["frequency", "gain"])
  }

  @_noLocks override func design(
    _ frequency: Double, _ gain: Double, _: Double, rate: Double
  ) -> BiquadCoefficients {
    .highShelf(frequency: frequency, gain: gain, rate: rate)
  }
}
