import MixEngine

/// What kind of stereo file is to be written: all that can be known before it is opened.
public struct TakeFormat: Hashable, Sendable {
  public let kind: TakeKind
  /// Nil: the codec's own (Vorbis, Opus).
  public let encoding: TakeEncoding?
  public let sampleRate: SampleRate
  /// More frames than this go into the next file.
  var maximumFrameCount: Int64

  /// - Parameters:
  ///   - path: its ending says the kind.
  ///   - encoding: nil: 24 bits, or the codec's own.
  public init(
    path: FilePath, encoding: TakeEncoding? = nil, sampleRate: SampleRate
  ) throws(TakeError) {
    guard let kind = TakeKind(ending: path.ending) else { throw .unknownKind(path) }
    try self.init(kind, encoding: encoding, sampleRate: sampleRate)
  }

  public init(
    _ kind: TakeKind, encoding: TakeEncoding? = nil, sampleRate: SampleRate
  ) throws(TakeError) {
    if let encoding, !kind.encodings.contains(encoding) {
      throw .encodingNotOffered(encoding, kind)
    }
    if let rates = kind.sampleRates, !rates.contains(sampleRate.hertz) {
      throw .rateNotOffered(sampleRate, kind)
    }
    self.kind = kind
    self.encoding = kind.encodings.isEmpty ? nil : encoding ?? .pcm24
    self.sampleRate = sampleRate
    let bytes = self.encoding?.frameByteCount ?? 1
    maximumFrameCount = kind.maximumByteCount.map { $0 / Int64(bytes) } ?? .max
  }

  /// How a recorder's ring best holds the frames of such a file.
  ///
  /// - Parameter isDithered: dither is added to the exact samples.
  public func ringFormat(isDithered: Bool) -> FrameRing.Format {
    encoding == .pcm16 && !isDithered && kind.maximumByteCount == nil ? .integer16 : .float
  }

  /// About as many bytes as a second of it takes, for warnings about room.
  public var bytesPerSecond: Int64 {
    let frame =
      switch kind {
      case .wav, .aiff, .caf: Double(encoding?.frameByteCount ?? 8)
      case .flac: Double(encoding?.frameByteCount ?? 6) * 0.7
      case .ogg, .opus: 0.7
      }
    return Int64(Double(sampleRate.hertz) * frame)
  }
}
