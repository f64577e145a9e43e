import CRealtime
import MixEngine
import MixTestSupport
import Testing

@Suite struct TakeDelayTests {
  /// A renderer in whose block a numbered source goes through a delay to a recorder.
  private struct Bench {
    let renderer = Renderer(sampleRate: SampleRate(48_000), isOffline: true)
    let delay: Parameter
    let tap: RecorderTap

    init() {
      let table = renderer.parameters
      delay = table.add(TakeDelay.descriptor, address: TakeDelay.address("session"))
      let line = TakeDelay(
        address: "a.taken", parameters: table, delay: delay, frameCount: 10_000)
      tap = RecorderTap(
        address: "recorder.take", parameters: table, ringFrameCount: 1 << 16, delay: delay)
      let source = NumberedSource()
      let first = ModuleReference(source), second = ModuleReference(line)
      let third = ModuleReference(tap)
      @_noLocks @Sendable func block(_ context: RenderContext) {
        first.process(context)
        second.process(context)
        third.process(context)
        context.output()
        context.stack.pop()
      }
      renderer.setBlock(keepingAlive: [source, line, tap], block)
    }

    func render(_ frameCount: Int) -> [Float] {
      var frames = [Float](repeating: 0, count: 2 * frameCount)
      renderer.render(interleaved: &frames, frameCount: frameCount)
      return (0..<frameCount).map { frames[2 * $0] }
    }
  }

  @Test(arguments: [0, 1, 63, 64, 65, 1000, 9999])
  func `sound comes later by exactly so many frames`(_ frames: Int) {
    let plain = Bench().render(20_000)
    let bench = Bench()
    bench.delay.set(Float(frames))
    let late = bench.render(20_000)
    #expect(late[..<frames].allSatisfy { $0 == 0 })
    #expect(late[frames...] == plain[..<(20_000 - frames)])
  }

  @Test(arguments: [0, 100, 5000])
  func `a take has the frames for which it was asked`(_ frames: Int) {
    let plain = Bench().render(20_000)
    let bench = Bench()
    bench.delay.set(Float(frames))
    bench.renderer.send(Action(.beginTake, target: bench.tap.slot, frame: 1111), from: .control)
    bench.renderer.send(Action(.endTake, target: bench.tap.slot, frame: 4321), from: .control)
    _ = bench.render(20_000)
    let (start, count) = bench.tap.ring.contiguous(bench.tap.ring.used)
    let taken = start.assumingMemoryBound(to: Float.self)
    #expect(count == 4321 - 1111)
    #expect((0..<count).allSatisfy { taken[2 * $0] == plain[1111 + $0] })
  }

  @Test func `a delay beyond its memory is as long as that`() {
    let plain = Bench().render(20_000)
    let bench = Bench()
    bench.delay.set(Float(TakeDelay.most))
    let late = bench.render(20_000)
    #expect(late[10_000...] == plain[..<10_000])
  }
}
