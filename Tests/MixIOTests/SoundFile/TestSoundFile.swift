import CSndFile
import Glibc

/// Writes sound files for tests, through libsndfile.
enum TestSoundFile {
  struct Failure: Error {
    let reason: String
  }

  /// A kind of file: its name ends with this.
  struct Kind: CustomStringConvertible, Sendable {
    let name: String
    let format: Int
    /// Whether what was written comes back bit for bit (16-bit values).
    var isExact = true

    var description: String { name }
    var ending: String { String(name.prefix { $0 != " " }) }
  }

  static let kinds: [Kind] = [
    Kind(name: "wav 16", format: SF_FORMAT_WAV | SF_FORMAT_PCM_16),
    Kind(name: "wav 24", format: SF_FORMAT_WAV | SF_FORMAT_PCM_24),
    Kind(name: "wav float", format: SF_FORMAT_WAV | SF_FORMAT_FLOAT),
    Kind(name: "wav double", format: SF_FORMAT_WAV | SF_FORMAT_DOUBLE),
    Kind(name: "rf64 16", format: SF_FORMAT_RF64 | SF_FORMAT_PCM_16),
    Kind(name: "w64 24", format: SF_FORMAT_W64 | SF_FORMAT_PCM_24),
    Kind(name: "aiff 16", format: SF_FORMAT_AIFF | SF_FORMAT_PCM_16),
    Kind(name: "aiff 24", format: SF_FORMAT_AIFF | SF_FORMAT_PCM_24),
    Kind(name: "au 16", format: SF_FORMAT_AU | SF_FORMAT_PCM_16),
    Kind(name: "caf 24", format: SF_FORMAT_CAF | SF_FORMAT_PCM_24),
    Kind(name: "flac 16", format: SF_FORMAT_FLAC | SF_FORMAT_PCM_16),
    Kind(name: "flac 24", format: SF_FORMAT_FLAC | SF_FORMAT_PCM_24),
    Kind(name: "ogg", format: SF_FORMAT_OGG | SF_FORMAT_VORBIS, isExact: false),
    Kind(name: "opus", format: SF_FORMAT_OGG | SF_FORMAT_OPUS, isExact: false),
    Kind(name: "mp3", format: SF_FORMAT_MPEG | SF_FORMAT_MPEG_LAYER_III, isExact: false),
  ]

  static func kind(_ name: String) -> Kind { kinds.first { $0.name == name }! }

  /// - Parameters:
  ///   - channels: planar, equally long.
  ///   - map: libsndfile's channel map; empty: none.
  static func write(
    _ channels: [[Float]], to path: String, _ kind: Kind, rate: Int = 48_000, map: [Int32] = [],
    format: Int? = nil, title: String? = nil, artist: String? = nil
  ) throws {
    var header = SF_INFO()
    header.samplerate = Int32(rate)
    header.channels = Int32(channels.count)
    header.format = Int32(format ?? kind.format)
    guard let file = sf_open(path, Int32(SFM_WRITE), &header) else {
      throw Failure(reason: String(cString: sf_strerror(nil)))
    }
    defer { sf_close(file) }
    if let title { sf_set_string(file, Int32(SF_STR_TITLE), title) }
    if let artist { sf_set_string(file, Int32(SF_STR_ARTIST), artist) }
    if !map.isEmpty {
      var map = map
      let size = Int32(map.count * MemoryLayout<Int32>.size)
      guard sf_command(file, Int32(SFC_SET_CHANNEL_MAP_INFO), &map, size) != 0 else {
        throw Failure(reason: "the kind has no channel map")
      }
    }
    let count = channels[0].count
    // In pieces: the Vorbis writer takes its memory from the stack.
    var done = 0
    while done < count {
      let n = min(4096, count - done)
      var frames: [Float] = []
      frames.reserveCapacity(n * channels.count)
      for i in done..<done + n {
        for channel in channels { frames.append(channel[i]) }
      }
      let written: sf_count_t
      if Int(header.format) & SF_FORMAT_SUBMASK == SF_FORMAT_PCM_16 {
        // libsndfile scales floats by 32767.
        let words = frames.map { Int16(max(-32_768, min(32_767, ($0 * 32_768).rounded()))) }
        written = sf_writef_short(file, words, sf_count_t(n))
      } else {
        written = sf_writef_float(file, frames, sf_count_t(n))
      }
      guard written == n else {
        throw Failure(reason: String(cString: sf_strerror(file)))
      }
      done += n
    }
  }

  /// What libsndfile reads from a file in one go: the yardstick. Planar.
  static func read(_ path: String) throws -> [[Float]] {
    var header = SF_INFO()
    guard let file = sf_open(path, Int32(SFM_READ), &header) else {
      throw Failure(reason: String(cString: sf_strerror(nil)))
    }
    defer { sf_close(file) }
    let channelCount = Int(header.channels)
    var channels = [[Float]](repeating: [], count: channelCount)
    var frames = [Float](repeating: 0, count: 4096 * channelCount)
    while true {
      let n = Int(sf_readf_float(file, &frames, 4096))
      if n <= 0 { return channels }
      for c in 0..<channelCount {
        for i in 0..<n { channels[c].append(frames[i * channelCount + c]) }
      }
    }
  }
}
