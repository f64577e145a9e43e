import Testing

@testable import MixEngine

@Suite struct MixerTests {
  let engine = Engine(sampleRate: SampleRate(48000), isOffline: true)
  var table: ParameterTable { engine.parameters }

  func source(_ name: String, _ level: Float) -> LineSource {
    LineSource(name, table, offset: level)
  }

  func largestStep(_ samples: [Float]) -> Float {
    zip(samples, samples.dropFirst()).map { abs($1 - $0) }.max() ?? 0
  }

  @Test func `a mixer sums its inputs, and one without a connection is silence`() throws {
    var graph = Graph()
    let mixer = try graph.addMixer("mix", parameters: table)
    let voice = try graph.addInput("voice", to: mixer)
    let song = try graph.addInput("song", to: mixer)
    _ = try graph.addInput("spare", to: mixer)
    try graph.connect(graph.addSource(source("a", 1)), to: voice.input)
    try graph.connect(graph.addSource(source("b", 4)), to: song.input)
    try graph.connect(mixer.output, to: graph.addOutput("speakers", index: 0))
    let running = try graph.prepare(for: engine).start()
    #expect(engine.renderLeft(128).allSatisfy { $0 == 5 })
    running.stop()
  }

  @Test func `gain, balance, enabled and the output's gain are parameters with addresses`() throws {
    var graph = Graph()
    let mixer = try graph.addMixer("mix", parameters: table)
    let voice = try graph.addInput("voice", to: mixer)
    let song = try graph.addInput("song", to: mixer)
    try graph.connect(graph.addSource(source("a", 1)), to: voice.input)
    try graph.connect(graph.addSource(source("b", 4)), to: song.input)
    try graph.connect(mixer.output, to: graph.addOutput("speakers", index: 0))
    let running = try graph.prepare(for: engine).start()
    func heard() -> Float { engine.renderLeft(640).last! }
    for name in ["mix.gain", "mix.voice.gain", "mix.voice.balance", "mix.voice.mute"] {
      #expect(table.parameter(named: name) != nil, "\(name)")
    }
    song.isEnabled = false
    #expect(heard() == 1)
    song.isEnabled = true
    table.parameter(named: "mix.voice.gain")!.set(-.infinity)
    #expect(heard() == 4)
    song.balance.set(0.5)
    #expect(heard() == 4 * BalanceLaw.linear.gains(at: 0.5).left)
    song.balance.set(0)
    mixer.gain.set(-6)
    #expect(heard() == 4 * Decibels(-6).gain)
    running.stop()
  }

  @Test func `meters stand before and after each fader`() throws {
    var graph = Graph()
    let mixer = try graph.addMixer("mix", parameters: table)
    let voice = try graph.addInput("voice", to: mixer)
    try graph.connect(graph.addSource(source("a", 0.5)), to: voice.input)
    try graph.connect(mixer.output, to: graph.addOutput("speakers", index: 0))
    let readers = [
      voice.levelBefore, voice.levelAfter, mixer.levelBefore, mixer.levelAfter,
    ].map { $0.addReader()! }
    voice.gain.set(-10)
    mixer.gain.set(-20)
    let running = try graph.prepare(for: engine).start()
    _ = engine.renderLeft(640)
    let half = Decibels(gain: 0.5).value
    for (reader, wanted) in zip(readers, [0, -10, -10, -30]) {
      #expect(abs(reader.read().peak.value - (half + Double(wanted))) < 0.001)
    }
    running.stop()
  }

  @Test func `inputs join and leave while it runs, with fades, and come back with their levels`()
    throws
  {
    var graph = Graph()
    let mixer = try graph.addMixer("mix", parameters: table)
    let voice = try graph.addInput("voice", to: mixer)
    try graph.connect(graph.addSource(source("a", 1)), to: voice.input)
    try graph.connect(mixer.output, to: graph.addOutput("speakers", index: 0))
    let alone = graph
    let guest = try graph.addInput("guest", to: mixer)
    let both = try { () throws(GraphProblem) -> Graph in
      var both = graph
      try both.connect(both.addSource(source("b", 4)), to: guest.input)
      return both
    }()
    // The first graph is still what it was.
    #expect(try alone.inputs(of: mixer).map(\.name) == ["voice"])
    #expect(try both.inputs(of: mixer).map(\.name) == ["voice", "guest"])

    var running = try alone.prepare(for: engine).start()
    var heard = engine.renderLeft(640)
    // What begins with the graph is there at once.
    #expect(heard.allSatisfy { $0 == 1 })
    try running.update(to: both)
    heard += engine.renderLeft(1280)
    #expect(heard.last == 5)
    guest.gain.set(-6)
    heard += engine.renderLeft(1280)
    try running.update(to: alone)
    heard += engine.renderLeft(1280)
    #expect(heard.last == 1)
    try running.update(to: both)
    heard += engine.renderLeft(1280)
    #expect(heard.last == 1 + 4 * Decibels(-6).gain)
    #expect(largestStep(heard) <= 4.0 / 240 + 1e-5)
    running.stop()
  }

  @Test func `an input that goes leaves the ports of the others where they are`() throws {
    var graph = Graph()
    let mixer = try graph.addMixer("mix", parameters: table)
    let first = try graph.addInput("first", to: mixer)
    let second = try graph.addInput("second", to: mixer)
    let a = try graph.addSource(source("a", 1)), b = try graph.addSource(source("b", 2))
    try graph.connect(a, to: first.input)
    try graph.connect(b, to: second.input)
    try graph.removeInput("first", from: mixer)
    #expect(graph.source(of: second.input) == b)
    #expect(graph.source(of: first.input) == nil)
    #expect(throws: GraphProblem.noSuchInput(first.input, inputs: ["second"])) {
      try graph.connect(a, to: first.input)
    }
    #expect(try graph.addInput("first", to: mixer).input == first.input)
    try graph.connect(a, to: first.input)
  }

  @Test func `wrong names are told with the right ones`() throws {
    var graph = Graph()
    let mixer = try graph.addMixer("mix", parameters: table)
    _ = try graph.addInput("voice", to: mixer)
    _ = try graph.addInput("song", to: mixer)
    #expect(throws: GraphProblem.addressTaken("mix.voice")) {
      try graph.addInput("voice", to: mixer)
    }
    #expect(throws: GraphProblem.addressTaken("mix.output")) {
      try graph.addInput("output", to: mixer)
    }
    let wrong = GraphProblem.unknownPort(
      node: "mix", name: "voise", ports: ["voice", "song"], nearest: "voice")
    #expect(throws: wrong) { try graph.removeInput("voise", from: mixer) }
    #expect(throws: wrong) { try graph.input("voise", of: "mix") }
    #expect(
      wrong.description == """
        'mix' has no port 'voise'
          help: did you mean 'voice'? ports of mix: voice, song
        """)
    var other = Graph()
    try other.addSum("mix")
    #expect(throws: GraphProblem.notAGraph("mix")) { try other.addInput("voice", to: mixer) }
  }

  @Test func `the listing has the mixer's steps at their addresses`() throws {
    var graph = Graph()
    let mixer = try graph.addMixer("mix", parameters: table)
    let voice = try graph.addInput("voice", to: mixer)
    try graph.connect(graph.addSource(source("a", 1)), to: voice.input)
    try graph.connect(mixer.output, to: graph.addOutput("speakers", index: 0))
    let prepared = try graph.prepare(for: engine)
    #expect(
      prepared.program.listing().map { "\($0.operation) \($0.operand)" } == [
        "push a", "record mix.voice.before", "fader mix.voice", "record mix.voice.after",
        "record mix.output.before", "fader mix.output", "record mix.output.after",
        "output speakers", "pop 1",
      ])
  }
}
