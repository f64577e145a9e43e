import CRealtime
import MixEngine
import MixTestSupport
import Testing

@testable import MixIO

@Suite struct NullOutputTests {
  @Test func `frames come due by the clock`() throws {
    let renderer = Renderer(sampleRate: SampleRate(48000))
    PulseKnownSignal().play(on: renderer)
    let output = NullOutput(renderer)
    #expect(output.state == .idle)
    let begin = crt_monotonic_ns()
    try output.start()
    #expect(output.state.device?.name == "null")
    #expect(output.state.grantedLatency == .milliseconds(40))
    #expect(waitUntil { output.renderedFrameCount > 24_000 })
    let frames = output.renderedFrameCount
    let elapsed = crt_monotonic_ns() - begin
    // Never ahead of the clock by more than its latency.
    #expect(frames <= renderer.sampleRate.frames(seconds: Double(elapsed) / 1e9) + 1920)
    output.close()
    #expect(output.state == .closed)
    let last = output.renderedFrameCount
    output.close()
    #expect(output.renderedFrameCount == last)
    #expect(last % 64 == 0)
    #expect(renderer.clock.frame == last)
    #expect(
      output.takeNotices().map(\.event) == [
        .state(
          .running(
            OutputDevice(name: "null", description: "Null Output"), latency: .milliseconds(40))),
        .state(.closed),
      ])
    #expect(output.takeNotices().isEmpty)
  }

  @Test(arguments: [5, 40, 2000])
  func `any latency renders whole quanta and ends`(_ milliseconds: Int) throws {
    let renderer = Renderer(sampleRate: SampleRate(44100))
    let output = NullOutput(renderer, latencyMilliseconds: milliseconds)
    try output.start()
    #expect(waitUntil { output.renderedFrameCount > 4410 })
    output.close()
    #expect(output.renderedFrameCount % 64 == 0)
  }

  @Test func `the frame that is heard lies the latency behind what is rendered`() throws {
    let output = NullOutput(Renderer(sampleRate: SampleRate(48000)), latencyMilliseconds: 40)
    #expect(output.heardFrame(at: crt_monotonic_ns()) == nil)
    try output.start()
    #expect(waitUntil { output.renderedFrameCount > 9600 })
    let now = crt_monotonic_ns()
    let heard = try #require(output.heardFrame(at: now))
    #expect(try #require(output.heardFrame(at: now + 1_000_000_000)) - heard == 48_000)
    #expect(heard < Double(output.renderedFrameCount))
    output.close()
    #expect(output.heardFrame(at: now) == nil)
  }

  @Test func `released while it runs it ends its thread`() throws {
    let renderer = Renderer(sampleRate: SampleRate(48000))
    var output: NullOutput? = NullOutput(renderer)
    try output?.start()
    #expect(waitUntil { output!.renderedFrameCount > 0 })
    output = nil
    let frame = renderer.clock.frame
    #expect(renderer.clock.frame == frame)
  }
}
