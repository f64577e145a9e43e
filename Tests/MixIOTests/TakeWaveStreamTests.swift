import Glibc
import MixEngine
import MixTestSupport
import Testing

@testable import MixIO

/// WAV on standard output, and the header of every WAV.
@Suite struct TakeWaveStreamTests {
  let directory: TemporaryDirectory
  let rate = SampleRate(44_100)

  init() throws { directory = try TemporaryDirectory() }

  /// What a pipe got.
  func piped(
    _ encoding: TakeEncoding, _ body: (WaveStream) throws -> Void
  ) throws -> [UInt8] {
    var ends: [Int32] = [0, 0]
    #expect(pipe(&ends) == 0)
    defer { close(ends[0]) }
    // Nobody reads meanwhile, so all of it must find room.
    #expect(fcntl(ends[1], F_SETPIPE_SZ_NUMBER, 1 << 20) > 0)
    do {
      defer { close(ends[1]) }
      let stream = try WaveStream(descriptor: ends[1], encoding: encoding, sampleRate: rate)
      try body(stream)
      try stream.finish()
    }
    var all: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(ends[0], &chunk, chunk.count)
      if count <= 0 { return all }
      all += chunk[..<count]
    }
  }

  private var F_SETPIPE_SZ_NUMBER: Int32 { 1031 }

  @Test(arguments: TakeEncoding.allCases)
  func `a stream is a WAV of unknown length with every sample`(_ encoding: TakeEncoding) throws {
    let left = Signals.noise(20_011, seed: 1, amplitude: 0.9), right = Signals.numbered(20_011)
    let samples = Signals.interleaved([left, right])
    let bytes = try piped(encoding) { stream in
      try stream.write(left, right, frameCount: 11)
      try stream.write(interleaved: Array(samples[22...]), frameCount: 20_000)
      #expect(stream.frameCount == 20_011)
      #expect(stream.clippedSampleCount == 0)
    }
    let header = WaveHeader(encoding: encoding, sampleRate: rate)
    #expect(bytes.count == header.byteCount + 20_011 * encoding.frameByteCount)
    #expect(Array(bytes[4..<8]) == [255, 255, 255, 255])
    #expect(Array(bytes[(header.byteCount - 4)..<header.byteCount]) == [255, 255, 255, 255])
    let path = try directory.write(bytes: bytes, to: "x.wav")
    let content = try TakeContent(path)
    #expect(content.frameCount == 20_011)
    #expect(content.sampleRate == 44_100)
    let step: Float = encoding == .pcm16 ? 0x1p-15 : encoding == .pcm24 ? 0x1p-23 : 0
    #expect(greatestDifference(content.samples, samples) <= step / 2)
  }

  @Test(
    .enabled(if: Command.isInstalled("sox"), "sox is not installed"),
    arguments: TakeEncoding.allCases)
  func `sox reads a stream from its standard input`(_ encoding: TakeEncoding) throws {
    let samples = Signals.noise(2 * 9999, seed: 2)
    let bytes = try piped(encoding) { try $0.write(interleaved: samples, frameCount: 9999) }
    let result = try Command(
      "sox", ["--ignore-length", "-t", "wav", "-", "-t", "f32", "-"], input: bytes
    ).run()
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.outputBytes.count == 8 * 9999)
    let heard = result.outputBytes.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    let step: Float = encoding == .pcm16 ? 0x1p-15 : 0x1p-23
    #expect(greatestDifference(heard, samples) <= step)
  }

  @Test func `a stream into a file gets its true length`() throws {
    let path = directory["x.wav"]
    try directory.write("before", to: "x.wav")
    let descriptor = open(path, O_WRONLY | O_TRUNC)
    defer { close(descriptor) }
    let stream = try WaveStream(descriptor: descriptor, encoding: .float, sampleRate: rate)
    let samples = Signals.noise(2000, seed: 4)
    try stream.write(interleaved: samples, frameCount: 1000)
    try stream.finish()
    let content = try TakeContent(path)
    #expect(content.toldFrameCount == 1000)
    #expect(content.samples == samples)
    let bytes = try directory.bytes(of: "x.wav")
    #expect(
      Array(bytes[..<94]) == WaveHeader(encoding: .float, sampleRate: rate).bytes(frameCount: 1000))
  }

  @Test func `a stream behind other bytes of a file leaves them alone`() throws {
    let path = try directory.write("before", to: "x.wav")
    let descriptor = open(path, O_WRONLY | O_APPEND)
    defer { close(descriptor) }
    let stream = try WaveStream(descriptor: descriptor, encoding: .pcm16, sampleRate: rate)
    try stream.write(interleaved: [0.5, -0.5], frameCount: 1)
    try stream.finish()
    let bytes = try directory.bytes(of: "x.wav")
    #expect(bytes.count == 6 + 80 + 4)
    #expect(String(decoding: bytes[..<10], as: UTF8.self) == "beforeRIFF")
    #expect(Array(bytes.suffix(4)) == [0, 0x40, 0, 0xC0])
  }

  @Test func `a reader that goes away is an error and no signal`() throws {
    var ends: [Int32] = [0, 0]
    #expect(pipe(&ends) == 0)
    defer { close(ends[1]) }
    let stream = try WaveStream(descriptor: ends[1], sampleRate: rate)
    close(ends[0])
    do throws(TakeError) {
      for _ in 0..<3 { try stream.write(interleaved: [0, 0], frameCount: 1) }
      Issue.record("nobody reads")
    } catch {
      #expect(error.isClosedPipe)
      #expect(error.description == "cannot write standard output: Broken pipe")
    }
    var pending = sigset_t()
    sigpending(&pending)
    #expect(sigismember(&pending, SIGPIPE) == 0)
  }

  @Test func `streams clip and dither as files do`() throws {
    let samples: [Float] = [1.5, -1.5, 0.25, 1]
    let bytes = try piped(.pcm16) { stream in
      try stream.write(interleaved: samples, frameCount: 2)
      #expect(stream.clippedSampleCount == 2)
    }
    #expect(Array(bytes.suffix(8)) == [255, 127, 0, 128, 0, 32, 255, 127])
  }

  // MARK: The header

  func number(_ bytes: [UInt8], _ range: Range<Int>) -> UInt64 {
    bytes[range].reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  @Test(arguments: TakeEncoding.allCases)
  func `a header past 4 GiB is RF64 and as long as a small one`(_ encoding: TakeEncoding) {
    let header = WaveHeader(encoding: encoding, sampleRate: rate)
    let frame = Int64(encoding.frameByteCount)
    let last = (Int64(0xFFFF_FFFE) - Int64(header.byteCount) + 8) / frame
    for (frames, isLarge) in [(0, false), (last, false), (last + 1, true), (1 << 40, true)] {
      let bytes = header.bytes(frameCount: frames), data = UInt64(frames * frame)
      #expect(bytes.count == header.byteCount)
      #expect(String(decoding: bytes[..<4], as: UTF8.self) == (isLarge ? "RF64" : "RIFF"))
      #expect(String(decoding: bytes[12..<16], as: UTF8.self) == (isLarge ? "ds64" : "JUNK"))
      let riff = data + UInt64(header.byteCount) - 8
      #expect(number(bytes, 4..<8) == (isLarge ? 0xFFFF_FFFF : riff))
      #expect(
        number(bytes, (bytes.count - 4)..<bytes.count) == (isLarge ? 0xFFFF_FFFF : data))
      #expect(number(bytes, 20..<28) == (isLarge ? riff : 0))
      #expect(number(bytes, 28..<36) == (isLarge ? data : 0))
      #expect(number(bytes, 36..<44) == (isLarge ? UInt64(frames) : 0))
    }
  }

  /// The samples are a hole in the file: it takes no room on the disk.
  @Test func `a file past 4 GiB is read with all of its frames`() throws {
    let header = WaveHeader(encoding: .float, sampleRate: rate)
    let frames: Int64 = 600_000_000
    let path = try directory.write(bytes: header.bytes(frameCount: frames), to: "x.wav")
    try #require(truncate(path, off_t(header.byteCount) + 8 * off_t(frames)) == 0)
    #expect(try TakeContent.toldFrameCount(path) == frames)
    if Command.isInstalled("ffprobe") {
      let said = try Command(
        "ffprobe", ["-v", "error", "-show_entries", "stream=duration_ts", "-of", "csv=p=0", path]
      ).run()
      #expect(said.output == "\(frames)\n", "\(said.errors)")
    }
  }
}
