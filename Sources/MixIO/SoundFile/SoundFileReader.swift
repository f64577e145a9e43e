import CSndFile
import Glibc
import MixEngine

/// Reads the frames of a sound file: everything that libsndfile knows (WAV, RF64, W64, AIFF, CAF,
/// AU, FLAC, Ogg Vorbis, Opus, MP3 …), by a path of any bytes.
///
/// One thread at a time; it blocks. Files of more than two channels are folded down (`FoldDown`).
public final class SoundFileReader: @unchecked Sendable {
  /// What the header says.
  public let info: SoundFileInfo
  /// How pages of this file are best kept.
  public let layout: PageTable.Layout
  private let handle: SoundFileHandle
  private let fold: FoldDown?
  private let scratch: UnsafeMutablePointer<Float>
  private let scratchFrames: Int
  /// The frame that the library reads next; −1: it has to be told.
  private var position: Int64 = 0
  /// Frames to begin earlier when a place is looked for.
  private let preroll: Int64

  var mayBlock: Bool { handle.mayBlock }

  /// Opens a file. A FIFO is waited for, until somebody has written its header.
  public convenience init(path: [UInt8]) throws(SoundFileProblem) {
    try self.init(path: path, adopt: { _ in })
  }

  public convenience init(path: String) throws(SoundFileProblem) {
    try self.init(path: Array(path.utf8))
  }

  /// - Parameter adopt: is given the stream of a FIFO before anything blocks.
  init(path: [UInt8], adopt: (SoundFileStream) -> Void) throws(SoundFileProblem) {
    let handle = try SoundFileHandle.open(path, adopt: adopt)
    let header = handle.header
    let channelCount = Int(header.channels)
    guard header.samplerate >= 1, header.samplerate <= 768_000 else {
      throw .unusable(reason: "its sample rate is \(header.samplerate) Hz")
    }
    guard channelCount >= 1 else { throw .unusable(reason: "it has no channels") }
    let isSeekable = handle.stream == nil && header.seekable != 0
    let isKnown = handle.stream == nil && header.frames < sf_count_t.max
    if isKnown, header.frames <= 0 { throw .isEmpty }
    let encoding = Int(header.format) & SF_FORMAT_SUBMASK
    let major = Int(header.format) & SF_FORMAT_TYPEMASK
    info = SoundFileInfo(
      sampleRate: Int(header.samplerate), channelCount: channelCount,
      frameCount: isKnown ? Int64(header.frames) : nil, isSeekable: isSeekable,
      is16Bit: encoding == SF_FORMAT_PCM_16, artist: Self.text(SF_STR_ARTIST, handle.file),
      title: Self.text(SF_STR_TITLE, handle.file), kind: Self.kind(major: major, encoding))
    layout = channelCount == 1 ? .mono : (channelCount == 2 && info.is16Bit ? .native16 : .stereo)
    if channelCount > 2 {
      var map = [Int32](repeating: 0, count: channelCount)
      let size = Int32(channelCount * MemoryLayout<Int32>.size)
      let isThere = sf_command(handle.file, Int32(SFC_GET_CHANNEL_MAP_INFO), &map, size) != 0
      fold = FoldDown(
        channelCount: channelCount, map: isThere ? map : [], isVorbisOrder: major == SF_FORMAT_OGG)
    } else {
      fold = nil
    }
    // libsndfile does not decode Vorbis' overlap at the place it was told to find.
    preroll = encoding == SF_FORMAT_VORBIS ? 8192 : 0
    scratchFrames = max(32, min(PageTable.frameCount, 65536 / channelCount))
    scratch = .allocate(capacity: scratchFrames * channelCount)
    self.handle = handle
  }

  deinit { scratch.deallocate() }

  /// What a read came to.
  struct Result {
    /// Frames that were there.
    var frameCount: Int
    /// Why there were no more, if it was not the end.
    var failure: String?
    /// The place could not be found.
    var isLost = false
  }

  /// Reads frames into a page; the rest of it becomes silent.
  ///
  /// - Parameters:
  ///   - first: the frame that comes first.
  ///   - samples: room for `PageTable.frameCount` frames of `layout`.
  ///   - layout: `native16` only if that is `self.layout`.
  func read(
    from first: Int64, into samples: UnsafeMutableRawPointer, as layout: PageTable.Layout
  ) -> Result {
    let count = PageTable.frameCount
    guard find(first) else {
      clear(samples, from: 0, layout)
      return Result(frameCount: 0, failure: failure, isLost: true)
    }
    var done = 0
    while done < count {
      let n = read(count - done, into: samples, at: done, layout)
      if n <= 0 { break }
      done += n
    }
    position += Int64(done)
    if done < count { clear(samples, from: done, layout) }
    return Result(frameCount: done, failure: done < count ? failure : nil)
  }

  /// Some frames, at most `count`. 0: no more.
  private func read(
    _ count: Int, into samples: UnsafeMutableRawPointer, at place: Int, _ layout: PageTable.Layout
  ) -> Int {
    if layout == .native16 {
      let words = samples.assumingMemoryBound(to: Int16.self) + 2 * place
      return Int(sf_readf_short(handle.file, words, sf_count_t(count)))
    }
    let left = samples.assumingMemoryBound(to: Float.self) + place
    if info.channelCount == 1, layout == .mono {
      return Int(sf_readf_float(handle.file, left, sf_count_t(count)))
    }
    let right = left + PageTable.rightOffset
    let n = Int(sf_readf_float(handle.file, scratch, sf_count_t(min(count, scratchFrames))))
    guard n > 0 else { return 0 }
    if let fold {
      fold.apply(scratch, left, right, frameCount: n)
    } else if info.channelCount == 1 {
      Kernel.copy(scratch, to: left, frameCount: n)
      Kernel.copy(scratch, to: right, frameCount: n)
    } else {
      Kernel.deinterleave(scratch, left, right, frameCount: n)
    }
    return n
  }

  private func clear(
    _ samples: UnsafeMutableRawPointer, from place: Int, _ layout: PageTable.Layout
  ) {
    let left = samples.assumingMemoryBound(to: Float.self) + place
    // A frame of 16-bit stereo is as large as a Float.
    Kernel.clear(left, frameCount: PageTable.frameCount - place)
    if layout == .stereo {
      Kernel.clear(left + PageTable.rightOffset, frameCount: PageTable.frameCount - place)
    }
  }

  /// Makes `first` the next frame.
  private func find(_ first: Int64) -> Bool {
    if first == position { return true }
    guard info.isSeekable else { return false }
    let early = max(first - preroll, 0)
    let found = Int64(sf_seek(handle.file, sf_count_t(early), SEEK_SET))
    position = -1
    guard found >= 0, found <= first else { return false }
    var left = Int(first - found)
    while left > 0 {
      let n = sf_readf_float(handle.file, scratch, sf_count_t(min(left, scratchFrames)))
      if n <= 0 { return false }
      left -= Int(n)
    }
    position = first
    return true
  }

  /// What the library, or the system, says went wrong; nil at the end of the file.
  private var failure: String? {
    if let stream = handle.stream, stream.lastError != 0 { return systemReason(stream.lastError) }
    return sf_error(handle.file) == 0 ? nil : String(cString: sf_strerror(handle.file))
  }

  private static func text(_ which: Int, _ file: OpaquePointer) -> String? {
    guard let text = sf_get_string(file, Int32(which)), text.pointee != 0 else { return nil }
    return String(cString: text)
  }

  private static func kind(major: Int, _ encoding: Int) -> String {
    switch (major, encoding) {
    case (SF_FORMAT_WAV, _), (SF_FORMAT_WAVEX, _): "WAV"
    case (SF_FORMAT_RF64, _): "RF64"
    case (SF_FORMAT_W64, _): "W64"
    case (SF_FORMAT_AIFF, _): "AIFF"
    case (SF_FORMAT_CAF, _): "CAF"
    case (SF_FORMAT_AU, _): "AU"
    case (SF_FORMAT_FLAC, _): "FLAC"
    case (SF_FORMAT_OGG, SF_FORMAT_VORBIS): "Ogg Vorbis"
    case (SF_FORMAT_OGG, SF_FORMAT_OPUS): "Opus"
    case (SF_FORMAT_MPEG, _): "MP3"
    default: "sound"
    }
  }
}
