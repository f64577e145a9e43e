import MixEngine
import MixTestSupport
import Testing

@Suite struct FilePlayerTests {
  /// Exact in 16 bits too.
  private func noise(_ count: Int, _ seed: UInt64) -> [Float] {
    Signals.noise(count, seed: seed).map { ($0 * 32_768).rounded() / 32_768 + 0 }
  }

  @Test(arguments: [PageTable.Layout.native16, .stereo])
  func `at the file's rate every frame is copied bit for bit`(layout: PageTable.Layout) {
    let (x, y) = (noise(20_000, 1), noise(20_000, 2))
    let bench = PlayerBench()
    bench.player.load(ArrayFile(x, y, layout: layout))
    bench.send(.play, at: 0)
    bench.render(21_000)
    #expect(Measurements.differingFrames(bench.left, x + Signals.silence(1000)) == 0)
    #expect(Measurements.differingFrames(bench.right, y + Signals.silence(1000)) == 0)
    #expect(bench.player.playState == .ended)
    #expect(bench.frames(of: .started) == [0])
    #expect(bench.frames(of: .ended) == [20_000])
    #expect(bench.player.position == 20_000)
    #expect(bench.player.remaining == 0)
  }

  @Test func `mono is heard on both sides at the same gain`() {
    let x = Signals.noise(9000, seed: 3)
    let bench = PlayerBench()
    bench.player.load(ArrayFile(x, layout: .mono))
    bench.send(.play, at: 0)
    bench.render(9000)
    #expect(Measurements.differingFrames(bench.left, x) == 0)
    #expect(Measurements.differingFrames(bench.right, x) == 0)
  }

  @Test(arguments: [0, 1, 63, 64, 65, 1000, 4095])
  func `a start acts at its very frame`(frame: Int) {
    let x = Signals.noise(3000, seed: 4)
    let bench = PlayerBench()
    bench.player.load(ArrayFile(x))
    bench.send(.play, at: frame)
    bench.render(frame + 3000)
    #expect(Measurements.differingFrames(bench.left, Signals.silence(frame) + x) == 0)
    #expect(bench.frames(of: .started) == [Int64(frame)])
  }
}
