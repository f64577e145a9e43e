import Testing

@testable import MixEngine

@Suite struct RunningGraphTests {
  let engine = Engine(sampleRate: SampleRate(48000))
  var table: ParameterTable { engine.parameters }

  func render(_ frames: Int) -> [Float] {
    var left = [Float](repeating: 0, count: frames)
    var right = left
    left.withUnsafeMutableBufferPointer { l in
      right.withUnsafeMutableBufferPointer { r in
        var channels = [l.baseAddress!, r.baseAddress!]
        channels.withUnsafeMutableBufferPointer {
          engine.renderer.render(into: $0.baseAddress!, frameCount: frames)
        }
      }
    }
    return left
  }

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
    let frames = try running.beginUpdate(to: graph([stays, comes]))
    #expect(frames >= 240)
    heard += render(frames)
    running.finishUpdate()
    heard += render(1024)
    #expect(heard.last == 17)
    #expect(heard.contains(1))
    // 5 ms at 48 kHz are 240 frames.
    #expect(largestStep(heard) <= 16.0 / 240 + 1e-5)
    running.stop()
  }

  @Test func `a graph that is the same but for values needs no fade`() throws {
    let strip = (
      LineSource("song", table, offset: 1), [Module](), Fader(strip: "song", parameters: table)
    )
    var running = try graph([strip]).prepare(for: engine).start()
    _ = render(64)
    #expect(try running.beginUpdate(to: graph([strip])) == 0)
    running.finishUpdate()
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
    let frames = try running.beginUpdate(to: graph([(source, [double], fader)]))
    heard += render(frames)
    running.finishUpdate()
    heard += render(1024)
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
    let frames = try running.beginUpdate(to: graph([other]))
    _ = render(frames)
    running.finishUpdate()
    _ = render(64)
    engine.renderer.collect()
    #expect(gone == nil)
    running.stop()
  }
}
