// A stretch of an echo at rest, four frames a step: the sound becomes what the ring gave out, and the
// ring takes in the sound and the repetition. The two places of the ring lie in whatever order, but
// at least four frames apart.
extension Kernel {
  /// The repetition comes back as it was, times a gain.
  @_noLocks static func echo(
    _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, frameCount: Int,
    from old: UnsafeMutablePointer<SIMD2<Float>>, to new: UnsafeMutablePointer<SIMD2<Float>>,
    gain: Float
  ) {
    var i = 0
    let whole = frameCount & ~3
    while i < whole {
      let (d0, d1) = (pairs(old, i), pairs(old, i &+ 2))
      let (l, r) = (four(left, i), four(right, i))
      let x0 = SIMD4<Float>(l.x, r.x, l.y, r.y)
      let x1 = SIMD4<Float>(l.z, r.z, l.w, r.w)
      store(x0 + d0 * gain, x1 + d1 * gain, new, i)
      store(SIMD4<Float>(d0.x, d0.z, d1.x, d1.z), left, i)
      store(SIMD4<Float>(d0.y, d0.w, d1.y, d1.w), right, i)
      i &+= 4
    }
    while i < frameCount {
      let d = old[i]
      new[i] = SIMD2<Float>(left[i], right[i]) + d * gain
      left[i] = d.x
      right[i] = d.y
      i &+= 1
    }
  }

  /// The repetition goes through a one-pole low-pass first: y = b·x + z, z' = b·x − a·y.
  ///
  /// - Parameter z: the memory of the low-pass.
  /// - Returns: the memory after the stretch.
  @_noLocks static func echo(
    _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, frameCount: Int,
    from old: UnsafeMutablePointer<SIMD2<Float>>, to new: UnsafeMutablePointer<SIMD2<Float>>,
    gain: Float, b: Double, a: Double, _ z: SIMD2<Double>
  ) -> SIMD2<Double> {
    // z' = c·x − a·z, and two frames on z'' = c·x' − a·c·x + a²·z: the loop waits for one product and
    // one sum every other frame.
    let c = b - a * b
    let e = a * c
    let g = a * a
    var z = z
    var i = 0
    let whole = frameCount & ~3
    while i < whole {
      let (d0, d1) = (pairs(old, i), pairs(old, i &+ 2))
      let (s0, s1) = (SIMD2<Double>(old[i]), SIMD2<Double>(old[i &+ 1]))
      let (s2, s3) = (SIMD2<Double>(old[i &+ 2]), SIMD2<Double>(old[i &+ 3]))
      let y0 = s0 * b + z
      let z1 = s0 * c - z * a
      let y1 = s1 * b + z1
      let z2 = (s1 * c - s0 * e) + z * g
      let y2 = s2 * b + z2
      let z3 = s2 * c - z2 * a
      let y3 = s3 * b + z3
      z = (s3 * c - s2 * e) + z2 * g
      let low0 = SIMD4<Float>(lowHalf: SIMD2<Float>(y0), highHalf: SIMD2<Float>(y1))
      let low1 = SIMD4<Float>(lowHalf: SIMD2<Float>(y2), highHalf: SIMD2<Float>(y3))
      let (l, r) = (four(left, i), four(right, i))
      let x0 = SIMD4<Float>(l.x, r.x, l.y, r.y)
      let x1 = SIMD4<Float>(l.z, r.z, l.w, r.w)
      store(x0 + low0 * gain, x1 + low1 * gain, new, i)
      store(SIMD4<Float>(d0.x, d0.z, d1.x, d1.z), left, i)
      store(SIMD4<Float>(d0.y, d0.w, d1.y, d1.w), right, i)
      i &+= 4
    }
    while i < frameCount {
      let d = old[i]
      let s = SIMD2<Double>(d)
      let y = s * b + z
      z = s * c - z * a
      new[i] = SIMD2<Float>(left[i], right[i]) + SIMD2<Float>(y) * gain
      left[i] = d.x
      right[i] = d.y
      i &+= 1
    }
    return z
  }

  @_noLocks @inline(__always)
  private static func pairs(
    _ source: UnsafeMutablePointer<SIMD2<Float>>, _ index: Int
  ) -> SIMD4<Float> {
    UnsafeRawPointer(source + index).loadUnaligned(as: SIMD4<Float>.self)
  }

  @_noLocks @inline(__always)
  private static func store(
    _ first: SIMD4<Float>, _ second: SIMD4<Float>,
    _ destination: UnsafeMutablePointer<SIMD2<Float>>, _ index: Int
  ) {
    let to = UnsafeMutableRawPointer(destination + index)
    to.storeBytes(of: first, as: SIMD4<Float>.self)
    to.storeBytes(of: second, toByteOffset: 16, as: SIMD4<Float>.self)
  }
}
