/// Samples as they lie in a WAV: little-endian, one behind the other.
enum WaveBytes {
  /// Takes the upper bits of 32-bit samples.
  ///
  /// - Parameter bits: 16 or 24.
  /// - Returns: the number of bytes.
  static func pack(
    _ samples: UnsafePointer<Int32>, bits: Int, count: Int, into bytes: UnsafeMutableRawPointer
  ) -> Int {
    if bits == 16 {
      let to = bytes.assumingMemoryBound(to: Int16.self)
      for i in 0..<count { to[i] = Int16(truncatingIfNeeded: samples[i] >> 16).littleEndian }
      return 2 * count
    }
    let to = bytes.assumingMemoryBound(to: UInt8.self)
    for i in 0..<count {
      let value = UInt32(bitPattern: samples[i])
      to[3 * i] = UInt8(truncatingIfNeeded: value >> 8)
      to[3 * i + 1] = UInt8(truncatingIfNeeded: value >> 16)
      to[3 * i + 2] = UInt8(truncatingIfNeeded: value >> 24)
    }
    return 3 * count
  }
}
