// Decoding and summing in one pass, for players whose sound needs no buffer of its own. The bits are
// those of `decode16` followed by `mix` or `mixRamped`.
extension Kernel {
  /// Adds interleaved 16-bit stereo frames, each side scaled by a gain, to two channels.
  @_noLocks public static func decodeMix16(
    _ source: UnsafePointer<Int16>, into left: UnsafeMutablePointer<Float>,
    _ right: UnsafeMutablePointer<Float>, frameCount: Int, leftGain: Float, rightGain: Float
  ) {
    let words = UnsafeRawPointer(source)
    let bias = Bits(repeating: 0x8000_8000)
    let mask = Bits(repeating: 0xFFFF)
    let magic = Bits(repeating: 0x4B00_0000)
    let base = Vector(repeating: 8_388_608 + 32_768)
    // A power of two: scaling the gain instead of the sample rounds the same.
    let leftScale = leftGain * (1 / 32_768)
    let rightScale = rightGain * (1 / 32_768)
    let scaleLeft = Vector(repeating: leftScale)
    let scaleRight = Vector(repeating: rightScale)
    var i = 0
    let whole = wholeVectors(frameCount)
    while i < whole {
      let w = (words + i &* 4).loadUnaligned(as: Bits.self) ^ bias
      let l = unsafeBitCast((w & mask) | magic, to: Vector.self) - base
      let r = unsafeBitCast((w &>> 16) | magic, to: Vector.self) - base
      store(load(left, i) + l * scaleLeft, left, i)
      store(load(right, i) + r * scaleRight, right, i)
      i &+= 8
    }
    while i < frameCount {
      left[i] += Float(source[2 &* i]) * leftScale
      right[i] += Float(source[2 &* i &+ 1]) * rightScale
      i &+= 1
    }
  }

  /// As above with gains that move in straight lines: the gain of frame i is
  /// `start + step × (index + i)`.
  @_noLocks public static func decodeMixRamped16(
    _ source: UnsafePointer<Int16>, into left: UnsafeMutablePointer<Float>,
    _ right: UnsafeMutablePointer<Float>, frameCount: Int,
    leftStart: Float, leftStep: Float, leftIndex: Int32,
    rightStart: Float, rightStep: Float, rightIndex: Int32
  ) {
    let words = UnsafeRawPointer(source)
    let bias = Bits(repeating: 0x8000_8000)
    let mask = Bits(repeating: 0xFFFF)
    let magic = Bits(repeating: 0x4B00_0000)
    let base = Vector(repeating: 8_388_608 + 32_768)
    let scale = Vector(repeating: 1 / 32_768)
    let fromLeft = Vector(repeating: leftStart)
    let byLeft = Vector(repeating: leftStep)
    let fromRight = Vector(repeating: rightStart)
    let byRight = Vector(repeating: rightStep)
    var atLeft = Vector(repeating: Float(leftIndex)) + lanes
    var atRight = Vector(repeating: Float(rightIndex)) + lanes
    var i = 0
    let whole = wholeVectors(frameCount)
    while i < whole {
      let w = (words + i &* 4).loadUnaligned(as: Bits.self) ^ bias
      let l = (unsafeBitCast((w & mask) | magic, to: Vector.self) - base) * scale
      let r = (unsafeBitCast((w &>> 16) | magic, to: Vector.self) - base) * scale
      store(load(left, i) + l * (fromLeft + byLeft * atLeft), left, i)
      store(load(right, i) + r * (fromRight + byRight * atRight), right, i)
      atLeft += Vector(repeating: 8)
      atRight += Vector(repeating: 8)
      i &+= 8
    }
    var restLeft = atLeft[0]
    var restRight = atRight[0]
    while i < frameCount {
      let l = Float(source[2 &* i]) * (1 / 32_768)
      let r = Float(source[2 &* i &+ 1]) * (1 / 32_768)
      left[i] += l * (leftStart + leftStep * restLeft)
      right[i] += r * (rightStart + rightStep * restRight)
      restLeft += 1
      restRight += 1
      i &+= 1
    }
  }
}
