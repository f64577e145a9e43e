extension Kernel {
  /// Copies `source` to `destination`; here alone the buffers may overlap in any way.
  @_noLocks public static func copy(
    _ source: UnsafePointer<Float>, to destination: UnsafeMutablePointer<Float>, frameCount: Int
  ) {
    UnsafeMutableRawPointer(destination).copyMemory(
      from: source, byteCount: frameCount &* MemoryLayout<Float>.stride)
  }

  /// Writes exact silence.
  @_noLocks public static func clear(_ buffer: UnsafeMutablePointer<Float>, frameCount: Int) {
    fill(buffer, with: 0, frameCount: frameCount)
  }

  /// Writes the same value to every frame.
  @_noLocks public static func fill(
    _ buffer: UnsafeMutablePointer<Float>, with value: Float, frameCount: Int
  ) {
    let v = Vector(repeating: value)
    var i = 0
    let whole = wholeVectors(frameCount)
    while i < whole {
      store(v, buffer, i)
      i &+= 8
    }
    while i < frameCount {
      buffer[i] = value
      i &+= 1
    }
  }

  /// Multiplies a buffer by a constant gain. A gain of 1 costs nothing and changes no bit; a gain
  /// of 0 gives exact silence.
  @_noLocks public static func scale(
    _ buffer: UnsafeMutablePointer<Float>, by gain: Float, frameCount: Int
  ) {
    scale(UnsafePointer(buffer), by: gain, into: buffer, frameCount: frameCount)
  }

  /// Writes `source × gain` to `destination`. A gain of 1 copies bit for bit; a gain of 0 gives
  /// exact silence.
  @_noLocks public static func scale(
    _ source: UnsafePointer<Float>, by gain: Float, into destination: UnsafeMutablePointer<Float>,
    frameCount: Int
  ) {
    if gain == 1 {
      if UnsafePointer(destination) != source {
        copy(source, to: destination, frameCount: frameCount)
      }
      return
    }
    if gain == 0 { return clear(destination, frameCount: frameCount) }
    let g = Vector(repeating: gain)
    var i = 0
    let whole = wholeVectors(frameCount)
    while i < whole {
      store(load(source, i) * g, destination, i)
      i &+= 8
    }
    while i < frameCount {
      destination[i] = source[i] * gain
      i &+= 1
    }
  }

  /// Multiplies a buffer by another one, frame by frame.
  @_noLocks public static func multiply(
    _ buffer: UnsafeMutablePointer<Float>, by factors: UnsafePointer<Float>, frameCount: Int
  ) {
    var i = 0
    let whole = wholeVectors(frameCount)
    while i < whole {
      store(load(buffer, i) * load(factors, i), buffer, i)
      i &+= 8
    }
    while i < frameCount {
      buffer[i] *= factors[i]
      i &+= 1
    }
  }
}
