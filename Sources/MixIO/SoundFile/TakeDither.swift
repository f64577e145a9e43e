import MixEngine

/// Triangular noise of one step either way, which turns the distortion of rounding into an even,
/// low hiss. The same seed gives the same noise.
///
/// Source: Lipshitz, Wannamaker, Vanderkooy: Quantization and Dither (1992).
struct TakeDither {
  private var generator: SplitMix

  init(seed: UInt64) { generator = SplitMix(seed: seed) }

  /// −1…1 steps, triangular.
  private mutating func next() -> Double {
    let z = generator.next()
    let first = Int64(z &>> 32), second = Int64(z & 0xFFFF_FFFF)
    return Double(first - second) * 0x1p-32
  }

  /// Rounds samples to integers of `bits` bits, in the upper bits of 32.
  ///
  /// - Returns: the number of samples that were clipped.
  mutating func encode(
    _ source: UnsafePointer<Float>, bits: Int, into destination: UnsafeMutablePointer<Int32>,
    count: Int
  ) -> Int {
    let scale = Double(1 << (bits - 1)), shift = Int32(32 - bits)
    var clips = 0
    for i in 0..<count {
      let x = Double(source[i])
      if x > 1 || x < -1 { clips += 1 }
      // NaN becomes silence.
      let v = x.isNaN ? 0 : (x * scale + next()).rounded(.toNearestOrEven)
      destination[i] = Int32(min(max(v, -scale), scale - 1)) << shift
    }
    return clips
  }
}
