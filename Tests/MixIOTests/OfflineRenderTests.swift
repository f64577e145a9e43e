import MixEngine
import MixTestSupport
import Testing

@testable import MixIO

/// Rendering as fast as it goes, with the sink on the same thread and on another one.
@Suite struct OfflineRenderTests {
  private struct Refusal: Error {}

  /// Sounds for ever; each frame tells its number.
  private final class EndlessSource: Module, @unchecked Sendable {
    @_noLocks override func process(_ context: RenderContext) {
      guard let buffer = context.stack.push(channelCount: 2) else { return }
      for i in 0..<buffer.frameCount {
        let number = Int32(truncatingIfNeeded: context.time &+ Int64(i))
        buffer[0][i] = Float(number)
        buffer[1][i] = Float(0 &- number)
      }
      sounds(until: context.time &+ Int64(2 &* context.frameCount), context)
    }
  }

  private func render() -> OfflineRender {
    let source = EndlessSource(address: "player.a", parameters: ParameterTable())
    return OfflineRender(RecorderBench(source).renderer, takes: [])
  }

  @Test(arguments: [0, 1, 63, 4096, 4097, 65_536, 200_001, 400_000])
  func `a sink on its own thread sees every frame, in order`(limit: Int) throws {
    var results: [(left: [Float], right: [Float])] = []
    for isThreaded in [false, true] {
      var left: [Float] = [], right: [Float] = []
      let render = render()
      render.run(limit: Int64(limit), isThreaded: isThreaded) { l, r, count in
        left += UnsafeBufferPointer(start: l, count: count)
        right += UnsafeBufferPointer(start: r, count: count)
      }
      #expect(render.frameCount == Int64(limit))
      results.append((left, right))
    }
    #expect(results[0].left == (0..<limit).map { Float($0) })
    #expect(results[0].left == results[1].left && results[0].right == results[1].right)
  }

  @Test(arguments: [false, true])
  func `what a sink throws ends the render`(isThreaded: Bool) {
    let render = render()
    var calls = 0
    #expect(throws: Refusal.self) {
      try render.run(isThreaded: isThreaded) { _, _, _ throws(Refusal) in
        calls += 1
        if calls == 3 { throw Refusal() }
      }
    }
    // It is not called again, and rendering ends soon after.
    #expect(calls == 3)
    #expect(render.frameCount < 1_000_000)
  }

  @Test(arguments: [false, true])
  func `a render that is told to end has stored all that it gave out`(isThreaded: Bool) {
    let render = render()
    var stored = 0
    render.run(isThreaded: isThreaded, while: { $0 < 100_000 }) { _, _, count in stored += count }
    #expect(render.frameCount >= 100_000 && stored == Int(render.frameCount))
  }
}
