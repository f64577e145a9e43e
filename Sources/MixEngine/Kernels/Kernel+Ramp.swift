// A ramp over a call is at most two pieces: the rest of its line, then its target. Which piece a
// frame belongs to depends on the ramp's index alone, so the cut of the calls has no effect.
extension Kernel {
  /// Multiplies a buffer by a ramp. Resting at 1 it costs nothing and changes no bit; resting at 0
  /// it gives exact silence. The ramp is not advanced.
  @_noLocks public static func apply(
    _ ramp: Ramp, to buffer: UnsafeMutablePointer<Float>, frameCount: Int
  ) {
    apply(ramp, to: UnsafePointer(buffer), into: buffer, frameCount: frameCount)
  }

  /// Writes `source`, multiplied by a ramp, to `destination`. Resting at 1 it copies bit for bit.
  /// The ramp is not advanced.
  @_noLocks public static func apply(
    _ ramp: Ramp, to source: UnsafePointer<Float>, into destination: UnsafeMutablePointer<Float>,
    frameCount: Int
  ) {
    let line = ramp.remaining < frameCount ? ramp.remaining : frameCount
    if line > 0 {
      Kernel.ramp(
        source, into: destination, frameCount: line, start: ramp.start, step: ramp.step,
        index: ramp.index)
    }
    if line < frameCount {
      scale(
        source + line, by: ramp.target, into: destination + line, frameCount: frameCount &- line)
    }
  }

  /// Adds `source`, multiplied by a ramp, to `destination`. Resting at 0 it costs nothing. The ramp
  /// is not advanced.
  @_noLocks public static func mix(
    _ source: UnsafePointer<Float>, into destination: UnsafeMutablePointer<Float>, frameCount: Int,
    ramp: Ramp
  ) {
    let line = ramp.remaining < frameCount ? ramp.remaining : frameCount
    if line > 0 {
      mixRamped(
        source, into: destination, frameCount: line, start: ramp.start, step: ramp.step,
        index: ramp.index)
    }
    if line < frameCount {
      mix(
        source + line, into: destination + line, frameCount: frameCount &- line, gain: ramp.target)
    }
  }

  /// Writes the ramp's own values, one a frame. The ramp is not advanced.
  @_noLocks public static func write(
    _ ramp: Ramp, to buffer: UnsafeMutablePointer<Float>, frameCount: Int
  ) {
    let line = ramp.remaining < frameCount ? ramp.remaining : frameCount
    var at = Float(ramp.index)
    for i in 0..<line {
      buffer[i] = ramp.start + ramp.step * at
      at += 1
    }
    fill(buffer + line, with: ramp.target, frameCount: frameCount &- line)
  }
}
