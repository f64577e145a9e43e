/// How the balance of a stereo signal divides it. Real-time safe.
public enum BalanceLaw: String, BitwiseCopyable, CaseIterable, Sendable {
  /// One side falls in a straight line, the other stays: 0 dB in the middle, which changes no bit.
  case linear
  /// Both move at the same total power: −3 dB in the middle.
  case constantPower = "constant-power"

  /// Linear gains of left and right.
  ///
  /// - Parameter position: −1 left … 1 right; held in this range.
  @_noLocks public func gains(at position: Float) -> (left: Float, right: Float) {
    switch self {
    case .linear:
      if position > 0 { return (position < 1 ? 1 - position : 0, 1) }
      return (1, position >= -1 ? 1 + position : 0)
    case .constantPower:
      return Pan.gains(at: position)
    }
  }
}
