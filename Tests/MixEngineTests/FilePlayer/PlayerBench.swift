import MixEngine

/// A renderer with one player, and what comes out of it.
final class PlayerBench {
  let renderer: Renderer
  let player: FilePlayer
  private(set) var left: [Float] = []
  private(set) var right: [Float] = []
  private(set) var events: [RenderEvent] = []

  /// - Parameter isOffline: whether the player waits for its pages.
  init(rate: Int = 48_000, isOffline: Bool = true) {
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
  }

  func send(_ verb: Action.Verb, at frame: Int, value: Double = 0) {
    let action = Action(verb, target: player.slot, value: value, frame: Int64(frame))
    renderer.send(action, from: .control)
  }

  func setLoop(_ isOn: Bool) {
    renderer.parameters.parameter(named: "player.a.loop")?.set(isOn ? 1 : 0)
  }

  /// Renders on; what came out is appended to `left` and `right`.
  /// - Parameter request: frames a request.
  func render(_ frameCount: Int, request: Int = 512, before: (() -> Void)? = nil) {
    var l = [Float](repeating: 0, count: frameCount)
    var r = l
    l.withUnsafeMutableBufferPointer { l in
      r.withUnsafeMutableBufferPointer { r in
        var done = 0
        while done < frameCount {
          before?()
          let n = min(request, frameCount - done)
          var channels = [l.baseAddress! + done, r.baseAddress! + done]
          renderer.render(into: &channels, frameCount: n)
          done += n
          var event = RenderEvent(.parameter, target: -1, frame: 0)
          while renderer.events.pop(into: &event) { events.append(event) }
        }
      }
    }
    left += l
    right += r
  }

  /// Frames at which something of a kind was told.
  func frames(of kind: RenderEvent.Kind) -> [Int64] {
    events.filter { $0.kind == kind }.map(\.frame)
  }
}
