import MixEngine
import MixSession
import MixTestSupport
import Testing

extension RenderedSession {
  /// A session whose live inputs play `voice` from memory, and whose players play `music`; its takes
  /// can be read.
  static func withInputs(
    _ text: String, voice: [Float], music: [Float]
  ) throws -> RenderedSession {
    var options = SessionBuilder.Options()
    options.playsBackInputs = true
    options.makeRecorder = { plan, table, delay in
      RecorderTap(address: plan.address, parameters: table, ringFrameCount: 131_072, delay: delay)
    }
    let rendered = try RenderedSession(text, options) { build in
      for player in build.keptInputs.values { player.load(ArrayFile(voice)) }
      for player in build.players.values { player.load(ArrayFile(music)) }
    }
    for player in rendered.build.keptInputs.values {
      rendered.engine.renderer.send(Action(.play, target: player.slot), from: .control)
    }
    return rendered
  }

  /// The left side of a take so far.
  func take(_ name: String) throws -> [Float] {
    let ring = try #require(build.recorders[name]).ring
    let (start, count) = ring.contiguous(ring.used)
    let frames = start.assumingMemoryBound(to: Float.self)
    return (0..<count).map { frames[2 * $0] }
  }
}
