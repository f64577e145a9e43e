import MixEngine

/// The bytes before the samples of a stereo WAV.
///
/// Past 4 GiB the file is an RF64: a chunk of 64-bit lengths takes the place of a chunk of nothing,
/// so the header has the same size always and can be written again while the file grows. Formats are
/// told by their plain numbers, which every reader knows; libsndfile's RF64 would have told them in
/// the extensible form, which older ones refuse.
///
/// Source: Microsoft and IBM, Multimedia Programming Interface and Data Specifications 1.0; EBU
/// Tech 3306, RF64.
struct WaveHeader {
  let encoding: TakeEncoding
  let sampleRate: SampleRate

  /// Bytes of the header.
  var byteCount: Int { encoding == .float ? 94 : 80 }

  private static let unknown: UInt32 = 0xFFFF_FFFF

  /// - Parameter frameCount: nil: not known; lengths are then 0xFFFFFFFF, which says so.
  func bytes(frameCount: Int64?) -> [UInt8] {
    let frameByteCount = encoding.frameByteCount
    let data = frameCount.map { $0 * Int64(frameByteCount) }
    let riff = data.map { $0 + Int64(byteCount) - 8 }
    let isLarge = riff.map { $0 >= Int64(WaveHeader.unknown) } ?? false
    func short(_ value: Int64?) -> UInt32 {
      isLarge ? WaveHeader.unknown : value.map { UInt32(clamping: $0) } ?? WaveHeader.unknown
    }
    let isFloat = encoding == .float
    var bytes: [UInt8] = []
    func text(_ text: StaticString) {
      text.withUTF8Buffer { bytes += $0 }
    }
    func number(_ value: some FixedWidthInteger) {
      for shift in stride(from: 0, to: value.bitWidth, by: 8) {
        bytes.append(UInt8(truncatingIfNeeded: value >> shift))
      }
    }
    text(isLarge ? "RF64" : "RIFF")
    number(short(riff))
    text("WAVE")
    text(isLarge ? "ds64" : "JUNK")
    number(UInt32(28))
    number(isLarge ? riff ?? 0 : 0)
    number(isLarge ? data ?? 0 : 0)
    number(isLarge ? frameCount ?? 0 : 0)
    number(UInt32(0))
    text("fmt ")
    number(UInt32(isFloat ? 18 : 16))
    number(UInt16(isFloat ? 3 : 1))
    number(UInt16(2))
    number(UInt32(sampleRate.hertz))
    number(UInt32(sampleRate.hertz * frameByteCount))
    number(UInt16(frameByteCount))
    number(UInt16(4 * frameByteCount))
    if isFloat {
      // What is not PCM has an extension, though it is empty, and tells its frames.
      number(UInt16(0))
      text("fact")
      number(UInt32(4))
      number(short(frameCount))
    }
    text("data")
    number(short(data))
    return bytes
  }
}
