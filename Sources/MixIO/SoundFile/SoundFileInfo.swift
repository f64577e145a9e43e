/// What a file's header says.
public struct SoundFileInfo: Equatable, Sendable {
  /// Frames a second, 1…768,000.
  public var sampleRate: Int
  /// Channels in the file; players hear them folded down to two.
  public var channelCount: Int
  /// Frames, if the header says so. An estimate: the end is where nothing more can be read.
  public var frameCount: Int64?
  /// Whether it can be read again and in any order; a FIFO's frames come once.
  public var isSeekable: Bool
  /// Whether samples are 16-bit integers.
  public var is16Bit: Bool
  public var artist: String?
  public var title: String?
  /// "WAV", "FLAC", "Ogg Vorbis" …, as the library calls it.
  public var kind: String
}
