// Frames as files and servers have them (interleaved) against channels as the engine has them.
extension Kernel {
  /// Splits interleaved stereo frames into two channels.
  @_noLocks public static func deinterleave(
    _ source: UnsafePointer<Float>, _ left: UnsafeMutablePointer<Float>,
    _ right: UnsafeMutablePointer<Float>, frameCount: Int
  ) {
    var i = 0
    let whole = wholeVectors(frameCount)
    while i < whole {
      let v = UnsafeRawPointer(source + 2 &* i).loadUnaligned(as: SIMD16<Float>.self)
      store(v.evenHalf, left, i)
      store(v.oddHalf, right, i)
      i &+= 8
    }
    while i < frameCount {
      left[i] = source[2 &* i]
      right[i] = source[2 &* i &+ 1]
      i &+= 1
    }
  }

  /// Joins two channels into interleaved stereo frames.
  @_noLocks public static func interleave(
    _ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>,
    _ destination: UnsafeMutablePointer<Float>, frameCount: Int
  ) {
    var i = 0
    let whole = wholeVectors(frameCount)
    while i < whole {
      var v = SIMD16<Float>()
      v.evenHalf = load(left, i)
      v.oddHalf = load(right, i)
      UnsafeMutableRawPointer(destination + 2 &* i).storeBytes(of: v, as: SIMD16<Float>.self)
      i &+= 8
    }
    while i < frameCount {
      destination[2 &* i] = left[i]
      destination[2 &* i &+ 1] = right[i]
      i &+= 1
    }
  }

  /// Takes one channel out of interleaved frames of any number of channels.
  @_noLocks public static func extract(
    channel: Int, of channelCount: Int, _ source: UnsafePointer<Float>,
    to destination: UnsafeMutablePointer<Float>, frameCount: Int
  ) {
    var at = source + channel
    for i in 0..<frameCount {
      destination[i] = at.pointee
      at += channelCount
    }
  }

  /// Writes one channel into interleaved frames of any number of channels; the others stay.
  @_noLocks public static func insert(
    channel: Int, of channelCount: Int, _ source: UnsafePointer<Float>,
    into destination: UnsafeMutablePointer<Float>, frameCount: Int
  ) {
    var at = destination + channel
    for i in 0..<frameCount {
      at.pointee = source[i]
      at += channelCount
    }
  }
}
