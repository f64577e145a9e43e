import MixEngine
import MixTestSupport
import Testing

@Suite struct FilePlayerLoopTests {
  @Test(arguments: [1, 10, 63, 64, 65, 1000, 4096, 4097, 10_000])
  func `a loop over the whole file comes round without a changed bit`(count: Int) {
    let x = Signals.noise(count, seed: 5)
    let bench = PlayerBench()
    bench.player.load(ArrayFile(x))
    bench.setLoop(true)
    bench.send(.play, at: 0)
    let total = max(3 * count, 1000)
    bench.render(total)
    #expect(Measurements.differingFrames(bench.left, (0..<total).map { x[$0 % count] + 0 }) == 0)
    // Quanta are whole. At the seam it has not come round yet.
    let place = (total + 63) / 64 * 64 % count
    #expect(bench.player.position == Int64(place == 0 ? count : place))
  }

  @Test(arguments: [44_100, 96_000, 22_050])
  func `at another rate, too, a whole file comes round without a seam`(rate: Int) {
    // 100 whole turns in a file that is no multiple of anything here.
    let count = 9001
    let x = (0..<count).map {
      Signals.sine(Double(100), 1, rate: Double(count), first: $0)[0]
    }
    let bench = PlayerBench()
    bench.player.load(ArrayFile(x, rate: rate))
    bench.setLoop(true)
    bench.send(.play, at: 0)
    bench.render(60_000)
    let frequency = 100 / Double(count) * Double(rate)
    let expected = Signals.sine(frequency, 60_000)
    // The very beginning has silence before it.
    let snr = Measurements.signalToNoise(bench.left[200...], reference: expected[200...])
    #expect(snr > 95)
  }

  @Test func `a loop repeated a thousand times is exact to the frame`() {
    let x = Signals.numbered(30_000)
    let bench = PlayerBench()
    bench.player.load(ArrayFile(x), loopIn: 5000, loopOut: 6001)
    bench.setLoop(true)
    bench.send(.seek, at: 0, value: 5000.0 / 48_000)
    bench.send(.play, at: 0)
    bench.render(1001 * 1000 + 1, request: 4096)
    // The fade lies before the loop's end.
    var wrong = 0
    for i in stride(from: 1001, to: bench.left.count, by: 1) {
      let place = i % 1001
      if place < 1001 - 260, bench.left[i] != x[5000 + place] { wrong += 1 }
    }
    #expect(wrong == 0)
    // Quanta are whole: the last one may reach further.
    let rendered = (1001 * 1000 + 1 + 63) / 64 * 64
    #expect(bench.player.position == Int64(5000 + rendered % 1001))
    #expect(bench.frames(of: .ended) == [])
  }

  @Test(arguments: [(5000, 9000), (100, 9000), (0, 9000), (9000, 12_000), (11_900, 12_000)])
  func `no seam steps`(loopIn: Int, loopOut: Int) {
    let x = Signals.constant(1, 12_000)
    let bench = PlayerBench()
    bench.player.load(ArrayFile(x), loopIn: Int64(loopIn), loopOut: Int64(loopOut))
    bench.setLoop(true)
    bench.send(.play, at: 0)
    bench.render(40_000)
    #expect(Measurements.largestStep(bench.left) < 1e-4)
    #expect(Measurements.maximumDifference(bench.left, Signals.constant(1, 40_000)) < 1e-6)
  }

  @Test func `the seam's largest step is that of a cross-fade`() {
    let x = Signals.sine(100, 30_000, amplitude: 1)
    let bench = PlayerBench()
    // Half a turn apart: the worst case.
    bench.player.load(ArrayFile(x), loopIn: 4800, loopOut: 9840)
    bench.setLoop(true)
    bench.send(.play, at: 0)
    bench.render(60_000)
    #expect(Measurements.largestStep(bench.left) < 0.0131 + 2.0 / 240)
  }

  @Test(arguments: [1, 2, 10, 100, 239, 240, 241, 480, 500])
  func `a loop shorter than the fade keeps its length`(size: Int) {
    // What repeats every `size` frames comes out unchanged, whatever is cross-faded.
    let x = (0..<20_000).map { Float($0 % size) / Float(size) }
    let bench = PlayerBench()
    let loopIn = 5000 / size * size
    bench.player.load(ArrayFile(x), loopIn: Int64(loopIn), loopOut: Int64(loopIn + size))
    bench.setLoop(true)
    bench.send(.play, at: 0)
    bench.render(15_000)
    let expected = (0..<15_000).map { Float($0 % size) / Float(size) }
    #expect(Measurements.maximumDifference(bench.left, expected) < 1e-6)
  }

  @Test func `a loop that is let go plays on to the end`() {
    let x = Signals.numbered(12_000)
    let bench = PlayerBench()
    bench.player.load(ArrayFile(x), loopIn: 2000, loopOut: 4000)
    bench.setLoop(true)
    bench.send(.play, at: 0)
    bench.render(6400)  // twice round: 2000 + 400
    bench.setLoop(false)
    bench.render(12_800)
    #expect(
      Measurements.differingFrames(
        bench.left[6400..<19_200], Array(x[2400..<12_000]) + Signals.silence(3200)) == 0)
    #expect(bench.frames(of: .ended) == [16_000])
  }

  @Test func `a loop let go within the seam's fade goes on where it was`() {
    let bench = PlayerBench()
    let x = Signals.numbered(20_000)
    bench.player.load(ArrayFile(x), loopIn: 5000, loopOut: 9024)
    bench.setLoop(true)
    bench.send(.play, at: 0)
    bench.render(8896)  // the head has gone back, 128 frames before the loop's end
    #expect(bench.player.position == 8896)
    bench.setLoop(false)
    bench.render(1024)
    #expect(bench.player.position == 9920)
    #expect(Measurements.differingFrames(bench.left[9200..<9920], x[9200..<9920]) == 0)
  }

  @Test func `loop points are set where the head is`() {
    let x = Signals.numbered(40_000)
    let bench = PlayerBench()
    bench.player.load(ArrayFile(x))
    bench.setLoop(true)
    bench.send(.play, at: 0)
    bench.send(.loopIn, at: 3000, value: .nan)
    bench.send(.loopOut, at: 8000, value: .nan)
    bench.render(20_000)
    #expect(Measurements.differingFrames(bench.left[8240..<12_700], x[3240..<7700]) == 0)
    #expect(Measurements.differingFrames(bench.left[13_000..<17_700], x[3000..<7700]) == 0)
  }

  @Test func `loop points are set to positions`() {
    let x = Signals.numbered(40_000)
    let bench = PlayerBench()
    bench.player.load(ArrayFile(x))
    bench.setLoop(true)
    bench.send(.play, at: 0)
    bench.send(.loopIn, at: 10, value: 0.125)
    bench.send(.loopOut, at: 10, value: 0.25)
    bench.render(20_000)
    #expect(Measurements.differingFrames(bench.left[12_000..<17_700], x[6000..<11_700]) == 0)
  }

  @Test func `a head behind the loop is not caught by it`() {
    let bench = PlayerBench()
    let x = Signals.numbered(20_000)
    bench.player.load(ArrayFile(x), loopIn: 1000, loopOut: 2000)
    bench.send(.seek, at: 0, value: 0.25)
    bench.setLoop(true)
    bench.send(.play, at: 0)
    bench.render(8192)
    #expect(bench.frames(of: .ended) == [8000])
  }

  @Test(arguments: [(1000, 1010), (1000, 1200), (1000, 6000), (0, 300), (4000, 8000)])
  func `a region is all there is`(start: Int, end: Int) {
    let x = Signals.constant(1, 8000)
    let bench = PlayerBench()
    bench.player.load(ArrayFile(x), region: Int64(start)..<Int64(end))
    #expect(bench.player.remaining == Int64(end - start))
    bench.send(.play, at: 0)
    bench.render(9000)
    let size = end - start
    #expect(bench.frames(of: .ended) == [Int64(size)])
    #expect(bench.player.position == Int64(end))
    #expect(bench.player.playState == .ended)
    // The cut at the end fades behind it, unless the file ends there, too.
    let tail = min(240, 8000 - end)
    #expect(bench.left[size + tail] == 0)
    let steps = Measurements.largestStep(bench.left[..<(size + tail)])
    #expect(steps < 1.01 / 240)
  }

  @Test func `a region in the middle loops with a cross-fade`() {
    let bench = PlayerBench()
    let x = Signals.numbered(20_000)
    bench.player.load(ArrayFile(x), region: 6000..<10_000)
    bench.setLoop(true)
    bench.send(.play, at: 0)
    bench.render(12_000)
    #expect(Measurements.differingFrames(bench.left[4000..<7700], x[6000..<9700]) == 0)
    #expect(Measurements.differingFrames(bench.left[8000..<11_700], x[6000..<9700]) == 0)
  }

  @Test func `region and loop may change while it plays`() {
    let bench = PlayerBench()
    let x = Signals.numbered(20_000)
    bench.player.load(ArrayFile(x))
    bench.setLoop(true)
    bench.send(.play, at: 0)
    bench.render(640)
    bench.player.setRegion(0..<5000)
    bench.player.setLoop(in: 1000, out: 3000)
    bench.render(6400)
    #expect(Measurements.differingFrames(bench.left[3000..<4700], x[1000..<2700]) == 0)
    bench.setLoop(false)
    bench.render(6400)
    #expect(bench.player.playState == .ended)
    #expect(bench.player.position == 5000)
  }
}
