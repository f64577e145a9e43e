import CRealtime

/// One knob that takes away highs on its left and lows on its right, and nothing in the middle.
///
/// On the left a low-pass, on the right a high-pass, both of second order (Q 0.707). The frequency
/// goes over 13…22,050 Hz, exponentially over two decades with its foot at 13 Hz:
/// f(p) = 13 + 22037·(10^(−2(1 − p)) − 0.01) ÷ 0.99, where p is the knob's distance from its left end
/// (low-pass) or from the middle (high-pass). Next to the middle the filter goes over into the
/// sound itself. Source: Mixxx's filter effect.
public enum SweepLaw {
  /// How far from the middle the filter is heard alone.
  public static var edge: Double { @_noLocks get { 0.05 } }

  /// The frequency in Hz at a way of 0…1.
  @_noLocks public static func frequency(_ way: Double) -> Double {
    13 + 22_037 * (crt_pow(10, -2 * (1 - way)) - 0.01) / 0.99
  }

  /// The filter at a position of −1…1. Frequencies are held in 20…20,000 Hz and below 0.45 × rate.
  @_noLocks public static func filter(_ position: Double, rate: Double) -> SweepFilter {
    let size = position < 0 ? 0 - position : position
    let asked = frequency(position < 0 ? 1 - size : size)
    let top = 0.45 * rate < 20_000 ? 0.45 * rate : 20_000
    let held = asked > 20 ? (asked < top ? asked : top) : 20
    let angle = Double.pi * held / rate
    return SweepFilter(
      isHigh: position > 0, slope: crt_sin(angle) / crt_cos(angle),
      share: size < edge ? size / edge : 1)
  }
}
