/// Triangular noise of one step either way, which turns the distortion of rounding into an even,
/// low hiss. The same seed gives the same noise.
///
/// Source: SplitMix64 (Steele, Lea, Flood 2014); Lipshitz, Wannamaker, Vanderkooy: Quantization and
/// Dither (1992).
struct TakeDither {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// −1…1 steps, triangular.
  private mutating func next() -> Double {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z &>> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z &>> 27)) &* 0x94D0_49BB_1331_11EB
    z ^= z &>> 31
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
