/// A low-pass or high-pass of second order with Q √½, and how much of it is heard beside the sound
/// itself.
public struct SweepFilter: BitwiseCopyable, Sendable {
  /// Lows are taken away, not highs.
  public var isHigh: Bool
  /// tan(π × frequency ÷ rate).
  public var slope: Double
  /// 0 the sound itself, 1 the filter alone.
  public var share: Double

  @_noLocks public init(isHigh: Bool, slope: Double, share: Double) {
    self.isHigh = isHigh
    self.slope = slope
    self.share = share
  }

  /// Its memory: two integrators, left and right in the lanes. The owner's thread.
  public struct State: BitwiseCopyable, Sendable {
    var first = SIMD2<Double>.zero
    var second = SIMD2<Double>.zero

    @_noLocks public init() {}

    /// Forgets everything.
    @_noLocks public mutating func reset() { self = State() }
  }
}
