import MixEngine
import MixIO
import MixTestSupport
import Testing

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
    #expect(content.samples == NumberedSource.frames(37..<100_001))
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
}
