import Glibc
import MixEngine
import MixIO
import MixTestSupport
import Testing

@Suite struct FileReaderPoolTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// A WAV header for so many frames of 16-bit stereo, the frames themselves a hole in the file.
  private func sparseFile(_ name: String, frameCount: Int) throws -> String {
    func little(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    let size = frameCount * 4
    var header = Array("RIFF".utf8) + little(size + 36, 4) + Array("WAVEfmt ".utf8)
    header += little(16, 4) + little(1, 2) + little(2, 2) + little(48_000, 4)
    header += little(192_000, 4) + little(4, 2) + little(16, 2) + Array("data".utf8)
    header += little(size, 4)
    let path = try directory.write(bytes: header, to: name)
    #expect(truncate(path, off_t(44 + size)) == 0)
    return path
  }

  @Test(arguments: [FileReaderPool.Mode.inline, .threads])
  func `memory is bounded for files of hours`(mode: FileReaderPool.Mode) throws {
    let pool = FileReaderPool(mode: mode)
    let hours = 2 * 3600 * 48_000
    let files = try (0..<4).map {
      try pool.open(path: sparseFile("\($0).wav", frameCount: hours))
    }
    for file in files {
      let bench = SoundFileBench(file)
      bench.send(.play)
      for place in stride(from: 0.0, to: 7000, by: 500) {
        bench.send(.seek, at: bench.left.count, value: place)
        bench.render(64_000)
      }
      #expect(bench.player.playState == .playing)
      #expect(bench.player.length == Int64(hours))
    }
    for file in files {
      // A page is 16 KiB: those ahead, those around the start, a few to fill.
      let pages = (mode == .inline ? 4 : 16) + 12
      #expect(file.table.byteCount <= pages * 16_384)
    }
  }

  @Test func `many players get their pages from one thread`() throws {
    let pool = FileReaderPool()
    var benches: [(SoundFileBench, [[Float]])] = []
    for i in 0..<24 {
      let kind = TestSoundFile.kinds[i % TestSoundFile.kinds.count]
      let path = directory["\(i).\(kind.ending)"]
      let count = 40_000 + 1000 * i
      try TestSoundFile.write(
        [Signals.noise(count, seed: UInt64(i)), Signals.sine(200, count)], to: path, kind)
      benches.append((SoundFileBench(try pool.open(path: path)), try TestSoundFile.read(path)))
    }
    for (bench, _) in benches { bench.send(.play) }
    for _ in 0..<20 {
      for (bench, _) in benches { bench.render(3200) }
    }
    for (bench, expected) in benches {
      let count = min(64_000, expected[0].count)
      #expect(
        Measurements.differingFrames(
          bench.left[..<count].map { $0 + 0 }, expected[0][..<count].map { $0 + 0 }) == 0)
      #expect(
        Measurements.differingFrames(
          bench.right[..<count].map { $0 + 0 }, expected[1][..<count].map { $0 + 0 }) == 0)
    }
  }

  @Test func `in real time the thread keeps ahead`() throws {
    let path = directory["a.flac"]
    let x = Signals.noise(96_000, seed: 61)
    try TestSoundFile.write([x, x], to: path, TestSoundFile.kind("flac 24"))
    let expected = try TestSoundFile.read(path)
    let bench = SoundFileBench(try FileReaderPool().open(path: path), isOffline: false)
    #expect(waitUntil { bench.player.isReady(frameCount: 1024) })
    bench.send(.play)
    // Faster than real time, but never faster than the pages come.
    while bench.player.playState != .ended {
      #expect(waitUntil { bench.player.isReady(frameCount: 1024) })
      bench.render(512)
    }
    #expect(bench.player.underrunCount == 0)
    #expect(
      Measurements.differingFrames(
        bench.left[..<96_000].map { $0 + 0 }, expected[0].map { $0 + 0 }) == 0)
  }

  @Test func `no page is ever stale, however wildly somebody seeks`() throws {
    let count = 1_000_000
    let path = directory["a.wav"]
    let x = Signals.numbered(count)
    try TestSoundFile.write([x, x.map { -$0 }], to: path, TestSoundFile.kind("wav float"))
    // Few pages: slots are used again at once.
    let pool = FileReaderPool(pagesAhead: 2)
    let bench = SoundFileBench(try pool.open(path: path), isOffline: false)
    var generator = SeededGenerator(seed: 62)
    bench.send(.play)
    var checked = 0
    var wrong = 0
    for _ in 0..<3000 {
      let place = Double(generator.next() % UInt64(count - 20_000)) / 48_000
      bench.send(.seek, at: bench.left.count, value: place)
      for _ in 0..<10 + generator.next() % 20 {
        bench.render(64)
        let last = bench.left.count - 1
        if bench.left[last] != -bench.right[last] { wrong += 1 }
        // Two numbers that follow each other: it plays steadily, and no fade makes them so.
        guard let number = Signals.index(of: bench.left[last]), number > 0,
          Signals.index(of: bench.left[last - 1]) == number - 1
        else { continue }
        checked += 1
        if number != Int(bench.player.position) - 1 { wrong += 1 }
      }
    }
    #expect(wrong == 0)
    #expect(checked > 3000)
  }

  @Test(arguments: [22_050, 44_100, 48_000, 96_000])
  func `every rate plays bit for bit in an engine of that rate, and in tune in others`(
    rate: Int
  ) throws {
    let pool = FileReaderPool(mode: .inline)
    let names = ["wav 16", "wav 24", "wav float", "aiff 16", "flac 24", "ogg", "mp3", "opus"]
    for name in names where !(rate > 48_000 && name == "mp3") {
      if name == "opus", rate != 48_000 { continue }
      let kind = TestSoundFile.kind(name)
      let path = directory["\(rate).\(kind.ending)"]
      let x = Signals.sine(997, rate, rate: Double(rate))
      try TestSoundFile.write([x, x], to: path, kind, rate: rate)
      let expected = try TestSoundFile.read(path)[0]
      let exact = SoundFileBench(try pool.open(path: path), rate: rate)
      exact.send(.play)
      exact.render(expected.count)
      #expect(
        Measurements.differingFrames(exact.left, expected.map { $0 + 0 }) == 0, "\(name)")
      guard kind.isExact else { continue }
      let other = rate == 48_000 ? 44_100 : 48_000
      let bench = SoundFileBench(try pool.open(path: path), rate: other)
      bench.send(.play)
      bench.render(other)
      let tone = Signals.sine(997, other, rate: Double(other))
      let snr = Measurements.signalToNoise(
        bench.left[400..<other - 400], reference: tone[400..<other - 400])
      #expect(snr > (name.hasSuffix("16") ? 85 : 100), "\(name)")
    }
  }
}
