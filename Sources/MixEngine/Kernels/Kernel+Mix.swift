extension Kernel {
  /// Adds `source × gain` to `destination`. A gain of 0 costs nothing.
  @_noLocks public static func mix(
    _ source: UnsafePointer<Float>, into destination: UnsafeMutablePointer<Float>, frameCount: Int,
    gain: Float = 1
  ) {
    if gain == 0 { return }
    var i = 0
    let whole = wholeVectors(frameCount)
    if gain == 1 {
      let pairs = frameCount & ~15
      while i < pairs {
        let a = load(destination, i) + load(source, i)
        let b = load(destination, i &+ 8) + load(source, i &+ 8)
        store(a, destination, i)
        store(b, destination, i &+ 8)
        i &+= 16
      }
      if i < whole {
        store(load(destination, i) + load(source, i), destination, i)
        i &+= 8
      }
      while i < frameCount {
        destination[i] += source[i]
        i &+= 1
      }
      return
    }
    let g = Vector(repeating: gain)
    while i < whole {
      store(load(destination, i) + load(source, i) * g, destination, i)
      i &+= 8
    }
    while i < frameCount {
      destination[i] += source[i] * gain
      i &+= 1
    }
  }

  /// Makes `destination × kept + source × added`: what `scale` followed by `mix` makes, in one pass.
  @_noLocks static func blend(
    _ source: UnsafePointer<Float>, _ added: Float, into destination: UnsafeMutablePointer<Float>,
    _ kept: Float, frameCount: Int
  ) {
    let a = Vector(repeating: added)
    let k = Vector(repeating: kept)
    var i = 0
    let whole = wholeVectors(frameCount)
    while i < whole {
      store(load(destination, i) * k + load(source, i) * a, destination, i)
      i &+= 8
    }
    while i < frameCount {
      destination[i] = destination[i] * kept + source[i] * added
      i &+= 1
    }
  }

  /// Adds `source` to `destination`, scaled by a gain that moves in a straight line: the gain of
  /// frame i is `start + step × (index + i)`.
  ///
  /// - Parameters:
  ///   - start: Linear gain at index 0 of the line.
  ///   - step: Change of the gain per frame.
  ///   - index: Where on the line the first frame stands; `index + frameCount` at most 2²⁴, so that
  ///     each index is exact as a `Float` and the bits do not depend on the cut.
  @_noLocks public static func mixRamped(
    _ source: UnsafePointer<Float>, into destination: UnsafeMutablePointer<Float>, frameCount: Int,
    start: Float, step: Float, index: Int32 = 0
  ) {
    let from = Vector(repeating: start)
    let by = Vector(repeating: step)
    var at = Vector(repeating: Float(index)) + lanes
    var i = 0
    let whole = wholeVectors(frameCount)
    while i < whole {
      store(load(destination, i) + load(source, i) * (from + by * at), destination, i)
      at += Vector(repeating: 8)
      i &+= 8
    }
    var rest = at[0]
    while i < frameCount {
      destination[i] += source[i] * (start + step * rest)
      rest += 1
      i &+= 1
    }
  }

  /// Multiplies a buffer by a gain that moves in a straight line, as in `mixRamped`.
  @_noLocks public static func ramp(
    _ buffer: UnsafeMutablePointer<Float>, frameCount: Int, start: Float, step: Float,
    index: Int32 = 0
  ) {
    ramp(
      UnsafePointer(buffer), into: buffer, frameCount: frameCount, start: start, step: step,
      index: index)
  }

  /// Writes `source`, scaled by a gain that moves in a straight line as in `mixRamped`, to
  /// `destination`.
  @_noLocks public static func ramp(
    _ source: UnsafePointer<Float>, into destination: UnsafeMutablePointer<Float>, frameCount: Int,
    start: Float, step: Float, index: Int32 = 0
  ) {
    let from = Vector(repeating: start)
    let by = Vector(repeating: step)
    var at = Vector(repeating: Float(index)) + lanes
    var i = 0
    let whole = wholeVectors(frameCount)
    while i < whole {
      store(load(source, i) * (from + by * at), destination, i)
      at += Vector(repeating: 8)
      i &+= 8
    }
    var rest = at[0]
    while i < frameCount {
      destination[i] = source[i] * (start + step * rest)
      rest += 1
      i &+= 1
    }
  }
}
