import MixEngine
import MixTestSupport
import Testing

/// Where the sound is cut: 5 ms are 240 frames here.
@Suite struct FilePlayerCutTests {
  /// A player of a constant: what comes out is the gain.
  private func constantBench(_ count: Int = 50_000) -> PlayerBench {
    let bench = PlayerBench()
    bench.player.load(ArrayFile(Signals.constant(1, count)))
    return bench
  }

  private func line(_ count: Int, from start: Float, to end: Float) -> [Float] {
    (0..<count).map { start + (end - start) / Float(count) * Float($0) }
  }

  @Test func `a pause fades out and a resume fades in, from the same frame`() {
    let bench = constantBench()
    bench.send(.play, at: 0)
    bench.send(.pause, at: 1001)
    bench.render(2048)
    #expect(bench.player.playState == .paused)
    #expect(bench.player.position == 1001)
    bench.send(.play, at: 3003)
    bench.render(2048)
    #expect(bench.player.position == 1001 + 4096 - 3003)
    let expected =
      Signals.constant(1, 1001) + line(240, from: 1, to: 0) + Signals.silence(3003 - 1241)
      + line(240, from: 0, to: 1) + Signals.constant(1, 4096 - 3243)
    #expect(Measurements.maximumDifference(bench.left, expected) < 1e-6)
    #expect(bench.frames(of: .started) == [0, 3003])
    #expect(bench.frames(of: .ended) == [])
  }

  @Test func `a pause stands still: what was faded out is heard again`() {
    let x = Signals.numbered(20_000)
    let bench = PlayerBench()
    bench.player.load(ArrayFile(x))
    bench.send(.play, at: 0)
    bench.send(.pause, at: 5000)
    bench.send(.play, at: 9000)
    bench.render(12_000)
    #expect(Measurements.differingFrames(bench.left[9240..<12_000], x[5240..<8000]) == 0)
  }

  @Test func `a stop fades out and stands at the start`() {
    let bench = constantBench()
    bench.send(.play, at: 10)
    bench.send(.stop, at: 700)
    bench.render(1024)
    #expect(bench.player.playState == .loaded)
    #expect(bench.player.position == 0)
    #expect(bench.left[699] == 1)
    #expect(bench.left[700] == 1)
    #expect(bench.left[701] < 1)
    #expect(bench.left[940] == 0)
    let ended = bench.events.filter { $0.kind == .ended }
    #expect(ended.map(\.frame) == [700])
    #expect(ended.map(\.detail) == [RenderEvent.EndReason.stopped.rawValue])
  }

  @Test func `a seek cross-fades from the old position to the new one`() {
    let x = Signals.numbered(40_000)
    let bench = PlayerBench()
    bench.player.load(ArrayFile(x))
    bench.send(.play, at: 0)
    bench.send(.seek, at: 1500, value: 30_000.0 / 48_000)
    bench.render(3008)
    #expect(Measurements.differingFrames(bench.left[..<1500], x[..<1500]) == 0)
    #expect(Measurements.differingFrames(bench.left[1740..<3008], x[30_240..<31_508]) == 0)
    let expected = (0..<240).map { (i: Int) -> Float in
      let share = Float(i) / 240
      return x[1500 + i] * (1 - share) + x[30_000 + i] * share
    }
    #expect(Measurements.maximumDifference(bench.left[1500..<1740], expected) < 1e-6)
    #expect(bench.player.position == 31_508)
    #expect(bench.frames(of: .ended) == [])
  }

  @Test func `a start in the middle fades in, one at the file's first frame does not`() {
    let bench = constantBench()
    bench.send(.seek, at: 0, value: 0.5)
    bench.send(.play, at: 64)
    bench.render(1024)
    let expected =
      Signals.silence(64) + line(240, from: 0, to: 1) + Signals.constant(1, 1024 - 304)
    #expect(Measurements.maximumDifference(bench.left, expected) < 1e-6)
    #expect(bench.events.first { $0.kind == .started }?.value == 0.5)
    let other = constantBench()
    other.send(.play, at: 64)
    other.render(1024)
    #expect(
      Measurements.differingFrames(other.left, Signals.silence(64) + Signals.constant(1, 960)) == 0)
  }

  @Test func `several actions act in one quantum, each at its frame`() {
    let bench = constantBench()
    bench.send(.play, at: 3)
    bench.send(.pause, at: 20)
    bench.send(.play, at: 41)
    bench.send(.seek, at: 50, value: 0.25)
    bench.send(.stop, at: 60)
    bench.render(1024)
    #expect(bench.left[2] == 0)
    #expect(bench.left[3] == 1)
    #expect(bench.left[20] == 1)
    #expect(abs(bench.left[40] - (1 - 20.0 / 240)) < 1e-6)
    #expect(bench.frames(of: .started) == [3, 41])
    #expect(bench.frames(of: .ended) == [60])
    #expect(Measurements.largestStep(bench.left[3...]) < 2.01 / 240)
    #expect(bench.left[300] == 0)
  }

  @Test func `the same frame's actions act in the order they were sent`() {
    let bench = constantBench()
    bench.send(.play, at: 100)
    bench.send(.pause, at: 100)
    bench.send(.seek, at: 100, value: 0.1)
    bench.render(512)
    #expect(Measurements.differingFrames(bench.left, Signals.silence(512)) == 0)
    #expect(bench.player.position == 4800)
    #expect(bench.player.playState == .paused)
  }

  @Test func `cuts in quick succession never step`() {
    let bench = constantBench()
    bench.send(.play, at: 0)
    var generator = SeededGenerator(seed: 11)
    var frame = 500
    for _ in 0..<60 {
      let place = Double.random(in: 0.1...0.9, using: &generator)
      let verb: Action.Verb = [.seek, .pause, .play, .skip][Int(generator.next() % 4)]
      bench.send(verb, at: frame, value: verb == .skip ? 0.01 : place)
      frame += Int(generator.next() % 150)
    }
    bench.render(frame + 1000)
    // At most two lines of 1/240 fall while one rises.
    #expect(Measurements.largestStep(bench.left) < 3.01 / 240)
    #expect(Measurements.peak(bench.left) < 1.7)
  }

  @Test func `a restart cross-fades to the start`() {
    let x = Signals.numbered(20_000)
    let bench = PlayerBench()
    bench.player.load(ArrayFile(x))
    bench.send(.play, at: 0)
    bench.send(.restart, at: 4000)
    bench.render(6000)
    #expect(Measurements.differingFrames(bench.left[4240..<6000], x[240..<2000]) == 0)
    #expect(bench.player.playState == .playing)
    #expect(bench.frames(of: .ended) == [])
  }

  @Test func `play after the end plays from the start`() {
    let x = Signals.noise(1000, seed: 8)
    let bench = PlayerBench()
    bench.player.load(ArrayFile(x))
    bench.send(.play, at: 0)
    bench.send(.play, at: 2000)
    bench.render(3100)
    #expect(
      Measurements.differingFrames(bench.left, x + Signals.silence(1000) + x + Signals.silence(100))
        == 0)
    #expect(bench.frames(of: .ended) == [1000, 3000])
  }

  @Test func `a seek to the end ends, and skips stay inside`() {
    let bench = constantBench(10_000)
    bench.send(.play, at: 0)
    bench.send(.skip, at: 640, value: -5)
    bench.send(.seek, at: 1280, value: 99)
    bench.render(2048)
    #expect(bench.player.playState == .ended)
    #expect(bench.player.position == 10_000)
    #expect(bench.frames(of: .ended) == [1280])
    #expect(Measurements.largestStep(bench.left) < 1.01 / 240)
  }

  @Test func `another file fades out what sounds and stands at its start`() {
    let bench = constantBench()
    bench.send(.play, at: 0)
    bench.render(640)
    bench.player.load(ArrayFile(Signals.constant(0.5, 5000)))
    #expect(bench.player.playState == .loaded)
    #expect(bench.player.position == 0)
    bench.render(640)
    let expected =
      Signals.constant(1, 640) + line(240, from: 1, to: 0) + Signals.silence(400)
    #expect(Measurements.maximumDifference(bench.left, expected) < 1e-6)
    bench.send(.play, at: 1280)
    bench.render(640)
    #expect(Measurements.differingFrames(bench.left[1280...], Signals.constant(0.5, 640)) == 0)
    bench.player.load(nil)
    bench.render(640)
    #expect(bench.player.playState == .empty)
    #expect(bench.left.last == 0)
  }

  @Test func `a file is released on the control thread once it is played no more`() {
    let bench = PlayerBench()
    weak var first: ArrayFile?
    do {
      let file = ArrayFile(Signals.constant(1, 5000))
      first = file
      bench.player.load(file)
    }
    bench.send(.play, at: 0)
    bench.render(64)
    #expect(first != nil)
    bench.player.load(nil)
    bench.player.collect()
    #expect(first != nil)
    bench.render(64)
    #expect(first != nil)
    bench.player.collect()
    #expect(first == nil)
  }

  @Test func `a path with latency is run ahead of`() {
    let x = Signals.numbered(20_000)
    let bench = PlayerBench()
    bench.player.load(ArrayFile(x))
    bench.player.setReadAhead(100)
    bench.send(.play, at: 640)
    bench.render(2048)
    // 100 frames later, behind the path, frame f of the clock hears frame f − 640 of the file.
    #expect(Measurements.differingFrames(bench.left[900..<2048], x[360..<1508]) == 0)
    #expect(bench.player.position == 2048 - 640)
  }
}
