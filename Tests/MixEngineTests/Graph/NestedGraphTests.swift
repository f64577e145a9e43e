import Testing

@testable import MixEngine

@Suite struct NestedGraphTests {
  let engine = Engine(sampleRate: SampleRate(48000), isOffline: true)
  var table: ParameterTable { engine.parameters }

  func edit(_ name: String, scale: Float = 1, add: Float = 0) -> ScaleAndAdd {
    ScaleAndAdd(name, table, scale: scale, add: add)
  }

  /// One effect between an inlet and an outlet.
  func strip(_ module: Module) throws -> Graph {
    var strip = Graph()
    let ports = try strip.addEffect(module, address: "edit")
    try strip.connect(strip.addInlet("in"), to: ports.input)
    try strip.connect(ports.output, to: strip.addOutlet("out"))
    return strip
  }

  @Test func `a graph in a graph sounds as its nodes would, and costs nothing`() throws {
    let nested = try strip(edit("a", scale: 2, add: 1))
    var middle = Graph()
    try middle.addGraph(nested, address: "inner")
    try middle.connect(middle.addInlet("in"), to: middle.input("in", of: "inner"))
    try middle.connect(middle.output("out", of: "inner"), to: middle.addOutlet("out"))
    var graph = Graph()
    try graph.addGraph(middle, address: "voice")
    let song = try graph.addSource(LineSource("song", table, offset: 3))
    try graph.connect(song, to: graph.input("in", of: "voice"))
    try graph.connect(graph.output("out", of: "voice"), to: graph.addOutput("speakers", index: 0))
    #expect(graph.problems().isEmpty)
    let prepared = try graph.prepare(for: engine)
    #expect(
      prepared.program.listing().map { "\($0.operation) \($0.operand)" } == [
        "push song", "edit voice.inner.edit", "output speakers", "pop 1",
      ])
    let running = prepared.start()
    #expect(engine.renderLeft(64).allSatisfy { $0 == 7 })
    // The description is kept as it was made.
    #expect(running.graph.nodes.map(\.address) == ["voice", "song", "speakers"])
    running.stop()
  }

  @Test func `a circle through nested graphs is named with their paths`() throws {
    var graph = Graph()
    try graph.addGraph(strip(edit("a")), address: "left")
    try graph.addGraph(strip(edit("b")), address: "right")
    let ends = try ["left", "right"].map {
      (input: try graph.input("in", of: $0), output: try graph.output("out", of: $0))
    }
    try graph.connect(ends[0].output, to: ends[1].input)
    try graph.connect(ends[1].output, to: ends[0].input)
    try graph.connect(ends[0].output, to: graph.addOutput("speakers", index: 0))
    let circle = [
      "left.edit", "left.out", "right.in", "right.edit", "right.out", "left.in",
    ]
    #expect(graph.problems() == [.cycle(circle)])
    #expect(graph.problems()[0].text.hasSuffix("right.out → left.in → left.edit"))
  }

  @Test func `what is wrong inside, or not connected, is named with its path`() throws {
    var inner = try strip(edit("a"))
    try inner.addSource(LineSource("lost", table))
    var graph = Graph()
    try graph.addGraph(inner, address: "voice")
    try graph.addOutput("speakers", index: 0)
    #expect(
      Set(graph.problems()) == [
        .inputOpen(InputPort(node: "voice.in", index: 0)), .outputOpen("voice.lost"),
        .inputOpen(InputPort(node: "speakers", index: 0)),
      ])
    // Alone it leads nowhere.
    #expect(Set(inner.problems()).isSuperset(of: [.notNested("in"), .notNested("out")]))
  }

  @Test func `an optional inlet is silence, and an outlet need not be heard`() throws {
    var inner = Graph()
    let sound = try inner.addInlet("in", isOptional: true)
    let ports = try inner.addEffect(edit("a", add: 5))
    try inner.connect(sound, to: ports.input)
    try inner.connect(ports.output, to: inner.addOutlet("out"))
    try inner.connect(sound, to: inner.addOutlet("dry"))
    var graph = Graph()
    try graph.addGraph(inner, address: "voice")
    try graph.connect(graph.output("out", of: "voice"), to: graph.addOutput("speakers", index: 0))
    let running = try graph.prepare(for: engine).start()
    #expect(engine.renderLeft(64).allSatisfy { $0 == 5 })
    running.stop()
  }

  @Test func `one module in two graphs is found`() throws {
    let module = edit("a")
    var graph = Graph()
    let song = try graph.addSource(LineSource("song", table, offset: 3))
    for name in ["left", "right"] {
      try graph.addGraph(strip(module), address: name)
      try graph.connect(song, to: graph.input("in", of: name))
    }
    try graph.addOutput("speakers", index: 0)
    #expect(graph.problems().contains(.moduleTwice("left.edit", "right.edit")))
  }

  @Test func `a splitter gives one sound out at its outputs`() throws {
    var graph = Graph()
    let song = try graph.addSource(LineSource("song", table, offset: 3))
    let split = try graph.addSplitter("split", outputs: ["dry", "wet"])
    let ports = try graph.addEffect(edit("a", scale: 10))
    try graph.addSum("mix")
    try graph.connect(song, to: split.input)
    try graph.connect(split.outputs[1], to: ports.input)
    try graph.connect(split.outputs[0], to: graph.addInput(toSum: "mix"))
    try graph.connect(ports.output, to: graph.addInput(toSum: "mix"))
    try graph.connect(OutputPort(node: "mix"), to: graph.addOutput("speakers", index: 0))
    #expect(try graph.output("wet", of: "split") == split.outputs[1])
    let third = OutputPort(node: "split", index: 2)
    #expect(throws: GraphProblem.noSuchOutput(third, outputs: ["dry", "wet"])) {
      try graph.connect(third, to: graph.addInput(toSum: "mix"))
    }
    let running = try graph.prepare(for: engine).start()
    #expect(engine.renderLeft(64).allSatisfy { $0 == 33 })
    running.stop()
  }

  @Test func `nodes are taken away and replaced, and what is left stays connected`() throws {
    var graph = Graph()
    let song = try graph.addSource(LineSource("song", table, offset: 3))
    try graph.addGraph(strip(edit("a", scale: 2)), address: "voice")
    let speakers = try graph.addOutput("speakers", index: 0)
    try graph.connect(song, to: graph.input("in", of: "voice"))
    try graph.connect(graph.output("out", of: "voice"), to: speakers)
    try graph.replaceGraph("voice", with: strip(edit("b", scale: 4)))
    #expect(graph.source(of: speakers)?.node == "voice")
    let running = try graph.prepare(for: engine).start()
    #expect(engine.renderLeft(64).allSatisfy { $0 == 12 })
    running.stop()

    try graph.remove("song")
    #expect(graph.source(of: try graph.input("in", of: "voice")) == nil)
    #expect(graph.source(of: speakers)?.node == "voice")
    try graph.disconnect(speakers)
    #expect(graph.source(of: speakers) == nil)
    #expect(throws: GraphProblem.notAGraph("speakers")) {
      try graph.replaceGraph("speakers", with: Graph())
    }
    #expect(throws: GraphProblem.unknownNode("song", nearest: nil)) { try graph.remove("song") }
  }
}
