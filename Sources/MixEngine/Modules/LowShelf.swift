/// Raises or lowers everything below a frequency.
public final class LowShelf: Filter, @unchecked Sendable {
  public static let descriptors =
    commonDescriptors() + [
      .frequency(default: 80),
      ParameterDescriptor("gain", .decibels, -40...40, default: 0, smoothingMilliseconds: 20),
    ]

  public init(address: String, parameters: ParameterTable) {
    super.init(
      address: address, parameters: parameters, word: "lowshelf", descriptors: Self.descriptors,
      names: ["frequency", "gain"])
  }

  @_noLocks override func design(
    _ frequency: Double, _ gain: Double, _: Double, rate: Double
  ) -> BiquadCoefficients {
    .lowShelf(frequency: frequency, gain: gain, rate: rate)
  }
}
