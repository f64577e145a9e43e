extension ParameterDescriptor {
  /// A frequency in Hz: 20…20,000 whatever the rate, and held below 0.45 × rate where it is used.
  /// A control covers it by equal intervals.
  static func frequency(_ name: String = "frequency", default defaultValue: Float) -> Self {
    ParameterDescriptor(
      name, .hertz, 20...20_000, default: defaultValue,
      taper: .logarithmic(low: 20, high: 20_000), smoothingMilliseconds: 20)
  }
}
