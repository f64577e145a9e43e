import MixEngine
import MixTestSupport
import Testing

@testable import MixIO

@Suite(.serialized) struct PulseOutputTests {
  @Test(
    .enabled(if: ServerKind.isAnyInstalled, "\(ServerKind.reason)"),
    arguments: ServerKind.installed)
  func `what is rendered is heard, frame by frame, without a gap`(_ kind: ServerKind) throws {
    let rig = try kind.makeRig()
    try rig.start()
    // A busy machine makes servers lose cycles: one run of five must be whole.
    let isWhole = try (1...5).contains { _ in
      let signal = PulseKnownSignal()
      let stage = try PulseStage(rig, signal: signal)
      #expect(stage.output.state.device?.name == "main")
      #expect(stage.output.state.isPlaying)
      #expect(stage.waitUntilRendered(48_000))
      stage.output.close()
      #expect(stage.output.state == .closed)
      #expect(stage.monitor.waitForSilence())
      let heard = stage.monitor.heard
      let pieces = signal.pieces(in: heard)
      signal.expectOrder(pieces)
      let rendered = Int(stage.output.renderedFrameCount)
      guard pieces.count == 1, let piece = pieces.first else { return false }
      // 5 ms faded in at the begin and out at the end, of a quantum at most 63 frames more.
      #expect(piece.first == 240)
      #expect(rendered - piece.end >= 240 && rendered - piece.end < 240 + 64)
      // As it was rendered offline, to the bit; so also by the measures that people know.
      let left = Signals.channel(0, of: heard)
      let begin = piece.position - piece.first
      let lag = Measurements.bestLag(
        Array(signal.left[4800..<14_400]), Array(left[begin + 4700..<begin + 14_500]),
        lags: 0...200)
      #expect(lag.lag == 100)
      #expect(lag.correlation > 0.9999)
      let level = Measurements.decibels(
        Measurements.rms(left[begin + 4800..<begin + 43_200])
          / Measurements.rms(signal.left[4800..<43_200]))
      #expect(abs(level) < 0.1)
      return true
    }
    #expect(isWhole)
  }

  @Test(
    .enabled(if: ServerKind.isAnyInstalled, "\(ServerKind.reason)"),
    arguments: ServerKind.installed)
  func `sound begins and ends with a fade, and nothing is rendered after the end`(
    _ kind: ServerKind
  ) throws {
    let rig = try kind.makeRig()
    try rig.start()
    // A busy server loses cycles, and may cut the very end: one run of five must be whole.
    var steps: [(first: Double, last: Double)] = []
    for _ in 0..<5 {
      steps.append(try stepsOfFades(rig))
      if let step = steps.last, max(step.first, step.last) < 0.5 / 230 { break }
    }
    let step = try #require(steps.last)
    #expect(max(step.first, step.last) < 0.5 / 230, "\(steps)")
  }

  /// The largest steps where a constant sound begins, and where it ends.
  private func stepsOfFades(_ rig: ServerRig) throws -> (first: Double, last: Double) {
    let renderer = Renderer(sampleRate: SampleRate(48000))
    @_noLocks @Sendable func block(_ context: RenderContext) {
      guard let buffer = context.stack.push() else { return }
      for i in 0..<context.frameCount {
        buffer.left[i] = 0.5
        buffer.right[i] = 0.5
      }
      context.output()
      context.stack.pop()
    }
    renderer.setBlock(keepingAlive: [], block)
    let monitor = try PulseMonitor("main", of: rig)
    #expect(monitor.waitUntilListening())
    let output = PulseOutput(renderer, .ofTest(rig))
    try output.start()
    #expect(waitUntil { output.renderedFrameCount > 24_000 })
    output.close()
    let rendered = output.renderedFrameCount
    output.close()
    #expect(monitor.waitForSilence())
    #expect(output.renderedFrameCount == rendered)
    let left = Signals.channel(0, of: monitor.heard)
    #expect(Measurements.peak(left) == 0.5)
    let first = try #require(Measurements.firstSound(left))
    let last = try #require(left.lastIndex { $0 != 0 })
    return (
      Measurements.largestStep(left[first - 1..<first + 230]),
      Measurements.largestStep(left[last - 230...last + 1])
    )
  }

  @Test(.enabled(if: PulseRig.isInstalled, "\(PulseRig.reason)"))
  func `a cycle that takes too long is counted, and no frame is lost by it`() throws {
    let rig = try PulseRig()
    try rig.start()
    let signal = PulseKnownSignal()
    let stage = try PulseStage(rig, signal: signal) { $0.latencyMilliseconds = 20 }
    #expect(stage.waitUntilRendered(9600))
    let before = stage.output.underrunCount
    signal.play(on: stage.renderer, slowOnce: 150_000_000)
    #expect(waitUntil { stage.output.underrunCount > before })
    #expect(stage.waitUntilRendered(12_000))
    stage.output.close()
    #expect(stage.monitor.waitForSilence())
    let pieces = signal.pieces(in: stage.monitor.heard, least: 1)
    signal.expectOrder(pieces)
    // All but the fades was heard, with silence in between.
    let rendered = Int(stage.output.renderedFrameCount)
    #expect(pieces.map(\.count).reduce(0, +) >= rendered - 2 * 240 - 64)
    #expect(pieces.count > 1)
  }
}
