import CRealtime

/// Where a mono signal stands between the speakers, at the same power everywhere. Real-time safe.
public enum Pan {
  /// Linear gains of left and right: cosine and sine of a quarter turn, −3 dB in the middle.
  ///
  /// - Parameter position: −1 left … 1 right; held in this range.
  @_noLocks public static func gains(at position: Float) -> (left: Float, right: Float) {
    if position >= 1 { return (0, 1) }
    if !(position > -1) { return (1, 0) }
    // The middle is the same number on both sides, which a cosine and a sine need not be.
    if position == 0 { return (0.707_106_77, 0.707_106_77) }
    let angle = (Double(position) + 1) * Double.pi / 4
    return (Float(crt_cos(angle)), Float(crt_sin(angle)))
  }
}
