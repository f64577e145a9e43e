import CRealtime

/// How loud the two sides of the crossfader are at each of its positions.
///
/// Source: Mixxx's `enginexfader.cpp` for `additive` and `constantPower`. Real-time safe.
public enum CrossfaderCurve: String, BitwiseCopyable, CaseIterable, Sendable {
  /// Each side is full as far as the middle and falls straight beyond it; both full in the middle
  /// (up to +6 dB).
  case additive
  /// The powers of both sides add up to 1 everywhere: −3 dB in the middle.
  case constantPower = "constant-power"
  /// The gains of both sides add up to 1 everywhere: −6 dB in the middle.
  case linear
  /// Each side is full but for the last 2 % of the way.
  case cut

  /// Linear gains of the left and the right side, 0…1.
  ///
  /// - Parameters:
  ///   - position: −1 only the left side … 1 only the right side; held in this range.
  ///   - contour: 0 the curve as named … 1 a cut; held in this range. On the way each side begins to
  ///     fall later.
  @_noLocks public func gains(
    at position: Float, contour: Float = 0
  ) -> (left: Float, right: Float) {
    let x = Double(position >= -1 ? (position < 1 ? position : 1) : -1)
    let c = Double(contour >= 0 ? (contour < 1 ? contour : 1) : 0)
    let latest = 0.96  // 2 % of the way from −1 to 1 are left
    let named = start
    let from = named + (latest - named) * c
    return (fall((x - from) / (1 - from)), fall((-x - from) / (1 - from)))
  }

  /// Position at which the left side begins to fall.
  private var start: Double {
    @_noLocks get {
      switch self {
      case .additive: 0
      case .constantPower, .linear: -1
      case .cut: 0.96
      }
    }
  }

  /// Gain of a side that has gone `way` of its fall: 1 at 0 and below, 0 at 1.
  @_noLocks private func fall(_ way: Double) -> Float {
    if way <= 0 { return 1 }
    if way >= 1 { return 0 }
    switch self {
    case .additive, .linear, .cut: return Float(1 - way)
    case .constantPower:
      let x = 2 * way - 1
      return Float((1 - x) / crt_sqrt(2 * (1 + x * x)))
    }
  }
}
