import MixEngine
import MixTestSupport
import Testing

/// The short way of a file to its bus against the long one.
@Suite struct FilePlayerMixTests {
  /// A player, its gains and how often the short way was taken.
  private final class MixBench {
    let renderer: Renderer
    let player: FilePlayer
    let gains = UnsafeMutablePointer<Ramp>.allocate(capacity: 2)
    let count = UnsafeMutablePointer<Int>.allocate(capacity: 1)
    var left: [Float] = []
    var right: [Float] = []

    init(isShort: Bool, isOffline: Bool = true) {
      renderer = Renderer(sampleRate: SampleRate(48_000), isOffline: isOffline)
      let player = FilePlayer(address: "player.a", parameters: renderer.parameters)
      self.player = player
      gains.initialize(repeating: Ramp(1), count: 2)
      count.initialize(to: 0)
      let reference = ModuleReference(player)
      nonisolated(unsafe) let (gains, count) = (gains, count)
      @_noLocks @Sendable func block(_ context: RenderContext) {
        guard let sum = context.stack.pushSilence() else { return }
        // Not silent: what is there must stay.
        Kernel.fill(sum.left, with: 0.25, frameCount: sum.frameCount)
        Kernel.fill(sum.right, with: -0.125, frameCount: sum.frameCount)
        if isShort, reference.mix(into: sum, left: gains[0], right: gains[1], context) {
          count.pointee &+= 1
          gains[0].advance(context.frameCount)
          gains[1].advance(context.frameCount)
        } else {
          reference.process(context)
          context.stack.add(to: 1, left: &gains[0], right: &gains[1])
          context.stack.pop()
        }
        context.output(1)
        context.stack.pop()
      }
      renderer.setBlock(keepingAlive: [player], block)
    }

    deinit {
      gains.deallocate()
      count.deallocate()
    }

    func render(_ frameCount: Int) {
      var l = [Float](repeating: 0, count: frameCount)
      var r = l
      l.withUnsafeMutableBufferPointer { l in
        r.withUnsafeMutableBufferPointer { r in
          var channels = [l.baseAddress!, r.baseAddress!]
          renderer.render(into: &channels, frameCount: frameCount)
        }
      }
      left += l
      right += r
    }
  }

  @Test(arguments: [PageTable.Layout.native16, .stereo, .mono], [48_000, 44_100])
  func `the short way gives the long way's bits`(layout: PageTable.Layout, rate: Int) {
    let quiet = Signals.noise(60_000, seed: 31).map { ($0 * 32_768).rounded() / 32_768 }
    let other = Signals.noise(60_000, seed: 32).map { ($0 * 32_768).rounded() / 32_768 }
    let benches = [MixBench(isShort: true), MixBench(isShort: false)]
    for bench in benches {
      bench.player.load(
        ArrayFile(quiet, other, rate: rate, layout: layout), loopIn: 10_000, loopOut: 30_001)
      var generator = SeededGenerator(seed: 33)
      bench.renderer.parameters.parameter(named: "player.a.loop")?.set(1)
      func send(_ verb: Action.Verb, _ frame: Int, _ value: Double = 0) {
        bench.renderer.send(
          Action(verb, target: bench.player.slot, value: value, frame: Int64(frame)),
          from: .control)
      }
      send(.play, 0)
      send(.seek, 7777, 0.7)
      send(.pause, 20_000)
      send(.play, 20_010)
      for _ in 0..<100 {
        for side in 0..<2 where generator.next() % 4 == 0 {
          bench.gains[side].move(
            to: [0, 1, 0.5, 0.3][Int(generator.next() % 4)],
            over: Int(generator.next() % 700))
        }
        bench.render(1024)
      }
      bench.renderer.parameters.parameter(named: "player.a.loop")?.set(0)
      bench.render(64_000)
      #expect(bench.player.playState == .ended)
    }
    #expect(Measurements.differingFrames(benches[0].left, benches[1].left) == 0)
    #expect(Measurements.differingFrames(benches[0].right, benches[1].right) == 0)
    #expect(rate != 48_000 || benches[0].count.pointee > 300)
    #expect(rate == 48_000 || benches[0].count.pointee == 0)
  }

  @Test(arguments: [0, 17])
  func `where a page is missing both ways fade alike`(start: Int) {
    let x = Signals.noise(60_000, seed: 35)
    let benches = [
      MixBench(isShort: true, isOffline: false), MixBench(isShort: false, isOffline: false),
    ]
    for bench in benches {
      let file = ArrayFile(x)
      file.heldBack = [2, 3, 6]
      bench.player.load(file)
      bench.renderer.send(
        Action(.play, target: bench.player.slot, frame: Int64(start)), from: .control)
      for i in 0..<1000 {
        if i == 200 { file.heldBack = [6] }
        file.fill()
        bench.render(64)
      }
      #expect(bench.player.underrunCount == 2)
      #expect(bench.player.playState == .ended)
    }
    #expect(benches[0].count.pointee > 300)
    #expect(Measurements.differingFrames(benches[0].left, benches[1].left) == 0)
  }
}
