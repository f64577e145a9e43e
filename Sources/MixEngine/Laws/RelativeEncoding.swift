/// How an endless encoder says how far it was turned. Named after what one click right and one click
/// left send.
public enum RelativeEncoding: String, CaseIterable, Sendable {
  /// Two's complement of seven bits: 1…63 right, 127…64 left.
  case twosComplement = "1/127"
  /// Distance from 64.
  case offset = "65/63"
  /// Sign and magnitude: 1…63 right, 65…127 left.
  case signMagnitude = "1/65"
}
