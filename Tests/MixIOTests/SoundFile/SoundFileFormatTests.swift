import MixEngine
import MixIO
import MixTestSupport
import Testing

@Suite struct SoundFileFormatTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func noise(_ count: Int, _ seed: UInt64) -> [Float] {
    Signals.noise(count, seed: seed).map { ($0 * 32_768).rounded() / 32_768 + 0 }
  }

  @Test(arguments: TestSoundFile.kinds, [FileReaderPool.Mode.inline, .threads])
  func `at its own rate a file comes out as the library reads it`(
    kind: TestSoundFile.Kind, mode: FileReaderPool.Mode
  ) throws {
    let (x, y) = (noise(50_000, 1), noise(50_000, 2))
    let path = directory["a.\(kind.ending)"]
    try TestSoundFile.write([x, y], to: path, kind)
    let expected = try TestSoundFile.read(path)
    if kind.isExact {
      #expect(Measurements.maximumDifference(expected[0], x) < 3e-7)
      #expect(Measurements.maximumDifference(expected[1], y) < 3e-7)
    }
    let pool = FileReaderPool(mode: mode)
    let bench = SoundFileBench(try pool.open(path: path))
    bench.send(.play)
    bench.render(51_000)
    let count = expected[0].count
    let rest = Signals.silence(51_000 - count)
    #expect(Measurements.differingFrames(bench.left, expected[0] + rest) == 0)
    #expect(Measurements.differingFrames(bench.right, expected[1] + rest) == 0)
    #expect(bench.frames(of: .ended) == [Int64(count)])
    #expect(bench.player.underrunCount == 0)
  }
}
