// Integer samples. A frame of 16-bit stereo is one 32-bit word, so neither direction needs a
// shuffle; and because a `Float` keeps an integer in its low bits once 2²³ is added to it, neither
// needs an integer conversion. 16 and 24-bit samples survive decoding and encoding unchanged:
// both use 2¹⁵ and 2²³ for full scale.
extension Kernel {
  /// Splits interleaved 16-bit stereo frames into two channels in −1…1.
  @_noLocks public static func decode16(
    _ source: UnsafePointer<Int16>, _ left: UnsafeMutablePointer<Float>,
    _ right: UnsafeMutablePointer<Float>, frameCount: Int
  ) {
    let words = UnsafeRawPointer(source)
    // The sample with its sign bit turned is an unsigned number in the low bits of 2²³ + number.
    let bias = Bits(repeating: 0x8000_8000)
    let mask = Bits(repeating: 0xFFFF)
    let magic = Bits(repeating: 0x4B00_0000)
    let base = Vector(repeating: 8_388_608 + 32_768)
    let scale = Vector(repeating: 1 / 32_768)
    var i = 0
    let whole = wholeVectors(frameCount)
    while i < whole {
      let w = (words + i &* 4).loadUnaligned(as: Bits.self) ^ bias
      let l = unsafeBitCast((w & mask) | magic, to: Vector.self)
      let r = unsafeBitCast((w &>> 16) | magic, to: Vector.self)
      store((l - base) * scale, left, i)
      store((r - base) * scale, right, i)
      i &+= 8
    }
    while i < frameCount {
      left[i] = Float(source[2 &* i]) * (1 / 32_768)
      right[i] = Float(source[2 &* i &+ 1]) * (1 / 32_768)
      i &+= 1
    }
  }

  /// Decodes one channel of interleaved 16-bit frames of any number of channels.
  @_noLocks public static func decode16(
    channel: Int, of channelCount: Int, _ source: UnsafePointer<Int16>,
    to destination: UnsafeMutablePointer<Float>, frameCount: Int
  ) {
    var at = source + channel
    for i in 0..<frameCount {
      destination[i] = Float(at.pointee) * (1 / 32_768)
      at += channelCount
    }
  }

  /// Decodes one channel of interleaved 32-bit frames. 24-bit samples stand in the upper bits, as
  /// libsndfile's `sf_readf_int` gives them, and are exact; of 32-bit ones the nearest `Float` is taken.
  @_noLocks public static func decode32(
    channel: Int, of channelCount: Int, _ source: UnsafePointer<Int32>,
    to destination: UnsafeMutablePointer<Float>, frameCount: Int
  ) {
    var at = source + channel
    for i in 0..<frameCount {
      destination[i] = Float(at.pointee) * (1 / 2_147_483_648)
      at += channelCount
    }
  }

  /// Joins two channels into interleaved 16-bit stereo frames: rounded to the nearest value, clipped
  /// to full scale, NaN as 0.
  ///
  /// - Returns: The number of samples beyond −1…1.
  @_noLocks public static func encode16(
    _ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>,
    _ destination: UnsafeMutablePointer<Int16>, frameCount: Int
  ) -> Int {
    let words = UnsafeMutableRawPointer(destination)
    let magic = Vector(repeating: 12_582_912)  // 1.5 × 2²³: rounds, and leaves the number below
    let scale = Vector(repeating: 32_768)
    let low = Vector(repeating: -32_768)
    let high = Vector(repeating: 32_767)
    let mask = Bits(repeating: 0xFFFF)
    var clips = SIMD8<Int32>.zero
    var i = 0
    let whole = wholeVectors(frameCount)
    while i < whole {
      var l = load(left, i) * scale
      var r = load(right, i) * scale
      count(beyond: scale, l, &clips)
      count(beyond: scale, r, &clips)
      l.replace(with: high, where: l .> high)
      l.replace(with: low, where: l .< low)
      r.replace(with: high, where: r .> high)
      r.replace(with: low, where: r .< low)
      let a = unsafeBitCast(l + magic, to: Bits.self) & mask
      let b = unsafeBitCast(r + magic, to: Bits.self) &<< 16
      (words + i &* 4).storeBytes(of: a | b, as: Bits.self)
      i &+= 8
    }
    var total = Int(clips.wrappedSum())
    while i < frameCount {
      destination[2 &* i] = encoded16(left[i], &total)
      destination[2 &* i &+ 1] = encoded16(right[i], &total)
      i &+= 1
    }
    return total
  }

  /// Encodes a channel into interleaved 16-bit frames of any number of channels, as the stereo form
  /// does.
  ///
  /// - Returns: The number of samples beyond −1…1.
  @_noLocks public static func encode16(
    channel: Int, of channelCount: Int, _ source: UnsafePointer<Float>,
    into destination: UnsafeMutablePointer<Int16>, frameCount: Int
  ) -> Int {
    var clips = 0
    var at = destination + channel
    for i in 0..<frameCount {
      at.pointee = encoded16(source[i], &clips)
      at += channelCount
    }
    return clips
  }

  /// Encodes a channel as 24-bit samples in the upper bits of interleaved 32-bit frames, as
  /// libsndfile's `sf_writef_int` takes them: rounded to the nearest value, clipped, NaN as 0.
  ///
  /// - Returns: The number of samples beyond −1…1.
  @_noLocks public static func encode24(
    channel: Int, of channelCount: Int, _ source: UnsafePointer<Float>,
    into destination: UnsafeMutablePointer<Int32>, frameCount: Int
  ) -> Int {
    var clips = 0
    var at = destination + channel
    for i in 0..<frameCount {
      let x = source[i]
      if x > 1 || x < -1 { clips &+= 1 }
      var v = Double(x) * 8_388_608
      v = v > 8_388_607 ? 8_388_607 : (v < -8_388_608 ? -8_388_608 : v)
      // 1.5 × 2⁵² rounds to an integer and leaves it in the low bits. NaN has zeros there.
      let bits = UInt32(truncatingIfNeeded: (v + 6_755_399_441_055_744).bitPattern)
      at.pointee = Int32(bitPattern: bits &<< 8)
      at += channelCount
    }
    return clips
  }

  @_noLocks @inline(__always)
  private static func encoded16(_ x: Float, _ clips: inout Int) -> Int16 {
    if x > 1 || x < -1 { clips &+= 1 }
    let v = x * 32_768
    let limited: Float = v > 32_767 ? 32_767 : (v < -32_768 ? -32_768 : v)
    return Int16(truncatingIfNeeded: (limited + 12_582_912).bitPattern)
  }

  @_noLocks @inline(__always)
  private static func count(beyond limit: Vector, _ v: Vector, _ clips: inout SIMD8<Int32>) {
    var one = SIMD8<Int32>.zero
    one.replace(with: SIMD8<Int32>(repeating: 1), where: (v .> limit) .| (v .< -limit))
    clips &+= one
  }
}
