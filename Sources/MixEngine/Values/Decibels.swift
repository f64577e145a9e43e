import CRealtime

/// A ratio of amplitudes on the scale that people write: 20·log10(gain). −∞ is silence.
public struct Decibels: BitwiseCopyable, Hashable, Comparable, Sendable {
  public var value: Double

  @_noLocks public init(_ value: Double) { self.value = value }

  /// The level of a linear gain; gains of 0 and below are −∞ dB.
  @_noLocks public init(gain: Double) {
    value = gain > 0 ? 20 * crt_log10(gain) : -.infinity
  }

  /// Linear amplitude factor: 1 is unity, 0 is silence. Exactly 1 at 0 dB.
  public var gain: Float {
    @_noLocks get { Float(crt_pow(10, value / 20)) }
  }

  @_noLocks public static func < (a: Decibels, b: Decibels) -> Bool { a.value < b.value }
}
