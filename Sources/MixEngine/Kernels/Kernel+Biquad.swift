// Transposed direct form II with the output taken out of the recursion:
//   y = b0·x + z1;  z1' = z2 − a1·z1 + c1·x;  z2' = c2·x − a2·z1   with cₖ = bₖ − aₖ·b0
// The next state waits for one product and one sum instead of two sums and a product. Two frames a
// step were tried: in double precision they gain a tenth, and the bits would depend on the cut.
extension Kernel {
  /// Filters two channels in place.
  ///
  /// `left` and `right` are not the same buffer. Silence in gives exact silence once the filter has
  /// rung out (with flush-to-zero on); a sample that is not a number does not outlast the call.
  @_noLocks public static func biquad(
    _ coefficients: BiquadCoefficients, _ state: inout BiquadState,
    _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, frameCount: Int
  ) {
    let b0 = coefficients.b0
    let a1 = coefficients.a1
    let a2 = coefficients.a2
    let c1 = coefficients.b1 - a1 * b0
    let c2 = coefficients.b2 - a2 * b0
    var z1 = state.z1
    var z2 = state.z2
    for i in 0..<frameCount {
      let x = SIMD2<Double>(Double(left[i]), Double(right[i]))
      let y = b0 * x + z1
      let next = (z2 + c1 * x) - a1 * z1
      z2 = c2 * x - a2 * z1
      z1 = next
      left[i] = Float(y.x)
      right[i] = Float(y.y)
    }
    state.z1 = z1
    state.z2 = z2
    state.forgetIfNotFinite()
  }

  /// As above on interleaved frames: two thirds of the instructions, because the compiler keeps both
  /// channels in one register only when they come from one place. The bits are the same.
  @_noLocks static func biquad(
    _ coefficients: BiquadCoefficients, _ state: inout BiquadState,
    interleaved frames: UnsafeMutablePointer<Float>, frameCount: Int
  ) {
    let b0 = coefficients.b0
    let a1 = coefficients.a1
    let a2 = coefficients.a2
    let c1 = coefficients.b1 - a1 * b0
    let c2 = coefficients.b2 - a2 * b0
    var z1 = state.z1
    var z2 = state.z2
    let frames = UnsafeMutableRawPointer(frames).assumingMemoryBound(to: SIMD2<Float>.self)
    var i = 0
    while i < frameCount {
      let x = SIMD2<Double>(frames[i])
      frames[i] = SIMD2<Float>(b0 * x + z1)
      let next = (z2 + c1 * x) - a1 * z1
      z2 = c2 * x - a2 * z1
      z1 = next
      i &+= 1
    }
    state.z1 = z1
    state.z2 = z2
    state.forgetIfNotFinite()
  }

  /// Filters two channels in place while the filter changes: frame i uses the coefficients that lie
  /// i ÷ frameCount of the way from `old` to `new`, and the next call goes on with `new`.
  ///
  /// Both being stable, so is all that lies between (the stable region is convex).
  @_noLocks public static func biquad(
    from old: BiquadCoefficients, to new: BiquadCoefficients, _ state: inout BiquadState,
    _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, frameCount: Int
  ) {
    if frameCount <= 0 { return }
    let part = 1 / Double(frameCount)
    let b0 = old.b0
    let a1 = old.a1
    let a2 = old.a2
    let c1 = old.b1 - a1 * b0
    let c2 = old.b2 - a2 * b0
    let db0 = (new.b0 - b0) * part
    let da1 = (new.a1 - a1) * part
    let da2 = (new.a2 - a2) * part
    let dc1 = (new.b1 - new.a1 * new.b0 - c1) * part
    let dc2 = (new.b2 - new.a2 * new.b0 - c2) * part
    var z1 = state.z1
    var z2 = state.z2
    var at = 0.0
    for i in 0..<frameCount {
      let x = SIMD2<Double>(Double(left[i]), Double(right[i]))
      let y = (b0 + db0 * at) * x + z1
      let next = (z2 + (c1 + dc1 * at) * x) - (a1 + da1 * at) * z1
      z2 = (c2 + dc2 * at) * x - (a2 + da2 * at) * z1
      z1 = next
      left[i] = Float(y.x)
      right[i] = Float(y.y)
      at += 1
    }
    state.z1 = z1
    state.z2 = z2
    state.forgetIfNotFinite()
  }
}
