import MixEngine
import MixTestSupport
import Testing

@Suite struct FilePlayerInvarianceTests {
  /// A performance at random: every kind of action, loops and regions.
  private func perform(
    seed: UInt64, rate: Int, request: Int, isOffline: Bool = true
  ) -> PlayerBench {
    var generator = SeededGenerator(seed: seed)
    let x = Signals.noise(100_000, seed: seed)
    let file = ArrayFile(x, rate: rate, layout: seed % 2 == 0 ? .native16 : .stereo)
    let bench = PlayerBench(isOffline: isOffline)
    bench.player.load(file, loopIn: 20_000, loopOut: 20_000 + Int64(generator.next() % 5000) + 1)
    bench.setLoop(seed % 3 == 0)
    let verbs: [Action.Verb] = [.play, .pause, .stop, .restart, .seek, .skip, .loopIn, .loopOut]
    var frame = 0
    bench.send(.play, at: 0)
    for _ in 0..<40 {
      frame += Int(generator.next() % 2000)
      let verb = verbs[Int(generator.next() % 8)]
      let value = Double(generator.next() % 2000) / 1000
      bench.send(verb, at: frame, value: verb == .skip ? value - 1 : value)
      if generator.next() % 3 != 0 { bench.send(.play, at: frame + 10) }
    }
    bench.render(45_000, request: request) { file.fill() }
    return bench
  }

  @Test(arguments: [1, 2, 3, 4, 5, 6], [48_000, 44_100])
  func `how the output is asked for changes no bit`(seed: UInt64, rate: Int) {
    let whole = perform(seed: seed, rate: rate, request: 45_000)
    #expect(Measurements.peak(whole.left) > 0.1)
    for request in [1, 64, 441, 513, 4096] {
      let pieces = perform(seed: seed, rate: rate, request: request)
      #expect(Measurements.differingFrames(pieces.left, whole.left) == 0, "\(request)")
      #expect(pieces.events.map(\.frame) == whole.events.map(\.frame))
    }
  }
}
