import MixEngine

/// Three players, a band-pass on the first, a delay over the other two, and a recorder that waits: as
/// a graph that is compiled, and as a block that does the same by hand.
///
///     valgrind --tool=callgrind --toggle-collect='*Renderer*render*interleaved*' \
///       .build/release/stackdeck-bench --cycles graph 2000
///
/// counts the instructions of 2000 quanta; "block" instead of "graph" those of the block.
final class ThreePlayers {
  enum Form: String { case graph, block }

  private let engine = Engine(sampleRate: SampleRate(48_000))
  private let files = (0..<3).map { _ in NoiseFile() }
  private let players: [FilePlayer]
  private let faders: [Fader]
  private let bandpass: Bandpass
  private let delay: Delay
  private let recorder: RecorderTap
  private let samples = UnsafeMutablePointer<Float>.allocate(capacity: 2 * Quantum.frameCount)

  init(_ form: Form) throws {
    let parameters = engine.parameters
    players = (0..<3).map { FilePlayer(address: "player.\($0)", parameters: parameters) }
    faders = ["player.0", "player.1", "player.2", "bus.pair", "bus.main"].map {
      Fader(strip: $0, parameters: parameters)
    }
    // None rests where it would do nothing.
    for fader in faders { fader.gain.set(-3) }
    bandpass = Bandpass(address: "effect.0", parameters: parameters)
    delay = Delay(address: "effect.1", parameters: parameters)
    recorder = RecorderTap(address: "recorder", parameters: parameters, ringFrameCount: 48_000)
    for (player, file) in zip(players, files) { player.load(file) }
    switch form {
    case .graph: _ = try graph().prepare(for: engine).start()
    case .block: setBlock()
    }
    for player in players {
      engine.renderer.send(Action(.play, target: player.slot), from: .control)
    }
  }

  deinit { samples.deallocate() }

  /// Renders whole quanta; pages are filled between them.
  func render(_ count: Int) {
    for _ in 0..<count {
      for file in files { file.fill() }
      engine.renderer.render(interleaved: samples, frameCount: Quantum.frameCount)
    }
  }

  /// What came last, so that both forms can be compared.
  var lastFrame: (left: Float, right: Float) {
    (samples[2 * Quantum.frameCount - 2], samples[2 * Quantum.frameCount - 1])
  }

  private func graph() throws -> Graph {
    var graph = Graph()
    let strips = try players.map { try graph.addSource($0) }
    let ends = try faders.map { try graph.addFader($0) }
    let first = try graph.addEffect(bandpass), second = try graph.addEffect(delay)
    let pair = try graph.addSum("pair"), main = try graph.addSum("main")
    try graph.connect(strips[0], to: first.input)
    try graph.connect(first.output, to: ends[0].input)
    for i in 1...2 {
      try graph.connect(strips[i], to: ends[i].input)
      try graph.connect(ends[i].output, to: graph.addInput(toSum: "pair"))
    }
    try graph.connect(pair, to: second.input)
    try graph.connect(second.output, to: ends[3].input)
    try graph.connect(ends[0].output, to: graph.addInput(toSum: "main"))
    try graph.connect(ends[3].output, to: graph.addInput(toSum: "main"))
    try graph.connect(main, to: ends[4].input)
    try graph.connect(ends[4].output, to: graph.addTap(recorder))
    try graph.connect(ends[4].output, to: graph.addOutput("speakers", index: 0))
    return graph
  }

  private func setBlock() {
    let (one, two, three) = (
      ModuleReference(players[0]), ModuleReference(players[1]), ModuleReference(players[2])
    )
    let (filter, echo, take) = (
      ModuleReference(bandpass), ModuleReference(delay), ModuleReference(recorder)
    )
    let (first, second, third) = (faders[0].handle, faders[1].handle, faders[2].handle)
    let (pair, main) = (faders[3].handle, faders[4].handle)

    @_noLocks @Sendable func block(_ context: RenderContext) {
      let stack = context.stack
      one.process(context)
      filter.process(context)
      first.update()
      first.apply(to: stack)
      two.process(context)
      second.update()
      second.apply(to: stack)
      third.update()
      if let sum = stack.get(),
        three.mix(into: sum, left: third.left, right: third.right, context)
      {
        third.advance(context.frameCount)
      } else {
        three.process(context)
        third.add(to: 1, of: stack)
        stack.pop()
      }
      echo.process(context)
      pair.update()
      pair.add(to: 1, of: stack)
      stack.pop()
      main.update()
      main.apply(to: stack)
      take.process(context)
      context.output(1)
      stack.pop()
    }
    engine.renderer.setBlock(
      keepingAlive: players + faders + [bandpass, delay, recorder], block)
  }
}
