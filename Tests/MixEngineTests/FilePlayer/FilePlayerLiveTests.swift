import MixEngine
import MixTestSupport
import Testing

/// In real time nothing waits: pages that are not there are heard as silence.
@Suite struct FilePlayerLiveTests {
  @Test func `with its pages there it plays as offline, however it is asked`() {
    let x = Signals.noise(40_000, seed: 21)
    let file = ArrayFile(x)
    let bench = PlayerBench(isOffline: false)
    bench.player.load(file)
    bench.send(.play, at: 0)
    bench.render(41_000, request: 441) { file.fill() }
    #expect(Measurements.differingFrames(bench.left, x + Signals.silence(1000)) == 0)
    #expect(bench.player.underrunCount == 0)
    #expect(bench.frames(of: .ended) == [40_000])
  }

  @Test func `a missing page is faded to silence, counted once, and the clock goes on`() {
    let file = ArrayFile(Signals.constant(1, 60_000))
    file.heldBack = [3]
    let bench = PlayerBench(isOffline: false)
    bench.player.load(file)
    bench.send(.play, at: 0)
    bench.render(14_000, request: 64) { file.fill() }
    // The fade is over before the page that is missing begins.
    #expect(bench.left[3 * 4096 - 320] == 1)
    #expect(bench.left[3 * 4096 - 1] < 0.3)
    #expect(bench.left[3 * 4096] == 0)
    #expect(Measurements.largestStep(bench.left) < 1.01 / 239)
    #expect(bench.player.underrunCount == 1)
    #expect(bench.player.playState == .playing)
    file.heldBack = []
    bench.render(2000, request: 64) { file.fill() }
    #expect(bench.player.underrunCount == 1)
    #expect(bench.frames(of: .underrun).count == 1)
    #expect(bench.left.last == 1)
    #expect(Measurements.largestStep(bench.left) < 1.01 / 239)
    // 16,000 frames of the clock are 16,000 frames of the file.
    #expect(bench.player.position == 16_000)
  }

  @Test func `a page that never comes leaves a gap of its length`() {
    let x = Signals.numbered(60_000)
    let file = ArrayFile(x)
    file.heldBack = [2, 7]
    let bench = PlayerBench(isOffline: false)
    bench.player.load(file)
    bench.send(.play, at: 0)
    bench.render(60_000, request: 512) { file.fill() }
    #expect(bench.player.underrunCount == 2)
    #expect(bench.frames(of: .ended) == [60_000])
    for (from, to) in [(0, 7800), (3 * 4096 + 800, 28_300), (8 * 4096 + 800, 60_000)] {
      #expect(Measurements.differingFrames(bench.left[from..<to], x[from..<to]) == 0)
    }
    #expect(Measurements.peak(bench.left[2 * 4096..<3 * 4096]) == 0)
  }

  @Test func `a start waits for its pages and loses none of its frames`() {
    let x = Signals.noise(20_000, seed: 22)
    let file = ArrayFile(x)
    let bench = PlayerBench(isOffline: false)
    bench.player.load(file)
    bench.send(.play, at: 0)
    bench.render(640)
    #expect(bench.player.playState == .waiting)
    #expect(Measurements.differingFrames(bench.left, Signals.silence(640)) == 0)
    file.fill()
    bench.render(2560)
    #expect(Measurements.differingFrames(bench.left[640...], x[..<2560]) == 0)
    #expect(bench.frames(of: .started) == [640])
    #expect(bench.player.underrunCount == 0)
  }

  @Test func `a seek to where no page is runs on in silence`() {
    let x = Signals.numbered(400_000)
    let file = ArrayFile(x)
    let bench = PlayerBench(isOffline: false)
    bench.player.load(file)
    file.fill()
    bench.send(.play, at: 0)
    bench.send(.seek, at: 640, value: 200_000.0 / 48_000)
    bench.render(1280)
    #expect(Measurements.peak(bench.left[900..<1280]) == 0)
    file.fill()
    bench.render(1280)
    #expect(Measurements.differingFrames(bench.left[1520..<2560], x[200_880..<201_920]) == 0)
    #expect(bench.player.underrunCount == 0)
  }

  @Test func `pages around places that may be jumped to are kept`() {
    let x = Signals.numbered(1_000_000)
    let file = ArrayFile(x)
    let bench = PlayerBench(isOffline: false)
    bench.player.load(file, loopIn: 500_000)
    bench.player.setJumpPoints([700_000, 900_000])
    bench.send(.play, at: 0)
    bench.render(102_400, request: 512) { file.fill() }
    for place in [0, 500_000, 700_000, 900_000] {
      bench.send(.seek, at: bench.left.count, value: Double(place) / 48_000)
      let before = bench.left.count
      bench.render(1024, request: 64)  // no page is filled meanwhile
      #expect(
        Measurements.differingFrames(
          bench.left[(before + 240)...], x[(place + 240)..<(place + 1024)]) == 0)
    }
    #expect(bench.player.underrunCount == 0)
  }

  @Test func `a stream stands still while it waits, and cannot be sought in`() {
    let x = Signals.numbered(60_000)
    let file = ArrayFile(x, isSeekable: false, toldLength: .max)
    file.heldBack = Set(2...20)
    let bench = PlayerBench(isOffline: false)
    bench.player.load(file)
    #expect(bench.player.length == nil)
    #expect(bench.player.remaining == nil)
    bench.send(.play, at: 0)
    bench.send(.seek, at: 64, value: 1)
    bench.render(16_384, request: 64) { file.fill() }
    let stood = Int(bench.player.position)
    #expect(stood < 8192)
    file.heldBack = []
    bench.render(60_000, request: 64) { file.fill() }
    #expect(bench.player.playState == .ended)
    #expect(bench.player.length == 60_000)
    #expect(bench.player.underrunCount == 1)
    #expect(
      Measurements.differingFrames(
        bench.left[(16_384 + 300)..<60_000], x[(stood + 300)..<(stood + 43_616)]) == 0)
  }

  @Test func `a header that promised too much ends where the frames end`() {
    let x = Signals.noise(10_000, seed: 23)
    let file = ArrayFile(x, toldLength: 50_000)
    let bench = PlayerBench(isOffline: false)
    bench.player.load(file)
    #expect(bench.player.remaining == 50_000)
    bench.send(.play, at: 0)
    var least = Int64.max
    bench.render(20_000, request: 64) {
      file.fill()
      least = min(least, bench.player.remaining ?? 0)
    }
    #expect(Measurements.differingFrames(bench.left[..<10_000], x.map { $0 + 0 }) == 0)
    #expect(bench.frames(of: .ended) == [10_000])
    #expect(bench.player.length == 10_000)
    #expect(bench.player.underrunCount == 0)
    #expect(least == 0)
  }

  @Test func `memory is bounded however long the file is`() {
    let file = ArrayFile(Signals.constant(1, 3_000_000), layout: .native16, pagesAhead: 16)
    let bench = PlayerBench(isOffline: false)
    bench.player.load(file)
    bench.send(.play, at: 0)
    bench.render(3_000_000, request: 4096) { file.fill() }
    #expect(bench.player.underrunCount == 0)
    // 18 ahead and behind, 4 at the start and the loop, some to fill.
    #expect(file.table.byteCount <= 26 * 16_384)
    #expect(file.table.byteCount <= file.table.maximumByteCount)
  }
}
