import MixEngine
import MixTestSupport
import Testing

/// Pages that were missing in a performance are missing again when it is rendered from what was told.
@Suite struct FilePlayerLapseTests {
  /// What a player told of its pages, as it is kept.
  private func lapses(_ bench: PlayerBench) -> [FilePlayerLapse] {
    bench.events.compactMap { event in
      switch event.kind {
      case .pagesMissed where event.detail == RenderEvent.MissKind.broken.rawValue:
        FilePlayerLapse(.broken, frame: event.frame, frameCount: Int(event.value))
      case .pagesMissed: FilePlayerLapse(.late, frame: event.frame)
      case .pagesCame: FilePlayerLapse(.over, frame: event.frame)
      default: nil
      }
    }
  }

  /// Plays, seeks, pauses and stops by chance while the reader brings pages by chance.
  private func perform(
    seed: UInt64, rate: Int, hearing lapses: [FilePlayerLapse]? = nil
  ) -> PlayerBench {
    let frameCount = 200_000
    let file = ArrayFile(
      Signals.noise(150_000, seed: 5), Signals.noise(150_000, seed: 6), rate: rate)
    let bench = PlayerBench(isOffline: lapses != nil)
    if let lapses { bench.player.setLapses(lapses) }
    bench.player.load(file, loopIn: 60_000, loopOut: 90_000)
    var random = SeededGenerator(seed: seed)
    var frame = 0
    while frame < frameCount {
      let verb = [Action.Verb.play, .play, .seek, .seek, .skip, .pause, .stop, .restart, .loopIn]
        .randomElement(using: &random)!
      let position = Double.random(in: -1...3.2, using: &random)
      bench.send(verb, at: frame, value: position)
      frame += .random(in: 1...9000, using: &random)
    }
    // Of its own, so that what the reader does changes nothing else.
    var reader = SeededGenerator(seed: seed &+ 1000)
    bench.render(frameCount, request: 256) {
      guard lapses == nil else { return }
      if Int.random(in: 0..<40, using: &reader) == 0 {
        file.heldBack = Set((0..<40).filter { _ in Int.random(in: 0..<3, using: &reader) == 0 })
      }
      if Int.random(in: 0..<12, using: &reader) == 0 { file.fill() }
    }
    return bench
  }

  @Test(arguments: 1...12 as ClosedRange<UInt64>)
  func `what a slow reader did is heard again, to the bit`(seed: UInt64) {
    for rate in [48_000, 44_100] {
      let live = perform(seed: seed, rate: rate)
      let kept = lapses(live)
      #expect(kept.contains { $0.kind == .late })
      let again = perform(seed: seed, rate: rate, hearing: kept)
      #expect(
        Measurements.differingFrames(again.left, live.left) == 0, "seed \(seed), \(rate) Hz")
      #expect(Measurements.differingFrames(again.right, live.right) == 0)
      #expect(Measurements.peak(live.left) > 0)
      // It tells the same, so that it can be kept once more.
      #expect(lapses(again).map(\.frame) == kept.map(\.frame))
      #expect(again.player.underrunCount == 0)
    }
  }

  @Test func `a sound that broke off is mended where nothing is kept of it`() {
    let x = Signals.numbered(60_000)
    let file = ArrayFile(x)
    file.heldBack = [2]
    let live = PlayerBench(isOffline: false)
    live.player.load(file)
    live.send(.play, at: 0)
    live.render(20_480, request: 512) { file.fill() }
    #expect(lapses(live).map(\.kind) == [.broken, .over])
    let again = PlayerBench()
    again.player.setLapses(lapses(live))
    again.player.load(ArrayFile(x))
    again.send(.play, at: 0)
    again.render(20_480)
    #expect(Measurements.differingFrames(again.left, live.left) == 0)
    #expect(Measurements.peak(again.left[2 * 4096..<3 * 4096]) == 0)
    let mended = PlayerBench()
    mended.player.load(ArrayFile(x))
    mended.send(.play, at: 0)
    mended.render(20_480)
    #expect(Measurements.differingFrames(mended.left, x[..<20_480].map { $0 }) == 0)
  }

  @Test func `what was kept of other frames is passed over`() {
    let x = Signals.numbered(30_000)
    let bench = PlayerBench()
    bench.player.setLapses([
      FilePlayerLapse(.late, frame: 3), FilePlayerLapse(.broken, frame: 700, frameCount: 10),
      FilePlayerLapse(.broken, frame: 5000, frameCount: 1 << 40),
    ])
    bench.player.load(ArrayFile(x))
    bench.send(.play, at: 64)
    bench.render(20_480)
    #expect(Measurements.differingFrames(bench.left[64...], x[..<20_416]) == 0)
  }
}
