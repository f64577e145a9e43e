// What lies around the frame-by-frame part of dynamics: how loud each frame is, and the gains that
// come of it.
extension Kernel {
  /// Writes the greater magnitude of two channels, frame by frame. What is not a number counts as 0.
  ///
  /// - Parameter peaks: does not overlap the others, which may be the same.
  @_noLocks public static func peaks(
    _ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>,
    into peaks: UnsafeMutablePointer<Float>, frameCount: Int
  ) {
    let magnitude = Bits(repeating: 0x7FFF_FFFF)
    var i = 0
    let whole = wholeVectors(frameCount)
    while i < whole {
      let l = unsafeBitCast(
        unsafeBitCast(load(left, i), to: Bits.self) & magnitude, to: Vector.self)
      let r = unsafeBitCast(
        unsafeBitCast(load(right, i), to: Bits.self) & magnitude, to: Vector.self)
      var p = Vector.zero
      p.replace(with: l, where: l .> p)
      p.replace(with: r, where: r .> p)
      store(p, peaks, i)
      i &+= 8
    }
    while i < frameCount {
      let l = left[i] < 0 ? 0 - left[i] : left[i]
      let r = right[i] < 0 ? 0 - right[i] : right[i]
      var p: Float = 0
      if l > p { p = l }
      if r > p { p = r }
      peaks[i] = p
      i &+= 1
    }
  }

  /// Replaces decibels by gains: 10^(x/20), within 1e-6 of the gain, and exactly 1 at 0 dB.
  ///
  /// - Parameter values: −700…700 dB.
  @_noLocks public static func gains(
    ofDecibels values: UnsafeMutablePointer<Float>, frameCount: Int
  ) {
    var i = 0
    let whole = wholeVectors(frameCount)
    while i < whole {
      store(gain(ofDecibels: load(values, i)), values, i)
      i &+= 8
    }
    while i < frameCount {
      values[i] = gain(ofDecibels: Vector(repeating: values[i]))[0]
      i &+= 1
    }
  }

  /// 2^v = 2^n × 2^f with the nearest whole n; the latter by its power series.
  @_noLocks @inline(__always)
  private static func gain(ofDecibels x: Vector) -> Vector {
    let v = x * 0.166_096_405
    // Adding this rounds to a whole number and leaves it in the lowest bits.
    let shifted = v + 12_582_912
    let f = (v - (shifted - 12_582_912)) * 0.693_147_181
    var y = f * (1.0 / 5040) + 1.0 / 720
    y = y * f + 1.0 / 120
    y = y * f + 1.0 / 24
    y = y * f + 1.0 / 6
    y = y * f + 0.5
    y = y * f + 1
    y = y * f + 1
    let power = (unsafeBitCast(shifted, to: Bits.self) &<< 23) &+ 0x3F80_0000
    return y * unsafeBitCast(power, to: Vector.self)
  }
}
