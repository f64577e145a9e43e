/// A WAV file, written and read by the tests' own few lines: nothing of the program under test, and
/// no library that it uses too, stands between a number and its bytes.
struct WaveFile: Equatable {
  /// How samples are kept.
  enum Encoding: Int {
    case pcm16 = 16
    case pcm24 = 24
    case float = 32
  }

  struct Failure: Error {
    let reason: String
  }

  var sampleRate = 48_000
  var encoding = Encoding.float
  /// Planar, equally long.
  var channels: [[Float]]

  var frameCount: Int { channels.first?.count ?? 0 }
  var left: [Float] { channels[0] }
  var right: [Float] { channels[channels.count - 1] }

  init(_ channels: [[Float]], _ encoding: Encoding = .float, rate: Int = 48_000) {
    self.channels = channels
    self.encoding = encoding
    sampleRate = rate
  }

  /// What a file of this encoding can hold of a signal.
  static func rounded(_ x: [Float], to encoding: Encoding) -> [Float] {
    guard encoding != .float else { return x }
    let full: Float = encoding == .pcm16 ? 32_768 : 8_388_608
    // 0 is added because integers have no negative zero.
    return x.map { ($0 * full).rounded() / full + 0 }
  }

  // MARK: Writing

  var bytes: [UInt8] {
    let width = encoding.rawValue / 8
    let dataSize = frameCount * channels.count * width
    var bytes: [UInt8] = []
    bytes.reserveCapacity(dataSize + 44)
    func add(_ value: Int, _ count: Int) {
      for i in 0..<count { bytes.append(UInt8(truncatingIfNeeded: value >> (8 * i))) }
    }
    bytes += Array("RIFF".utf8)
    add(36 + dataSize, 4)
    bytes += Array("WAVEfmt ".utf8)
    add(16, 4)
    add(encoding == .float ? 3 : 1, 2)
    add(channels.count, 2)
    add(sampleRate, 4)
    add(sampleRate * channels.count * width, 4)
    add(channels.count * width, 2)
    add(encoding.rawValue, 2)
    bytes += Array("data".utf8)
    add(dataSize, 4)
    for i in 0..<frameCount {
      for channel in channels {
        switch encoding {
        case .float: add(Int(channel[i].bitPattern), 4)
        case .pcm16: add(Int((channel[i] * 32_768).rounded()), 2)
        case .pcm24: add(Int((channel[i] * 8_388_608).rounded()), 3)
        }
      }
    }
    return bytes
  }

  // MARK: Reading

  /// Reads what follows the header, whatever length that tells: up to `dataSize` where there is as
  /// much, else to the end.
  init(bytes: [UInt8]) throws {
    func number(_ at: Int, _ count: Int) -> Int {
      (0..<count).reduce(0) { $0 | Int(bytes[at + $1]) << (8 * $1) }
    }
    func word(_ at: Int) -> String { String(decoding: bytes[at..<at + 4], as: UTF8.self) }
    guard bytes.count >= 12, ["RIFF", "RF64"].contains(word(0)), word(8) == "WAVE" else {
      throw Failure(reason: "no WAV header in \(bytes.count) bytes")
    }
    var at = 12, format = 0, channelCount = 0, bits = 0
    while at + 8 <= bytes.count {
      let name = word(at), size = number(at + 4, 4)
      at += 8
      if name == "fmt " {
        format = number(at, 2)
        channelCount = number(at + 2, 2)
        sampleRate = number(at + 4, 4)
        bits = number(at + 14, 2)
        // Extensible: the format stands first in its identifier.
        if format == 0xFFFE { format = number(at + 24, 2) }
      } else if name == "data" {
        guard let encoding = Encoding(rawValue: bits), format == (bits == 32 ? 3 : 1),
          channelCount > 0
        else { throw Failure(reason: "format \(format), \(bits) bits") }
        self.encoding = encoding
        let width = bits / 8, end = size <= bytes.count - at ? at + size : bytes.count
        let frames = (end - at) / (width * channelCount)
        channels = Self.planar(bytes, at, frames, channelCount, encoding)
        return
      }
      at += size + size % 2
    }
    throw Failure(reason: "no data chunk")
  }

  private static func planar(
    _ bytes: [UInt8], _ start: Int, _ frames: Int, _ channelCount: Int, _ encoding: Encoding
  ) -> [[Float]] {
    var channels = [[Float]](
      repeating: [Float](repeating: 0, count: frames), count: channelCount)
    bytes.withUnsafeBytes { raw in
      for c in 0..<channelCount {
        channels[c].withUnsafeMutableBufferPointer { samples in
          let width = encoding.rawValue / 8
          var at = start + c * width
          for i in 0..<frames {
            switch encoding {
            case .float: samples[i] = raw.loadUnaligned(fromByteOffset: at, as: Float.self)
            case .pcm16:
              samples[i] = Float(raw.loadUnaligned(fromByteOffset: at, as: Int16.self)) / 32_768
            case .pcm24:
              let low = Int32(raw[at]) | Int32(raw[at + 1]) << 8
              let high = Int32(Int8(bitPattern: raw[at + 2])) << 16
              samples[i] = Float(high | low) / 8_388_608
            }
            at += width * channelCount
          }
        }
      }
    }
    return channels
  }
}
