import Glibc
import MixEngine
import MixTestSupport
import Testing

@testable import MixIO

/// A recorder from the render thread to the file.
@Suite struct TakeWriterTests {
  /// A recorder in a directory of its own.
  struct Recording {
    let directory: TemporaryDirectory
    let bench: RecorderBench
    let writer: TakeWriter

    init(
      _ name: String = "take.wav", _ encoding: TakeEncoding? = .float, source: Module? = nil,
      ringFrameCount: Int = 1 << 15, batch: Int = 4096, rate: Int = 48_000,
      isConverting: Bool = true, ditherSeed: UInt64? = nil
    ) throws {
      directory = try TemporaryDirectory()
      let path = FilePath(name)
      let format = try TakeFormat(path: path, encoding: encoding, sampleRate: SampleRate(rate))
      let ring = isConverting ? format.ringFormat(isDithered: ditherSeed != nil) : .float
      bench = RecorderBench(
        source ?? NumberedSource(), format: ring, ringFrameCount: ringFrameCount, batch: batch,
        rate: rate)
      writer = TakeWriter(
        tap: bench.tap, names: FileNamePattern(path, base: FilePath(directory.path)),
        format: format, ditherSeed: ditherSeed, clock: .offline(SampleRate(rate)))
    }

    /// Renders, the writer's thread or this one writing.
    func render(_ frameCount: Int, request: Int = 1000, isThreaded: Bool) {
      if isThreaded { writer.start() }
      bench.render(frameCount, request: request) {
        if isThreaded {
          bench.tap.drained.wait { bench.tap.hasRoom(frameCount: request) }
        } else {
          writer.drain()
        }
      }
      writer.finish()
    }
  }

  @Test(arguments: [false, true])
  func `a take holds exactly the frames that were rendered`(_ isThreaded: Bool) throws {
    let recording = try Recording()
    recording.bench.send(.beginTake, at: 37)
    recording.bench.send(.endTake, at: 100_001)
    recording.render(110_000, isThreaded: isThreaded)
    let content = try TakeContent(recording.directory["take.wav"])
    #expect(greatestDifference(content.samples, NumberedSource.frames(37..<100_001)) == 0)
    #expect(content.toldFrameCount == 99_964)
    #expect(content.sampleRate == 48_000)
    let reports = recording.writer.takeReports()
    #expect(reports.count == 1)
    #expect(reports.first?.isComplete == true)
    #expect(reports.first?.frameCount == 99_964)
    #expect(reports.first?.firstFrame == 37)
    #expect(reports.first?.path == FilePath(recording.directory["take.wav"]))
    #expect(recording.writer.takeReports().isEmpty)
    #expect(recording.writer.status.path == nil)
    #expect(recording.writer.status.finishedCount == 1)
  }

  @Test(arguments: [false, true])
  func `split files joined hold what an unsplit take holds`(_ isThreaded: Bool) throws {
    let splits = [1000, 1001, 31_337, 65_536]
    let recording = try Recording("part.wav", .float)
    recording.bench.send(.beginTake, at: 5)
    for split in splits { recording.bench.send(.splitTake, at: Int64(split)) }
    recording.bench.send(.endTake, at: 90_000)
    recording.render(90_100, isThreaded: isThreaded)
    let names = ["part.wav", "part-2.wav", "part-3.wav", "part-4.wav", "part-5.wav"]
    let contents = try names.map { try TakeContent(recording.directory[$0]) }
    let joined = contents.flatMap(\.samples)
    #expect(greatestDifference(joined, NumberedSource.frames(5..<90_000)) == 0)
    #expect(contents.map(\.frameCount) == [995, 1, 30_336, 34_199, 24_464])
    let reports = recording.writer.takeReports()
    #expect(reports.map(\.firstFrame) == [5, 1000, 1001, 31_337, 65_536])
    #expect(reports.map { $0.path?.name.description } == names)
  }

  @Test func `what is rendered during a pause is not in the file`() throws {
    let recording = try Recording()
    recording.bench.send(.beginTake, at: 0)
    recording.bench.send(.pauseTake, at: 20_003)
    recording.bench.send(.resumeTake, at: 60_001)
    recording.bench.send(.endTake, at: 70_000)
    recording.render(71_000, isThreaded: true)
    let content = try TakeContent(recording.directory["take.wav"])
    let expected = NumberedSource.frames(0..<20_003) + NumberedSource.frames(60_001..<70_000)
    #expect(greatestDifference(content.samples, expected) == 0)
  }

  @Test func `a take that still runs ends with the last frame rendered`() throws {
    let recording = try Recording()
    recording.bench.send(.beginTake, at: 0)
    recording.render(48_000, isThreaded: true)
    #expect(try TakeContent(recording.directory["take.wav"]).frameCount == 48_000)
    #expect(recording.writer.takeReports().map(\.frameCount) == [48_000])
    recording.writer.finish()
    #expect(recording.writer.takeReports().isEmpty)
  }

  @Test func `each take is a file of its own and none is ever overwritten`() throws {
    let recording = try Recording("take.wav", .pcm16)
    try recording.directory.write("mine", to: "take.wav")
    try recording.directory.write("mine too", to: "take-3.wav")
    for begin in stride(from: 0, to: 5000, by: 1000) {
      recording.bench.send(.beginTake, at: Int64(begin))
      recording.bench.send(.endTake, at: Int64(begin + 100))
    }
    recording.render(6000, isThreaded: true)
    #expect(try recording.directory.text(of: "take.wav") == "mine")
    #expect(try recording.directory.text(of: "take-3.wav") == "mine too")
    let names = recording.writer.takeReports().map { $0.path?.name.description }
    #expect(
      names == ["take-2.wav", "take-4.wav", "take-5.wav", "take-6.wav", "take-7.wav"])
    for name in names.compactMap(\.self) {
      #expect(try TakeContent(recording.directory[name]).frameCount == 100)
    }
  }

  @Test func `a take without frames leaves no file`() throws {
    let recording = try Recording()
    recording.bench.send(.beginTake, at: 100)
    recording.bench.send(.endTake, at: 100)
    recording.bench.send(.beginTake, at: 200)
    recording.bench.send(.pauseTake, at: 200)
    recording.render(1000, isThreaded: true)
    #expect(try recording.directory.names() == [])
    #expect(recording.writer.takeReports().isEmpty)
  }

  @Test(arguments: [FrameRing.Format.float, .integer16])
  func `lost frames are silence of the same length`(_ ring: FrameRing.Format) throws {
    let isInteger = ring == .integer16
    let recording = try Recording(
      "take.wav", isInteger ? .pcm16 : .float, ringFrameCount: 4096, batch: 1024)
    // Nobody writes for a while: the writer begins late.
    recording.bench.send(.beginTake, at: 33)
    recording.bench.render(10_000)
    recording.writer.drain()
    recording.bench.send(.endTake, at: 13_000)
    recording.bench.render(3000)
    recording.writer.finish()
    let content = try TakeContent(recording.directory["take.wav"])
    let lost = 4096..<10_048
    var expected =
      NumberedSource.frames(33..<lost.lowerBound)
      + [Float](repeating: 0, count: 2 * lost.count)
      + NumberedSource.frames(lost.upperBound..<13_000)
    if isInteger {
      expected = expected.map { ($0 * 32_768).rounded(.toNearestOrEven) / 32_768 }
    }
    #expect(greatestDifference(content.samples, expected) == 0)
    let report = try #require(recording.writer.takeReports().first)
    #expect(report.gapFrameCount == Int64(lost.count))
    #expect(report.frameCount == 12_967)
    #expect(report.missingFrameCount == 0)
    #expect(!report.isComplete)
    #expect(recording.bench.tap.lostFrameCount == lost.count)
  }

  @Test func `however late the writer comes, every frame has its place`() throws {
    let recording = try Recording(ringFrameCount: 2048, batch: 256)
    recording.bench.send(.beginTake, at: 1)
    recording.bench.send(.splitTake, at: 123_457)
    recording.bench.send(.endTake, at: 399_999)
    // As fast as it goes, without asking for room: the ring is full again and again.
    for i in 0..<400 {
      recording.bench.render(1000)
      if i == 3 { recording.writer.start() }
    }
    recording.writer.finish()
    let reports = recording.writer.takeReports()
    #expect(reports.map(\.frameCount) == [123_456, 276_542])
    let samples =
      try TakeContent(recording.directory["take.wav"]).samples
      + TakeContent(recording.directory["take-2.wav"]).samples
    #expect(samples.count == 2 * 399_998)
    var silent = 0, wrong = 0
    for (i, frame) in stride(from: 0, to: samples.count, by: 2).enumerated() {
      let expected = Float(i + 1) / 8_388_608
      if samples[frame] == 0, samples[frame + 1] == 0 {
        silent += 1
      } else if samples[frame] != expected || samples[frame + 1] != -expected {
        wrong += 1
      }
    }
    #expect(wrong == 0)
    #expect(silent == recording.bench.tap.lostFrameCount)
    #expect(Int64(silent) == reports.reduce(0) { $0 + $1.gapFrameCount })
    #expect(silent > 0)
  }

  @Test(arguments: [true, false])
  func `samples beyond full scale are clipped and counted for each file`(
    _ isConverting: Bool
  ) throws {
    for encoding in [TakeEncoding.pcm16, .pcm24, .float] {
      let recording = try Recording(
        "take.wav", encoding, source: NumberedSource(gain: 2048), isConverting: isConverting)
      recording.bench.send(.beginTake, at: 0)
      recording.bench.send(.splitTake, at: 4200)
      recording.bench.send(.endTake, at: 5000)
      recording.render(6000, isThreaded: true)
      let reports = recording.writer.takeReports()
      // Beyond ±1 from frame 4,097 on, on both sides.
      #expect(
        reports.map(\.clippedSampleCount) == (encoding == .float ? [0, 0] : [206, 1600]))
      let samples =
        try TakeContent(recording.directory["take.wav"]).samples
        + TakeContent(recording.directory["take-2.wav"]).samples
      let exact = NumberedSource.frames(0..<5000, gain: 2048)
      switch encoding {
      case .float: #expect(greatestDifference(samples, exact) == 0)
      case .pcm16:
        #expect(greatestDifference(samples, exact.map { min(max($0, -1), 1) }) <= 0x1p-15)
      case .pcm24:
        #expect(greatestDifference(samples, exact.map { min(max($0, -1), 1) }) <= 0x1p-23)
      }
      #expect(samples.max() ?? 0 <= (encoding == .float ? 3 : 1))
    }
  }

  @Test func `a kind of file that is full goes on in the next one`() throws {
    let directory = try TemporaryDirectory()
    var format = try TakeFormat(
      path: "long.aiff", encoding: .float, sampleRate: SampleRate(48_000))
    #expect(format.maximumFrameCount * 8 < 1 << 32)
    format.maximumFrameCount = 3000
    let bench = RecorderBench()
    let writer = TakeWriter(
      tap: bench.tap, names: FileNamePattern("long.aiff", base: FilePath(directory.path)),
      format: format)
    bench.send(.beginTake, at: 10)
    bench.send(.endTake, at: 7000)
    bench.render(7000)
    writer.finish()
    let reports = writer.takeReports()
    #expect(reports.map(\.frameCount) == [3000, 3000, 990])
    #expect(reports.map(\.firstFrame) == [10, 3010, 6010])
    let samples = try ["long.aiff", "long-2.aiff", "long-3.aiff"].flatMap {
      try TakeContent(directory[$0]).samples
    }
    #expect(greatestDifference(samples, NumberedSource.frames(10..<7000)) == 0)
  }

  @Test func `where no file can be made the take is missing and says why`() throws {
    let directory = try TemporaryDirectory()
    try directory.write("no directory", to: "file")
    let bench = RecorderBench()
    let names = FileNamePattern("file/take.wav", base: FilePath(directory.path))
    let writer = TakeWriter(
      tap: bench.tap, names: names,
      format: try TakeFormat(path: "take.wav", sampleRate: SampleRate(48_000)))
    bench.send(.beginTake, at: 0)
    bench.render(640)
    writer.drain()
    #expect(writer.status.path == nil)
    #expect(writer.status.error != nil)
    writer.finish()
    let report = try #require(writer.takeReports().first)
    #expect(report.path == nil)
    #expect(report.missingFrameCount == 640)
    guard case .storage(let error) = report.error else {
      Issue.record("\(String(describing: report.error))")
      return
    }
    #expect(error.error == ENOTDIR)
  }

  @Test func `dither is the same for the same seed, and another for another`() throws {
    func samples(_ seed: UInt64?) throws -> [Float] {
      let recording = try Recording("take.wav", .pcm16, ditherSeed: seed)
      recording.bench.send(.beginTake, at: 0)
      recording.render(20_000, isThreaded: false)
      return try TakeContent(recording.directory["take.wav"]).samples
    }
    let first = try samples(1)
    #expect(try greatestDifference(samples(1), first) == 0)
    #expect(try greatestDifference(samples(2), first) > 0)
    #expect(try greatestDifference(samples(nil), first) > 0)
    // A step and a half: one of noise, half of rounding.
    let exact = NumberedSource.frames(0..<20_032)
    #expect(greatestDifference(first, exact) <= 1.5 / 32_768)
    #expect(greatestDifference(first, exact) > 0.5 / 32_768)
  }

  @Test func `the status tells of the file that is being written`() throws {
    let recording = try Recording("take.wav", .pcm16, source: NumberedSource(gain: 2048))
    recording.writer.start()
    recording.bench.send(.beginTake, at: 0)
    recording.bench.render(4992)
    #expect(waitUntil { recording.writer.status.frameCount == 4992 })
    #expect(recording.writer.status.path == FilePath(recording.directory["take.wav"]))
    #expect(recording.writer.status.clippedSampleCount == 2 * 895)
    recording.writer.finish()
    #expect(recording.writer.status.finishedCount == 1)
  }

  @Test func `the header is brought up to date while the take runs`() throws {
    for name in ["take.wav", "take.aiff", "take.caf"] {
      let recording = try Recording(name, .float)
      recording.writer.start()
      recording.bench.send(.beginTake, at: 0)
      // Little by little, as live: the file is updated when something was written.
      #expect(
        waitUntil {
          recording.bench.render(64)
          let told = try? TakeContent(recording.directory[name]).toldFrameCount
          return told ?? 0 > 64
        })
      recording.writer.finish()
    }
  }
}
