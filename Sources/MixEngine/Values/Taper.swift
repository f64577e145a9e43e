import CRealtime

/// How the way of a control, 0…1, covers the values of a parameter; positions outside of 0…1 go on
/// in the same manner, so that every value has its position.
///
/// Real-time safe.
public enum Taper: BitwiseCopyable, Sendable {
  /// Equal ways are equal differences.
  case linear(low: Float, high: Float)
  /// Equal ways are equal ratios (frequencies, times); both ends above 0.
  case logarithmic(low: Float, high: Float)
  /// The audio taper, in dB: −∞ at 0, 0 dB at `unity`, `top` dB at 1.
  ///
  /// Below unity the gain is (10^((m − p·m/n)/20) − k)/(1 − k) with m = `floor`, n = `unity`,
  /// k = 10^(m/20); above it goes straight in dB. Source: Mixxx's audio taper potentiometer.
  /// - floor: below 0; the nearer to 0, the straighter the lower part.
  case fader(floor: Float, top: Float, unity: Float)

  /// The value at a position.
  @_noLocks public func value(at position: Float) -> Float {
    switch self {
    case .linear(let low, let high):
      return position == 1 ? high : low + (high - low) * position
    case .logarithmic(let low, let high):
      if position == 0 { return low }
      if position == 1 { return high }
      return Float(Double(low) * crt_pow(Double(high) / Double(low), Double(position)))
    case .fader(let floor, let top, let unity):
      let p = Double(position), m = Double(floor), n = Double(unity)
      if p <= 0 { return -.infinity }
      if p >= n { return Float((p - n) * Taper.slope(floor: m, top: Double(top), unity: n)) }
      let k = crt_pow(10, m / 20)
      let gain = (crt_pow(10, (m - p * m / n) / 20) - k) / (1 - k)
      return Float(20 * crt_log10(gain))
    }
  }

  /// The position that has a value.
  @_noLocks public func position(of value: Float) -> Float {
    switch self {
    case .linear(let low, let high):
      return high == low ? 0 : (value - low) / (high - low)
    case .logarithmic(let low, let high):
      guard value > 0 else { return 0 }
      return Float(
        crt_log10(Double(value) / Double(low)) / crt_log10(Double(high) / Double(low)))
    case .fader(let floor, let top, let unity):
      let m = Double(floor), n = Double(unity), v = Double(value)
      if v >= 0 { return Float(n + v / Taper.slope(floor: m, top: Double(top), unity: n)) }
      if value == -.infinity { return 0 }
      let k = crt_pow(10, m / 20)
      let gain = crt_pow(10, v / 20) * (1 - k) + k
      return Float((m - 20 * crt_log10(gain)) * n / m)
    }
  }

  /// dB a unit of way above unity; a fader that ends at 0 dB goes on as steeply as it fell.
  @_noLocks private static func slope(floor: Double, top: Double, unity: Double) -> Double {
    unity < 1 && top > 0 ? top / (1 - unity) : -floor
  }
}
