import MixEngine
import MixIO

/// A renderer with one player of a sound file, and what comes out of it.
final class SoundFileBench {
  let renderer: Renderer
  let player: FilePlayer
  private(set) var left: [Float] = []
  private(set) var right: [Float] = []
  private(set) var events: [RenderEvent] = []

  init(_ file: PlayableFile?, rate: Int = 48_000, isOffline: Bool = true) {
    renderer = Renderer(sampleRate: SampleRate(rate), isOffline: isOffline)
    let player = FilePlayer(address: "player.a", parameters: renderer.parameters)
    self.player = player
    let reference = ModuleReference(player)
    @_noLocks @Sendable func block(_ context: RenderContext) {
      reference.process(context)
      context.output(1)
      context.stack.pop()
    }
    renderer.setBlock(keepingAlive: [player], block)
    player.load(file)
  }

  func send(_ verb: Action.Verb, at frame: Int = 0, value: Double = 0) {
    let action = Action(verb, target: player.slot, value: value, frame: Int64(frame))
    renderer.send(action, from: .control)
  }

  func render(_ frameCount: Int, request: Int = 512) {
    var l = [Float](repeating: 0, count: frameCount)
    var r = l
    l.withUnsafeMutableBufferPointer { l in
      r.withUnsafeMutableBufferPointer { r in
        var done = 0
        while done < frameCount {
          let n = min(request, frameCount - done)
          var channels = [l.baseAddress! + done, r.baseAddress! + done]
          renderer.render(into: &channels, frameCount: n)
          done += n
        }
      }
    }
    left += l
    right += r
    var event = RenderEvent(.parameter, target: -1, frame: 0)
    while renderer.events.pop(into: &event) { events.append(event) }
  }

  func frames(of kind: RenderEvent.Kind) -> [Int64] {
    events.filter { $0.kind == kind }.map(\.frame)
  }
}
