import MixEngine
import MixTestSupport
import Testing

/// Files of other rates than the engine's.
@Suite struct FilePlayerRateTests {
  @Test(arguments: [22_050, 44_100, 48_000, 96_000], [44_100, 48_000])
  func `tones come out at their pitch`(fileRate: Int, engineRate: Int) {
    let count = fileRate  // a second
    for frequency in [100.0, 997, 5000] {
      let x = Signals.sine(frequency, count, rate: Double(fileRate))
      let bench = PlayerBench(rate: engineRate)
      bench.player.load(ArrayFile(x, rate: fileRate))
      bench.send(.play, at: 0)
      bench.render(engineRate + 100)
      let expected = Signals.sine(frequency, engineRate, rate: Double(engineRate))
      let middle = 200..<engineRate - 200
      let snr = Measurements.signalToNoise(bench.left[middle], reference: expected[middle])
      #expect(snr > 101, "\(frequency) Hz")
      #expect(bench.frames(of: .ended) == [Int64(engineRate)])
    }
  }

  @Test func `stereo stays stereo and 16 bits are read between, too`() {
    let x = Signals.sine(440, 44_100, rate: 44_100).map { ($0 * 32_768).rounded() / 32_768 }
    let y = Signals.sine(1000, 44_100, rate: 44_100).map { ($0 * 32_768).rounded() / 32_768 }
    let floats = PlayerBench()
    floats.player.load(ArrayFile(x, y, rate: 44_100))
    let words = PlayerBench()
    words.player.load(ArrayFile(x, y, rate: 44_100, layout: .native16))
    for bench in [floats, words] {
      bench.send(.play, at: 0)
      bench.render(48_000)
    }
    #expect(Measurements.differingFrames(floats.left, words.left) == 0)
    #expect(Measurements.differingFrames(floats.right, words.right) == 0)
    let expected = Signals.sine(1000, 48_000)
    let snr = Measurements.signalToNoise(
      floats.right[200..<47_800], reference: expected[200..<47_800])
    #expect(snr > 85)  // of 16 bits
  }

  @Test func `a start between quanta begins with the file's first frame`() {
    let x = Signals.constant(1, 44_100)
    let bench = PlayerBench()
    bench.player.load(ArrayFile(x, rate: 44_100))
    bench.send(.play, at: 777)
    bench.render(2000)
    // Half of the filter lies before the file.
    #expect(Measurements.firstSound(bench.left) == 777)
    #expect(abs(bench.left[777] - 1) < 0.7)
    #expect(abs(bench.left[900] - 1) < 1e-5)
  }

  @Test func `a loop of another rate is exact over a thousand rounds`() {
    // A click at the loop's second frame shows every round.
    let bench = PlayerBench()
    let x = Signals.impulse(44_100, at: 10_100)
    bench.player.load(ArrayFile(x, rate: 44_100), loopIn: 10_000, loopOut: 10_441)
    bench.setLoop(true)
    bench.send(.seek, at: 0, value: 10_000.0 / 44_100)
    bench.send(.play, at: 0)
    bench.render(480 * 1000, request: 4096)  // 441 frames at 44.1 kHz are 480 here
    let first = bench.left[..<480].indices.max { bench.left[$0] < bench.left[$1] }!
    for round in [1, 500, 999] {
      let piece = bench.left[round * 480..<(round + 1) * 480]
      #expect(piece.indices.max { bench.left[$0] < bench.left[$1] }! == first + round * 480)
    }
  }
}
