/// How an endless encoder says how far it was turned. Named after what one click right and one click
/// left send.
///
/// The number of clicks is kept, not only their side: a fast turn sends few messages with large
/// numbers. Source: the encodings of Mixxx's mappings and of controllers' implementation charts.
public enum RelativeEncoding: String, CaseIterable, Sendable {
  /// Two's complement: 1…63 right, 127…64 left.
  case twosComplement = "1/127"
  /// Distance from 64.
  case offset = "65/63"
  /// Sign and magnitude: 1…63 right, 65…127 left; 64 is no click.
  case signMagnitude = "1/65"

  /// Clicks of a 7-bit value, right is positive.
  ///
  /// - Parameter value: 0…127; of larger and negative numbers the lower seven bits count.
  public func clicks(coarse value: Int) -> Int { clicks(value & 127, half: 64) }

  /// Clicks of a 14-bit value, right is positive: the same encodings with a middle of 8192, e.g. two's
  /// complement with 1 right and 16383 left, as jog wheels send.
  ///
  /// - Parameter value: 0…16383; of larger and negative numbers the lower fourteen bits count.
  public func clicks(fine value: Int) -> Int { clicks(value & 16383, half: 8192) }

  private func clicks(_ value: Int, half: Int) -> Int {
    switch self {
    case .twosComplement: value < half ? value : value - 2 * half
    case .offset: value - half
    case .signMagnitude: value < half ? value : half - value
    }
  }
}
