import CRealtime

// Trapezoidal integrators in a state variable filter: unlike those of a biquad its memories mean the
// same whatever the frequency is, so it may be moved over all octaves in milliseconds without
// putting out more than it got. At rest it is the bilinear transform of the same analogue filter.
extension Kernel {
  /// Filters two channels in place while the filter goes from one setting to another; where both are
  /// the same it rests.
  ///
  /// From a low-pass to a high-pass, or back, it goes by the sound itself: half of the frames each.
  /// A sample that is not a number does not outlast the call.
  @_noLocks public static func sweep(
    from old: SweepFilter, to new: SweepFilter, _ state: inout SweepFilter.State,
    _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, frameCount: Int
  ) {
    if old.isHigh != new.isHigh {
      var (end, begin) = (old, new)
      end.share = 0
      begin.share = 0
      let half = frameCount / 2
      run(old, end, &state, left, right, half)
      run(begin, new, &state, left + half, right + half, frameCount &- half)
    } else {
      run(old, new, &state, left, right, frameCount)
    }
    let sum = (state.first + state.second) * 0
    if !(sum.x == 0 && sum.y == 0) { state.reset() }
  }

  @_noLocks private static func run(
    _ old: SweepFilter, _ new: SweepFilter, _ state: inout SweepFilter.State,
    _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, _ frameCount: Int
  ) {
    if frameCount <= 0 { return }
    let k = 1.414_213_562_373_095_1
    let part = 1 / Double(frameCount)
    let ratio = old.slope == new.slope ? 1 : crt_pow(new.slope / old.slope, part)
    let step = (new.share - old.share) * part
    var (g, share) = (old.slope, old.share)
    var a1 = 1 / (1 + g * (g + k))
    var (first, second) = (state.first, state.second)
    let highs = old.isHigh ? 1.0 : 0.0
    for i in 0..<frameCount {
      if ratio != 1 {
        g *= ratio
        a1 = 1 / (1 + g * (g + k))
      }
      share += step
      let x = SIMD2<Double>(Double(left[i]), Double(right[i]))
      let rest = x - second
      let band = a1 * first + (g * a1) * rest
      let low = second + g * band
      first = 2 * band - first
      second = 2 * low - second
      let y = highs * (x - k * band - low) + (1 - highs) * low
      let out = x + share * (y - x)
      left[i] = Float(out.x)
      right[i] = Float(out.y)
    }
    state.first = first
    state.second = second
  }
}
