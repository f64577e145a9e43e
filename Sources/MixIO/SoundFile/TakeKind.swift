import CSndFile

/// The kinds of files that are written, by their endings.
public enum TakeKind: String, CaseIterable, Sendable {
  case wav, flac, ogg, opus, aiff, caf

  /// - Parameter ending: the part behind the dot, in lower case.
  public init?(ending: String) {
    switch ending {
    case "aif": self = .aiff
    default: self.init(rawValue: ending)
    }
  }

  /// What the file is, in words.
  public var name: String {
    switch self {
    case .wav: "WAV"
    case .flac: "FLAC"
    case .ogg: "Ogg Vorbis"
    case .opus: "Opus"
    case .aiff: "AIFF"
    case .caf: "CAF"
    }
  }

  /// The encodings that can be asked for; empty where the codec has only its own.
  public var encodings: [TakeEncoding] {
    switch self {
    case .wav, .aiff, .caf: [.pcm16, .pcm24, .float]
    case .flac: [.pcm16, .pcm24]
    case .ogg, .opus: []
    }
  }

  /// Sample rates in Hz that the codec has; nil: all.
  public var sampleRates: [Int]? {
    self == .opus ? [8000, 12000, 16000, 24000, 48000] : nil
  }

  /// Whether the header tells the number of frames and can be brought up to date while the file
  /// grows. The others are streams: a new header would destroy them.
  var hasHeaderUpdates: Bool {
    switch self {
    case .wav, .aiff, .caf: true
    case .flac, .ogg, .opus: false
    }
  }

  /// The most bytes that the file may have.
  var maximumByteCount: Int64? {
    // Its sizes are 32-bit numbers. WAV becomes RF64, whose sizes are 64-bit numbers.
    self == .aiff ? (1 << 32) - (1 << 20) : nil
  }

  /// The most bytes that a frame takes, in this kind of file.
  func maximumFrameByteCount(_ encoding: TakeEncoding?) -> Int {
    // A codec that can't compress adds a little.
    hasHeaderUpdates ? encoding?.frameByteCount ?? 8 : 8
  }

  /// The number by which libsndfile knows it.
  func format(_ encoding: TakeEncoding?) -> Int32 {
    let container =
      switch self {
      case .wav: SF_FORMAT_WAV
      case .flac: SF_FORMAT_FLAC
      case .ogg, .opus: SF_FORMAT_OGG
      case .aiff: SF_FORMAT_AIFF
      case .caf: SF_FORMAT_CAF
      }
    let codec =
      switch encoding {
      case .pcm16: SF_FORMAT_PCM_16
      case .pcm24: SF_FORMAT_PCM_24
      case .float: SF_FORMAT_FLOAT
      case nil: self == .opus ? SF_FORMAT_OPUS : SF_FORMAT_VORBIS
      }
    return Int32(container | codec)
  }
}
