/// The memory of a stereo second-order filter (transposed direct form II); left and right in the
/// lanes. Thread: the owner's.
public struct BiquadState: BitwiseCopyable, Sendable {
  var z1 = SIMD2<Double>.zero
  var z2 = SIMD2<Double>.zero

  /// An empty memory.
  @_noLocks public init() {}

  /// Forgets everything.
  @_noLocks public mutating func reset() { self = BiquadState() }

  /// A sample that was not a number would stay for ever: it is forgotten instead.
  @_noLocks mutating func forgetIfNotFinite() {
    let sum = (z1 + z2) * 0
    if !(sum.x == 0 && sum.y == 0) { reset() }
  }
}
