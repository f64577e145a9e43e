import MixTestSupport
import Testing

@testable import MixEngine

@Suite struct RunningGraphTests {
  let engine = Engine(sampleRate: SampleRate(48000))
  var table: ParameterTable { engine.parameters }

  func render(_ frames: Int) -> [Float] { engine.renderLeft(frames) }

  func graph(_ strips: [(source: Module, effects: [Module], fader: Fader)]) throws -> Graph {
    var graph = Graph()
    try graph.addSum("main")
    for strip in strips {
      var output = try graph.addSource(strip.source)
      for effect in strip.effects {
        let node = try graph.addEffect(effect)
        try graph.connect(output, to: node.input)
        output = node.output
      }
      let end = try graph.addFader(strip.fader)
      try graph.connect(output, to: end.input)
      try graph.connect(end.output, to: graph.addInput(toSum: "main"))
    }
    try graph.connect(OutputPort(node: "main"), to: graph.addOutput("output.main", index: 0))
    return graph
  }

  func largestStep(_ samples: [Float]) -> Float {
    zip(samples, samples.dropFirst()).map { abs($1 - $0) }.max() ?? 0
  }

  @Test func `a strip that leaves fades out, one that comes fades in, the others do not move`()
    throws
  {
    let stays = (
      LineSource("stays", table, offset: 1), [Module](), Fader(strip: "stays", parameters: table)
    )
    let leaves = (
      LineSource("leaves", table, offset: 4), [Module](), Fader(strip: "leaves", parameters: table)
    )
    let comes = (
      LineSource("comes", table, offset: 16), [Module](),
      Fader(strip: "comes", parameters: table, fadesIn: true)
    )
    var running = try graph([stays, leaves]).prepare(for: engine).start()
    var heard = render(512)
    #expect(heard.allSatisfy { $0 == 5 })
    let change = try running.update(to: graph([stays, comes]))
    #expect(change.begin == 512)
    #expect(change.done >= 512 + 240)
    heard += render(2048)
    #expect(heard.last == 17)
    #expect(heard.contains(1))
    // 5 ms at 48 kHz are 240 frames.
    #expect(largestStep(heard) <= 16.0 / 240 + 1e-5)
    running.stop()
  }

  @Test func `a send behind a fader comes and goes, and the fader does not move`() throws {
    let source = LineSource("song", table, offset: 1)
    let fader = Fader(strip: "song", parameters: table)
    let bus = Fader(strip: "bus", parameters: table)
    func graph(_ send: Fader?) throws -> Graph {
      var graph = try self.graph([(source, [Module](), fader)])
      // The bus is only taken, so that what is heard is the strip's own way.
      try graph.addSum("bus.sum")
      let end = try graph.addFader(bus)
      try graph.connect(OutputPort(node: "bus.sum"), to: end.input)
      if let send {
        let ports = try graph.addFader(send)
        try graph.connect(OutputPort(node: fader.address), to: ports.input)
        try graph.connect(ports.output, to: graph.addInput(toSum: "bus.sum"))
      }
      return graph
    }
    var running = try graph(nil).prepare(for: engine).start()
    var heard = render(512)
    let send = Fader(
      send: "song.sends.bus", level: Fader.sendDescriptor(to: "bus"), parameters: table,
      fadesIn: true)
    send.gain.set(0)
    let comes = try running.update(to: graph(send))
    #expect(comes.begin == 512 && comes.done == 512)
    heard += render(512)
    #expect(send.handle.left.rests(at: 1))
    let goes = try running.update(to: graph(nil))
    #expect(goes.begin == 1024 && goes.done >= 1024 + 240)
    heard += render(1024)
    #expect(send.isFadedOut)
    #expect(heard.allSatisfy { $0 == 1 })
    running.stop()
  }

  @Test func `a graph that is the same but for values needs no fade`() throws {
    let strip = (
      LineSource("song", table, offset: 1), [Module](), Fader(strip: "song", parameters: table)
    )
    var running = try graph([strip]).prepare(for: engine).start()
    _ = render(64)
    let change = try running.update(to: graph([strip]))
    #expect(change.begin == 64 && change.done == 64)
    #expect(render(256).allSatisfy { $0 == 1 })
    running.stop()
  }

  @Test
  func `an effect put into a playing strip is heard without a click, and modules keep their state`()
    throws
  {
    let fader = Fader(strip: "song", parameters: table)
    let source = LineSource("song", table, offset: 1)
    let double = ScaleAndAdd("double", table, scale: 2, add: 0)
    var running = try graph([(source, [], fader)]).prepare(for: engine).start()
    var heard = render(128)
    let slot = source.slot
    try running.update(to: graph([(source, [double], fader)]))
    heard += render(2048)
    #expect(heard.last == 2)
    #expect(largestStep(heard) <= 2.0 / 240 + 1e-5)
    #expect(source.slot == slot)
    running.stop()
  }

  @Test func `a wrong graph changes nothing`() throws {
    let strip = (
      LineSource("song", table, offset: 1), [Module](), Fader(strip: "song", parameters: table)
    )
    var running = try graph([strip]).prepare(for: engine).start()
    var wrong = Graph()
    try wrong.addOutput("output.main", index: 0)
    #expect(throws: GraphProblems.self) { try running.update(to: wrong) }
    #expect(render(256).allSatisfy { $0 == 1 })
    running.stop()
  }

  @Test func `what a program no longer needs is released on the control thread`() throws {
    weak var gone: LineSource?
    let fader = Fader(strip: "song", parameters: table)
    var running: RunningGraph
    do {
      let source = LineSource("old", table, offset: 1)
      gone = source
      running = try graph([(source, [], fader)]).prepare(for: engine).start()
    }
    _ = render(64)
    #expect(gone != nil)
    let other = (
      LineSource("new", table, offset: 1), [Module](), Fader(strip: "new", parameters: table)
    )
    try running.update(to: graph([other]))
    _ = render(64)
    engine.renderer.collect()
    #expect(gone != nil)
    _ = render(1024)
    engine.renderer.collect()
    _ = render(64)
    engine.renderer.collect()
    #expect(gone == nil)
    running.stop()
  }

  /// What the render thread told of changes.
  func changes() -> [RenderEvent] {
    var found: [RenderEvent] = [], event = RenderEvent(.parameter, target: -1, frame: 0)
    while engine.renderer.events.pop(into: &event) {
      if event.kind == .changed { found.append(event) }
    }
    return found
  }

  @Test func `a change happens at its frames, all of it at once`() throws {
    let fader = Fader(strip: "song", parameters: table)
    let first = (LineSource("song", table, offset: 1), [Module](), fader)
    let other = (
      LineSource("more", table, offset: 2), [Module](), Fader(strip: "more", parameters: table)
    )
    var running = try graph([first]).prepare(for: engine).start()
    var heard = render(128)
    var change = GraphChange()
    change.frames = (640, 1280)
    change.values = [(fader.gain, -.infinity)]
    let transition = try running.update(to: graph([first, other]), change)
    #expect(transition.begin == 1280 && transition.done == 1280)
    heard += render(1920 - 128)
    #expect(heard[..<1280].allSatisfy { $0 == 1 })
    // The one comes whole, the other goes in a line of 5 ms.
    #expect(heard[1280] == 3)
    #expect(abs(heard[1280 + 120] - 2.5) < 1e-5)
    #expect(heard.last == 2)
    let told = changes()
    #expect(told.map(\.frame) == [1280])
    #expect(told.map(\.target) == [transition.number])
    running.stop()
  }

  @Test func `what comes too late happens at once, fades first, and tells when`() throws {
    let stays = (
      LineSource("stays", table, offset: 1), [Module](), Fader(strip: "stays", parameters: table)
    )
    let leaves = (
      LineSource("leaves", table, offset: 4), [Module](), Fader(strip: "leaves", parameters: table)
    )
    var running = try graph([stays, leaves]).prepare(for: engine).start()
    _ = render(6400)
    var change = GraphChange()
    change.frames = (0, 64)
    try running.update(to: graph([stays]), change)
    let heard = render(640)
    #expect(largestStep(heard) <= 4.0 / 240 + 1e-5)
    let told = changes()
    #expect(told.map(\.frame) == [6400, 6400 + 384])
    #expect(
      told.map(\.detail)
        == [RenderEvent.ChangeStage.began, .done].map(\.rawValue))
    running.stop()
  }

  @Test func `changes that wait for each other happen in turn`() throws {
    let strips = (0..<4).map { number in
      (
        LineSource("source\(number)", table, offset: Float(1 << number)), [Module](),
        Fader(strip: "strip\(number)", parameters: table, fadesIn: number > 0)
      )
    }
    var running = try graph([strips[0]]).prepare(for: engine).start()
    _ = render(64)
    for number in 1..<4 {
      var change = GraphChange()
      change.frames = (Int64(number) * 6400, Int64(number) * 6400 + 640)
      try running.update(to: graph([strips[number - 1], strips[number]]), change)
    }
    let heard = render(4 * 6400)
    #expect(heard[6399 - 64] == 1)
    #expect(heard[2 * 6400 - 65] == 3)
    #expect(heard[3 * 6400 - 65] == 6)
    #expect(heard.last == 12)
    running.stop()
  }

  @Test func `a staged change of a fader and of a crossfader waits for its program`() throws {
    let crossfader = Crossfader(parameters: table, curve: .linear)
    let fader = Fader(strip: "song", parameters: table, crossfader: crossfader)
    let strip = (LineSource("song", table, offset: 1), [Module](), fader)
    var running = try graph([strip]).prepare(for: engine, helpers: [crossfader]).start()
    crossfader.position.set(0.5)
    _ = render(640)
    fader.stage(law: .linear, side: .left)
    crossfader.stage(curve: .cut)
    #expect(render(640).allSatisfy { $0 == 1 })
    try running.update(to: graph([strip]), helpers: [crossfader])
    let gains = CrossfaderCurve.cut.gains(at: 0.5, contour: 0)
    #expect(render(640).last == gains.left)
    running.stop()
  }

  @Test func `a player that plays goes on with another file, at the change's frame`() throws {
    let player = FilePlayer(address: "player.a", parameters: table)
    let fader = Fader(strip: "player.a", parameters: table)
    var graph = Graph()
    let source = try graph.addSource(player)
    let end = try graph.addFader(fader)
    try graph.connect(source, to: end.input)
    try graph.connect(end.output, to: graph.addOutput("output.main", index: 0))
    let (one, two) = (
      ArrayFile(Signals.constant(0.25, 20_000)), ArrayFile(Signals.numbered(20_000))
    )
    player.load(one)
    one.fill()
    var running = try graph.prepare(
      for: engine, schedule: [Action(.play, target: player.slot)]
    ).start()
    _ = render(64)
    engine.renderer.send(Action(.play, target: player.slot), from: .control)
    var heard = render(1216)
    player.stage(two, region: 100..<15_000)
    two.fill()
    var change = GraphChange()
    change.frames = (6400, 6400)
    try running.update(to: graph, change)
    one.fill()
    heard += render(12_800)
    let at = 6400 - 64
    #expect(heard[at - 1] == 0.25)
    #expect(
      Measurements.differingFrames(
        heard[(at + 240)..<(at + 5000)], Signals.numbered(20_000)[340..<5100]) == 0)
    #expect(player.file === two)
    running.stop()
    engine.renderer.collect()
  }
}
