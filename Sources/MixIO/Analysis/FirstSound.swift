import MixEngine

/// Where a file's sound begins: what comes before it is a pause that nobody wants to wait for.
public enum FirstSound {
  /// Levels below this are silence: −60 dBFS.
  static let threshold: Float = 0.001
  /// A longer silence is part of the music.
  static let longest = 30.0

  /// The first frame above −60 dBFS, looked for in the first half minute; nil: all of that is
  /// silent, or the file can't be read. Blocks.
  public static func frame(of path: [UInt8]) -> Int64? {
    RenderThread.assertIsNotCurrent()
    guard let reader = try? SoundFileReader(path: path), reader.info.isSeekable else { return nil }
    let count = PageTable.frameCount
    let samples = UnsafeMutableRawPointer.allocate(
      byteCount: (PageTable.rightOffset + count) * MemoryLayout<Float>.stride, alignment: 64)
    defer { samples.deallocate() }
    let left = samples.assumingMemoryBound(to: Float.self), right = left + PageTable.rightOffset
    var first: Int64 = 0
    while Double(first) < longest * Double(reader.info.sampleRate) {
      let n = reader.read(from: first, into: samples, as: .stereo).frameCount
      for i in 0..<n where abs(left[i]) > threshold || abs(right[i]) > threshold {
        return first + Int64(i)
      }
      if n < count { return nil }
      first += Int64(n)
    }
    return nil
  }
}
