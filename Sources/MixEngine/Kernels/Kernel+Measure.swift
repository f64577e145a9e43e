extension Kernel {
  /// Greatest absolute sample and sum of the squares of a buffer. Samples that are not numbers do
  /// not count for the peak.
  ///
  /// The sum is added up as a tree whose shape depends on `frameCount`.
  @_noLocks public static func measure(
    _ buffer: UnsafePointer<Float>, frameCount: Int
  ) -> (peak: Float, sumOfSquares: Float) {
    let magnitude = Bits(repeating: 0x7FFF_FFFF)
    var p = Vector.zero
    var e = Vector.zero
    var i = 0
    let whole = wholeVectors(frameCount)
    while i < whole {
      let v = load(buffer, i)
      let m = unsafeBitCast(unsafeBitCast(v, to: Bits.self) & magnitude, to: Vector.self)
      // Not `pointwiseMax`: that is eight scalar calls.
      p.replace(with: m, where: m .> p)
      e += v * v
      i &+= 8
    }
    // A tree, not eight scalar steps: this runs every 64 frames.
    var p4 = p.lowHalf
    p4.replace(with: p.highHalf, where: p.highHalf .> p4)
    var p2 = p4.lowHalf
    p2.replace(with: p4.highHalf, where: p4.highHalf .> p2)
    let e4 = e.lowHalf + e.highHalf
    let e2 = e4.lowHalf + e4.highHalf
    var peak = p2.x > p2.y ? p2.x : p2.y
    var sum = e2.x + e2.y
    while i < frameCount {
      let v = buffer[i]
      let m = v < 0 ? -v : v
      if m > peak { peak = m }
      sum += v * v
      i &+= 1
    }
    return (peak, sum)
  }

  /// Whether every sample is a finite number.
  @_noLocks public static func isFinite(_ buffer: UnsafePointer<Float>, frameCount: Int) -> Bool {
    // What is not finite stays in a sum. A sum can also become infinite by itself: then it is
    // looked at more closely.
    var a = Vector.zero
    var b = Vector.zero
    var i = 0
    let pairs = frameCount & ~15
    while i < pairs {
      a += load(buffer, i)
      b += load(buffer, i &+ 8)
      i &+= 16
    }
    let whole = wholeVectors(frameCount)
    if i < whole {
      a += load(buffer, i)
      i &+= 8
    }
    a += b
    let s4 = a.lowHalf + a.highHalf
    let s2 = s4.lowHalf + s4.highHalf
    var rest = s2.x + s2.y
    while i < frameCount {
      rest += buffer[i]
      i &+= 1
    }
    return rest - rest == 0 ? true : isEachFinite(buffer, frameCount: frameCount)
  }

  /// Whether every sample of two buffers is a finite number.
  @_noLocks static func isFinite(
    _ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>, frameCount: Int
  ) -> Bool {
    var a = Vector.zero
    var b = Vector.zero
    var i = 0
    let whole = wholeVectors(frameCount)
    while i < whole {
      a += load(left, i)
      b += load(right, i)
      i &+= 8
    }
    a += b
    let s4 = a.lowHalf + a.highHalf
    let s2 = s4.lowHalf + s4.highHalf
    var rest = s2.x + s2.y
    while i < frameCount {
      rest += left[i] + right[i]
      i &+= 1
    }
    if rest - rest == 0 { return true }
    guard isEachFinite(left, frameCount: frameCount) else { return false }
    return isEachFinite(right, frameCount: frameCount)
  }

  @_noLocks @inline(never)
  private static func isEachFinite(_ buffer: UnsafePointer<Float>, frameCount: Int) -> Bool {
    for i in 0..<frameCount where buffer[i].bitPattern & 0x7F80_0000 == 0x7F80_0000 {
      return false
    }
    return true
  }

  /// Whether every sample is exactly 0 (of either sign).
  @_noLocks public static func isSilent(_ buffer: UnsafePointer<Float>, frameCount: Int) -> Bool {
    // What sounds mostly does so in its first frame.
    if frameCount > 0, buffer[0].bitPattern & 0x7FFF_FFFF != 0 { return false }
    var any = Bits.zero
    var i = 0
    let whole = wholeVectors(frameCount)
    while i < whole {
      any |= unsafeBitCast(load(buffer, i), to: Bits.self)
      i &+= 8
    }
    let a4 = any.lowHalf | any.highHalf
    let a2 = a4.lowHalf | a4.highHalf
    var rest = a2.x | a2.y
    while i < frameCount {
      rest |= buffer[i].bitPattern
      i &+= 1
    }
    return rest & 0x7FFF_FFFF == 0
  }
}
