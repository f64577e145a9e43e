extension ParameterDescriptor {
  /// How long it takes to follow a sound that becomes louder.
  static func attack(default defaultValue: Float) -> Self {
    ParameterDescriptor(
      "attack_ms", .milliseconds, 0.1...200, default: defaultValue,
      taper: .logarithmic(low: 0.1, high: 200))
  }

  /// How long it takes to follow a sound that becomes softer.
  static func release(default defaultValue: Float) -> Self {
    ParameterDescriptor(
      "release_ms", .milliseconds, 10...3000, default: defaultValue,
      taper: .logarithmic(low: 10, high: 3000))
  }

  /// A number of dB that moves to its new value in 20 ms.
  static func level(
    _ name: String, _ range: ClosedRange<Float>, default defaultValue: Float
  ) -> Self {
    ParameterDescriptor(
      name, .decibels, range, default: defaultValue, smoothingMilliseconds: 20)
  }

  /// How many dB become one, or one how many.
  static func ratio(
    _ name: String = "ratio", _ range: ClosedRange<Float> = 1...20, default defaultValue: Float
  ) -> Self {
    ParameterDescriptor(
      name, .none, range, default: defaultValue,
      taper: .logarithmic(low: range.lowerBound, high: range.upperBound),
      smoothingMilliseconds: 20)
  }

  /// A value held in the range; `other` if it is not a number.
  @_noLocks static func hold(
    _ value: Float, _ low: Float, _ high: Float, else other: Float
  ) -> Float {
    if value >= high { return high }
    if value > low { return value }
    return value == value ? low : other
  }
}
