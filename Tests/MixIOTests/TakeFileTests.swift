import CSndFile
import Glibc
import MixEngine
import MixTestSupport
import Testing

@testable import MixIO

/// Files of every kind, read back.
@Suite struct TakeFileTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  func makeFile(
    _ name: String, _ encoding: TakeEncoding?, rate: Int = 48_000, ditherSeed: UInt64? = nil
  ) throws -> TakeFile {
    let path = FilePath(directory[name])
    return try TakeFile(
      try OutputFile.createNew(path),
      format: try TakeFormat(path: path, encoding: encoding, sampleRate: SampleRate(rate)),
      dither: ditherSeed.map { TakeDither(seed: $0) })
  }

  static let exactKinds: [(TakeKind, TakeEncoding, container: Int, codec: Int)] = [
    (.wav, .pcm16, Int(SF_FORMAT_WAV), Int(SF_FORMAT_PCM_16)),
    (.wav, .pcm24, Int(SF_FORMAT_WAV), Int(SF_FORMAT_PCM_24)),
    (.wav, .float, Int(SF_FORMAT_WAV), Int(SF_FORMAT_FLOAT)),
    (.flac, .pcm16, Int(SF_FORMAT_FLAC), Int(SF_FORMAT_PCM_16)),
    (.flac, .pcm24, Int(SF_FORMAT_FLAC), Int(SF_FORMAT_PCM_24)),
    (.aiff, .pcm16, Int(SF_FORMAT_AIFF), Int(SF_FORMAT_PCM_16)),
    (.aiff, .pcm24, Int(SF_FORMAT_AIFF), Int(SF_FORMAT_PCM_24)),
    (.aiff, .float, Int(SF_FORMAT_AIFF), Int(SF_FORMAT_FLOAT)),
    (.caf, .pcm16, Int(SF_FORMAT_CAF), Int(SF_FORMAT_PCM_16)),
    (.caf, .pcm24, Int(SF_FORMAT_CAF), Int(SF_FORMAT_PCM_24)),
    (.caf, .float, Int(SF_FORMAT_CAF), Int(SF_FORMAT_FLOAT)),
  ]

  @Test(arguments: exactKinds)
  func `samples come back within half a step of the encoding`(
    _ kind: TakeKind, _ encoding: TakeEncoding, _ container: Int, _ codec: Int
  ) throws {
    let name = "x.\(kind.rawValue)"
    let left = Signals.noise(20_011, seed: 1, amplitude: 0.99)
    let right = Signals.sweep(from: 20, to: 20_000, 20_011)
    let interleaved = Signals.interleaved([left, right])
    let file = try makeFile(name, encoding)
    // Both ways in, in uneven pieces.
    try left.withUnsafeBufferPointer { l in
      try right.withUnsafeBufferPointer { r in
        try file.write(l.baseAddress!, r.baseAddress!, frameCount: 9000)
      }
    }
    try file.write(Array(interleaved[18_000..<18_002]), frameCount: 1)
    try file.write(Array(interleaved[18_002...]), frameCount: 11_010)
    #expect(file.frameCount == 20_011)
    #expect(file.close() == nil)
    let content = try TakeContent(directory[name])
    #expect(content.container == container)
    #expect(content.codec == codec)
    #expect(content.channelCount == 2)
    #expect(content.sampleRate == 48_000)
    #expect(content.toldFrameCount == 20_011)
    let step: Float =
      switch encoding {
      case .pcm16: 0x1p-15
      case .pcm24: 0x1p-23
      case .float: 0
      }
    #expect(greatestDifference(content.samples, interleaved) <= step / 2)
    #expect(file.clippedSampleCount == 0)
  }

  @Test(arguments: [
    (TakeKind.ogg, 8000), (.ogg, 44_100), (.ogg, 48_000), (.ogg, 96_000), (.ogg, 192_000),
    (.opus, 8000), (.opus, 12_000), (.opus, 16_000), (.opus, 24_000), (.opus, 48_000),
  ])
  func `codecs with loss keep the length, the rate and the sound`(
    _ kind: TakeKind, _ rate: Int
  ) throws {
    let name = "x.\(kind.rawValue)", frames = 3 * rate + 17
    let tone = Signals.sine(440, frames, rate: Double(rate), amplitude: 0.5)
    let file = try makeFile(name, nil, rate: rate)
    try file.write(Signals.interleaved([tone, tone]), frameCount: frames)
    #expect(file.close() == nil)
    let content = try TakeContent(directory[name])
    #expect(content.sampleRate == rate)
    #expect(content.frameCount == frames)
    // Away from the ends, where codecs ring.
    let heard = Array(Signals.channel(0, of: content.samples)[(rate / 2)..<(2 * rate)])
    let wanted = Array(tone[(rate / 2)..<(2 * rate)])
    #expect(greatestDifference(heard, wanted) < 0.05)
  }

  @Test(arguments: [TakeKind.wav, .aiff, .caf, .flac])
  func `the same sound gives the same bytes`(_ kind: TakeKind) throws {
    let noise = Signals.noise(10_000, seed: 3)
    for name in ["a", "b"] {
      let file = try makeFile("\(name).\(kind.rawValue)", .pcm24)
      try file.write(noise, frameCount: 5000)
      #expect(file.close() == nil)
    }
    #expect(
      try directory.bytes(of: "a.\(kind.rawValue)") == directory.bytes(of: "b.\(kind.rawValue)"))
  }

  @Test func `a small WAV is RIFF with room for the header of RF64`() throws {
    let file = try makeFile("x.wav", .pcm16)
    try file.write(Signals.noise(2000, seed: 1), frameCount: 1000)
    file.update()
    let early = try directory.bytes(of: "x.wav")
    #expect(file.close() == nil)
    let bytes = try directory.bytes(of: "x.wav")
    #expect(bytes.count == early.count)
    for header in [early, bytes] {
      #expect(String(decoding: header[0..<4], as: UTF8.self) == "RIFF")
      #expect(String(decoding: header[8..<16], as: UTF8.self) == "WAVEJUNK")
      let size = header[4..<8].reversed().reduce(0) { $0 << 8 | Int($1) }
      #expect(size == bytes.count - 8)
    }
  }

  /// 4.1 GiB on the disk: only when asked for.
  @Test(
    .enabled(
      if: getenv("STACKDECK_LARGE_FILES") != nil,
      "set STACKDECK_LARGE_FILES=1: it writes 4.1 GiB into /tmp"))
  func `a WAV past 4 GiB is RF64 and has every frame`() throws {
    let frames = 550_000_000, piece = 8192
    let file = try makeFile("large.wav", .float)
    let samples = Signals.noise(2 * piece, seed: 9)
    var left = frames
    while left > 0 {
      try file.write(samples, frameCount: min(left, piece))
      left -= piece
    }
    #expect(file.close() == nil)
    var information = SF_INFO()
    let handle = try #require(sf_open(directory["large.wav"], Int32(SFM_READ), &information))
    defer { sf_close(handle) }
    #expect(Int(information.format) & Int(SF_FORMAT_TYPEMASK) == Int(SF_FORMAT_RF64))
    #expect(information.frames == sf_count_t(frames))
    let last = frames - frames % piece
    #expect(sf_seek(handle, sf_count_t(last), Int32(SEEK_SET)) == sf_count_t(last))
    var end = [Float](repeating: 0, count: 2 * (frames % piece))
    #expect(sf_readf_float(handle, &end, sf_count_t(frames % piece)) == frames % piece)
    #expect(end == Array(samples[..<end.count]))
  }

  @Test(arguments: [8, 16, 24], [0.0, 0.25, 0.5, -0.3])
  func `dither keeps the mean of what lies between two steps`(
    _ bits: Int, _ fraction: Double
  ) throws {
    var dither = TakeDither(seed: 5)
    let scale = Double(1 << (bits - 1))
    // A power of two times a small number: exact in a Float.
    let value = Float((8 + fraction) / scale)
    let source = [Float](repeating: value, count: 40_000)
    var result = [Int32](repeating: 0, count: source.count)
    #expect(dither.encode(source, bits: bits, into: &result, count: source.count) == 0)
    let steps = result.map { Double($0) / Double(1 << (32 - bits)) }
    let mean = steps.reduce(0, +) / Double(steps.count)
    #expect(abs(mean - Double(value) * scale) < 0.02)
    // Triangular noise and rounding: a quarter of a step squared, whatever the signal.
    let power = steps.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(steps.count)
    #expect(abs(power - 0.25) < 0.01)
  }

  @Test func `dithered samples beyond full scale are clipped and counted`() {
    var dither = TakeDither(seed: 1)
    let source: [Float] = [1.5, -2, .infinity, -.infinity, .nan, 1, -1, 0.5]
    var result = [Int32](repeating: 7, count: source.count)
    #expect(dither.encode(source, bits: 16, into: &result, count: source.count) == 4)
    #expect(result[0] == 32_767 << 16)
    #expect(result[1] == -32_768 << 16)
    #expect(result[2] == 32_767 << 16)
    #expect(result[3] == -32_768 << 16)
    #expect(abs(result[4]) <= 1 << 16)
    #expect(result.allSatisfy { $0 & 0xFFFF == 0 })
  }

  @Test(arguments: TakeKind.allCases)
  func `a write that fails part of the way leaves whole frames and their number`(
    _ kind: TakeKind
  ) async throws {
    let path = directory["x.\(kind.rawValue)"]
    await #expect(processExitsWith: .success) {
      [path = path as String, kind = kind.rawValue as String] in
      signal(SIGXFSZ, SIG_IGN)
      let kind = try #require(TakeKind(rawValue: kind))
      let output = try OutputFile.createNew(FilePath(path))
      let file = try TakeFile(
        output, format: try TakeFormat(kind, sampleRate: SampleRate(48_000)))
      // After the file was made: it does not know of the limit and runs into it.
      var limit = rlimit(rlim_cur: 500_003, rlim_max: 500_003)
      setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      let noise = Signals.noise(2 * 4800, seed: 4)
      var failure: TakeError?
      for _ in 0..<1000 where failure == nil {
        do throws(TakeError) { try file.write(noise, frameCount: 4800) } catch {
          failure = error
        }
      }
      #expect(failure?.isFull == true)
      #expect(file.close()?.isFull == true)
      let content = try TakeContent(path)
      if kind.hasHeaderUpdates {
        #expect(content.toldFrameCount == file.frameCount)
        #expect(content.frameCount == Int(file.frameCount))
      } else {
        #expect(content.frameCount > 0)
        #expect(content.frameCount <= Int(file.frameCount))
      }
    }
  }
}
