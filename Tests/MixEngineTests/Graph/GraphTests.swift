import Testing

@testable import MixEngine

@Suite struct GraphTests {
  let table = ParameterTable()

  func source(_ name: String) -> LineSource { LineSource(name, table, offset: 1) }

  @Test func `a complete graph has no problems`() throws {
    var graph = Graph()
    let song = try graph.addSource(source("song"))
    let edit = try graph.addEffect(ScaleAndAdd("edit", table, scale: 1, add: 0))
    let out = try graph.addOutput("output.main", index: 0)
    try graph.connect(song, to: edit.input)
    try graph.connect(edit.output, to: out)
    #expect(graph.problems().isEmpty)
  }

  @Test func `an address stands for one node`() throws {
    var graph = Graph()
    try graph.addSource(source("song"))
    #expect(throws: GraphProblem.addressTaken("song")) { try graph.addSource(source("song")) }
  }

  @Test func `a node's address may differ from that of its module`() throws {
    var graph = Graph()
    let a = try graph.addSource(source("song"), address: "a")
    let edit = try graph.addEffect(
      ScaleAndAdd("edit", table, scale: 1, add: 0), address: "strip.edit")
    let tap = try graph.addTap(
      RecorderTap(address: "take", parameters: table, ringFrameCount: 1024), address: "strip.take")
    try graph.connect(a, to: edit.input)
    try graph.connect(edit.output, to: tap)
    #expect(graph.nodes.map(\.address) == ["a", "strip.edit", "strip.take"])
    #expect(graph["strip.edit"]?.module?.address == "edit")
    #expect(graph["edit"] == nil)
    #expect(graph.source(of: tap)?.node == "strip.edit")
    #expect(throws: GraphProblem.addressTaken("a")) {
      try graph.addSource(source("other"), address: "a")
    }
  }

  @Test func `an input takes one connection and says who has it`() throws {
    var graph = Graph()
    let a = try graph.addSource(source("a"))
    let b = try graph.addSource(source("b"))
    let out = try graph.addOutput("output.main", index: 0)
    try graph.connect(a, to: out)
    #expect(throws: GraphProblem.inputTaken(out, from: "a")) { try graph.connect(b, to: out) }
  }

  @Test func `a sum has as many inputs as were asked for`() throws {
    var graph = Graph()
    let a = try graph.addSource(source("a"))
    try graph.addSum("mix")
    #expect(throws: GraphProblem.noSuchInput(InputPort(node: "mix", index: 0), inputs: [])) {
      try graph.connect(a, to: InputPort(node: "mix", index: 0))
    }
    let input = try graph.addInput(toSum: "mix")
    try graph.connect(a, to: input)
    #expect(graph.source(of: input) == a)
  }

  @Test func `an unknown node is told with the nearest name`() throws {
    var graph = Graph()
    try graph.addSum("main")
    #expect(throws: GraphProblem.unknownNode("mian", nearest: "main")) {
      try graph.addInput(toSum: "mian")
    }
  }

  @Test func `open inputs and outputs are named`() throws {
    var graph = Graph()
    try graph.addSource(source("a"))
    let out = try graph.addOutput("output.main", index: 0)
    #expect(graph.problems() == [.inputOpen(out), .outputOpen("a")])
  }

  @Test func `a graph that nobody hears is a problem`() {
    #expect(Graph().problems() == [.nothingHeard])
  }

  @Test func `a circle is named in the order of its sound`() throws {
    var graph = Graph()
    let a = try graph.addEffect(ScaleAndAdd("a", table, scale: 1, add: 0))
    let b = try graph.addEffect(ScaleAndAdd("b", table, scale: 1, add: 0))
    let c = try graph.addEffect(ScaleAndAdd("c", table, scale: 1, add: 0))
    let out = try graph.addOutput("output.main", index: 0)
    try graph.connect(a.output, to: b.input)
    try graph.connect(b.output, to: c.input)
    try graph.connect(c.output, to: a.input)
    try graph.connect(c.output, to: out)
    #expect(graph.problems() == [.cycle(["a", "b", "c"])])
  }

  @Test func `one object in two places is a problem`() throws {
    var graph = Graph()
    let fader = Fader(strip: "bus.main", parameters: table)
    let a = try graph.addSource(source("a"))
    let first = try graph.addFader(fader, address: "one")
    let second = try graph.addFader(fader, address: "two")
    let out = try graph.addOutput("output.main", index: 0)
    try graph.connect(a, to: first.input)
    try graph.connect(first.output, to: second.input)
    try graph.connect(second.output, to: out)
    #expect(graph.problems() == [.moduleTwice("one", "two")])
  }

  @Test func `a chain of ten thousand effects is checked without deep recursion`() throws {
    var graph = Graph()
    var output = try graph.addSource(source("song"))
    for i in 0..<10_000 {
      let edit = try graph.addEffect(ScaleAndAdd("edit\(i)", table, scale: 1, add: 0))
      try graph.connect(output, to: edit.input)
      output = edit.output
    }
    let out = try graph.addOutput("output.main", index: 0)
    try graph.connect(output, to: out)
    #expect(graph.problems().isEmpty)
  }
}
