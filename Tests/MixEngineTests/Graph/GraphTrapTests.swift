import Testing

@testable import MixEngine

/// What people stumble over in other graph libraries: each is told at the call that was wrong, with
/// the name of the node, or can't be written.
@Suite struct GraphTrapTests {
  let engine = Engine(sampleRate: SampleRate(48000))
  var table: ParameterTable { engine.parameters }

  /// Samples of the left side.
  func render(_ frames: Int) -> [Float] { engine.renderLeft(frames) }

  // Calls in the wrong order. Only `prepare` gives a `PreparedGraph`, only that one can be started,
  // and both types are consumed: `graph.start()`, a second `start()` and a use after `stop()` do
  // not compile. What is left to say at run time, `prepare` says at once and with names.
  @Test func `a graph that is not whole can't be prepared, and all that is missing is named`()
    throws
  {
    var graph = Graph()
    try graph.addSource(LineSource("voice", table, offset: 1))
    let echo = try graph.addEffect(ScaleAndAdd("echo", table, scale: 1, add: 0))
    let speakers = try graph.addOutput("speakers", index: 0)
    do {
      _ = try graph.prepare(for: engine)
      Issue.record("it was prepared")
    } catch {
      #expect(
        error.problems == [
          .inputOpen(echo.input), .inputOpen(speakers), .outputOpen("voice"), .outputOpen("echo"),
        ])
    }
  }

  // A supplier at the microphone. A source is added as its output port alone: there is no input port
  // of it that anything could be given to. One that is made up by hand is refused.
  @Test func `what captures has no input`() throws {
    var graph = Graph()
    let voice = try graph.addSource(ProvidedSource(address: "voice", parameters: table) { _ in })
    try graph.addSource(ProvidedSource(address: "other", parameters: table) { _ in })
    let madeUp = InputPort(node: "other", index: 0)
    #expect(throws: GraphProblem.noSuchInput(madeUp, inputs: [])) {
      try graph.connect(voice, to: madeUp)
    }
    #expect(graph.source(of: madeUp) == nil)
  }

  // Asked and told exchanged. The closures take different types: one can be written to, the other
  // can't, and neither closure is accepted in the other's place.
  @Test func `one is asked for each quantum, the other is told of it, at the same frames`() throws {
    let asked = FrameLog(), told = FrameLog()
    let source = ProvidedSource(address: "voice", parameters: table) { frames in
      asked.add(frames.frame, frames.frameCount)
      for c in 0..<frames.channelCount {
        for i in 0..<frames.frameCount { frames[c]?[i] = Float(frames.frame) + Float(i) }
      }
    }
    let sink = CaptureSink(address: "take", parameters: table) { frames in
      told.add(frames.frame, frames.frameCount)
      for c in 0..<frames.channelCount {
        for i in 0..<frames.frameCount where frames[c]?[i] != Float(frames.frame) + Float(i) {
          told.mismatch()
        }
      }
    }
    var graph = Graph()
    let voice = try graph.addSource(source)
    try graph.connect(voice, to: graph.addTap(sink))
    try graph.connect(voice, to: graph.addOutput("speakers", index: 0))
    let running = try graph.prepare(for: engine).start()
    #expect(render(256) == (0..<256).map(Float.init))
    running.stop()
    // Once each, though two nodes read it.
    #expect(asked.frames == [0, 64, 128, 192])
    #expect(told.frames == asked.frames)
    #expect(asked.lengths == [64, 64, 64, 64] && told.lengths == asked.lengths)
    #expect(told.mismatches == 0)
  }

  // Numbers that mean a port here and a device there. Ports are values of two types that only the
  // graph makes: an output given as an input does not compile. Names that are wrong are told with
  // the nearest right one.
  @Test func `a port of a node that is not there is told with the nearest name`() throws {
    var graph = Graph()
    let voice = try graph.addSource(LineSource("voice", table))
    let speakers = try graph.addOutput("speakers", index: 0)
    #expect(throws: GraphProblem.unknownNode("speaker", nearest: "speakers")) {
      try graph.connect(voice, to: InputPort(node: "speaker", index: 0))
    }
    #expect(throws: GraphProblem.unknownNode("vioce", nearest: "voice")) {
      try graph.connect(OutputPort(node: "vioce"), to: speakers)
    }
    #expect(throws: GraphProblem.noOutput("speakers", outputs: ["voice"])) {
      try graph.connect(OutputPort(node: "speakers"), to: speakers)
    }
    #expect(
      throws: GraphProblem.noSuchInput(InputPort(node: "speakers", index: 1), inputs: ["input"])
    ) {
      try graph.connect(voice, to: InputPort(node: "speakers", index: 1))
    }
  }

  @Test func `a second connection to an input is refused and the first one stays`() throws {
    var graph = Graph()
    try graph.addSum("mix")
    let first = try graph.addSource(LineSource("first", table))
    let second = try graph.addSource(LineSource("second", table))
    let input = try graph.addInput(toSum: "mix")
    try graph.connect(first, to: input)
    #expect(throws: GraphProblem.inputTaken(input, from: "first")) {
      try graph.connect(second, to: input)
    }
    #expect(graph.source(of: input) == first)
  }

  @Test func `the second channel of a mono source can't be written`() throws {
    let seen = FrameLog()
    let source = ProvidedSource(address: "voice", parameters: table, channelCount: 1) { frames in
      if frames[1] != nil || frames[-1] != nil || frames.channelCount != 1 { seen.mismatch() }
      for i in 0..<frames.frameCount { frames[0]?[i] = 0.5 }
    }
    var graph = Graph()
    let voice = try graph.addSource(source)
    try graph.connect(voice, to: graph.addOutput("speakers", index: 0))
    let running = try graph.prepare(for: engine).start()
    #expect(render(128).allSatisfy { $0 == 0.5 })
    #expect(seen.mismatches == 0)
    running.stop()
  }

  @Test func `what a source does not write is silence, not what was there before`() throws {
    let source = ProvidedSource(address: "song", parameters: table) { frames in
      // The file ends in the middle of the second quantum.
      let left = min(Int64(frames.frameCount), max(0, 96 - frames.frame))
      for c in 0..<frames.channelCount {
        for i in 0..<Int(left) { frames[c]?[i] = 1 }
      }
    }
    var graph = Graph()
    let song = try graph.addSource(source)
    try graph.connect(song, to: graph.addOutput("speakers", index: 0))
    let running = try graph.prepare(for: engine).start()
    let heard = render(512)
    #expect(heard[..<96].allSatisfy { $0 == 1 })
    #expect(heard[96...].allSatisfy { $0 == 0 })
    running.stop()
  }
}
