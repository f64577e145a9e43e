import MixTestSupport
import Testing

@testable import MixEngine

/// A graph that is changed ten times a second while a tone sounds.
///
/// Under RealtimeSanitizer this suite also proves that nothing of it allocates or locks in a cycle.
@Suite struct GraphSwapTests {
  let engine = Engine(sampleRate: SampleRate(48000), isOffline: true)
  var table: ParameterTable { engine.parameters }

  /// A nested graph with an effect that changes nothing in it, or several in a row.
  private func strip(_ modules: [Module]) throws -> Graph {
    var strip = Graph()
    var at = try strip.addInlet("in")
    for module in modules {
      let ports = try strip.addEffect(module)
      try strip.connect(at, to: ports.input)
      at = ports.output
    }
    try strip.connect(at, to: strip.addOutlet("out"))
    return strip
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `ten changes a second are heard as fades, and as nothing else`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    // None comes to the same place in a tenth of a second: changes meet tones anywhere.
    let tone = ToneSource("tone", table, amplitude: 0.4, frequency: 441.7)
    let guests = (0..<4).map {
      ToneSource("guest\($0)", table, amplitude: 0.1, frequency: 303.1 + 71.3 * Double($0))
    }
    // With these it is half as loud, or upside down: a change without a fade would be a step.
    let half = ScaleAndAdd("half", table, scale: 0.5, add: 0)
    let mirror = ScaleAndAdd("mirror", table, scale: -1, add: 0)
    let flat = (0..<2).map { ScaleAndAdd("flat\($0)", table, scale: 1, add: 0) }

    var graph = Graph()
    let mixer = try graph.addMixer("mix", parameters: table)
    let input = try graph.addInput("tone", to: mixer)
    try graph.addGraph(strip([]), address: "strip")
    try graph.addGraph(strip([]), address: "master")
    try graph.connect(graph.addSource(tone), to: graph.input("in", of: "strip"))
    try graph.connect(graph.output("out", of: "strip"), to: input.input)
    try graph.connect(mixer.output, to: graph.input("in", of: "master"))
    try graph.connect(
      graph.output("out", of: "master"), to: graph.addOutput("speakers", index: 0))
    let alone = graph
    let readers = [input.levelBefore, mixer.levelAfter].map { $0.addReader()! }

    // In one change one fader moves, so a step is that of the tones and that of a fade of 5 ms.
    let all = [tone] + guests
    let bound =
      all.map { $0.largestStep + $0.amplitude / 240 }.reduce(0, +) + 1e-5
    var running = try graph.prepare(for: engine).start()
    var heard: [Float] = []
    var changes = 0
    while heard.count < 5 * 48000 {
      heard += engine.renderLeft(4800)
      let guest = guests[Int.random(in: 0..<4, using: &random)]
      let isThere = try graph.inputs(of: mixer).contains { $0.name == guest.address }
      switch Int.random(in: 0..<4, using: &random) {
      case 0:
        try graph.replaceGraph(
          "strip", with: strip([[], [half], [flat[0]], [flat[0], half]][changes % 4]))
      case 1:
        try graph.replaceGraph(
          "master", with: strip([[], [flat[1]], [flat[1], mirror]][changes % 3]))
      default:
        if isThere {
          try graph.removeInput(guest.address, from: mixer)
          try graph.remove(guest.address + ".strip")
          try graph.remove(guest.address)
        } else {
          let input = try graph.addInput(guest.address, to: mixer)
          let inlet = guest.address + ".strip"
          try graph.addGraph(
            strip([ScaleAndAdd("\(inlet)\(changes)", table, scale: 1, add: 0)]), address: inlet)
          try graph.connect(graph.addSource(guest), to: graph.input("in", of: inlet))
          try graph.connect(graph.output("out", of: inlet), to: input.input)
        }
      }
      try running.update(to: graph)
      changes += 1
    }
    #expect(changes == 50)
    let step = zip(heard, heard.dropFirst()).map { abs($1 - $0) }.max()!
    #expect(Double(step) <= bound, "\(step), not \(bound)")
    // It is no silence that makes no steps.
    #expect(Measurements.peak(heard) > 0.39)

    try running.update(to: alone)
    _ = engine.renderLeft(4800)
    let first = Int64(heard.count + 4800)
    let rest = engine.renderLeft(4800)
    #expect(rest.indices.allSatisfy { rest[$0] == tone.value(first + Int64($0)) })
    #expect(readers[1].read().peak.value < 0)
    let faults = engine.renderer.faults
    #expect(faults.pointee.imbalances.load(ordering: .relaxed) == 0)
    #expect(faults.pointee.misuses.load(ordering: .relaxed) == 0)
    running.stop()
    engine.renderer.collect()
  }

  @Test func `a source in a sum before a fader is exchanged while the fader is down`() throws {
    let tone = ToneSource("tone", table, amplitude: 0.4, frequency: 440)
    let other = ToneSource("other", table, amplitude: 0.4, frequency: 300)
    func graph(_ source: Module) throws -> Graph {
      var graph = Graph()
      let sum = try graph.addSum("sum")
      try graph.connect(graph.addSource(source), to: graph.addInput(toSum: "sum"))
      let end = try graph.addFader(fader)
      try graph.connect(sum, to: end.input)
      try graph.connect(end.output, to: graph.addOutput("speakers", index: 0))
      return graph
    }
    let fader = Fader(strip: "bus", parameters: table)
    var running = try graph(tone).prepare(for: engine).start()
    var heard = engine.renderLeft(640)
    try running.update(to: graph(other))
    heard += engine.renderLeft(1280)
    let step = zip(heard, heard.dropFirst()).map { abs($1 - $0) }.max()!
    #expect(Double(step) <= tone.largestStep + 0.4 / 240 + 1e-5)
    #expect(heard.last! == other.value(Int64(heard.count - 1)))
    running.stop()
  }

  // Each change comes before the one before it has begun, or while something still fades.
  @Test func `changes that overtake each other are heard as fades, too`() throws {
    let tone = ToneSource("tone", table, amplitude: 0.4, frequency: 440)
    let guest = ToneSource("guest", table, amplitude: 0.4, frequency: 300)
    var graph = Graph()
    let mixer = try graph.addMixer("mix", parameters: table)
    try graph.connect(graph.addSource(tone), to: graph.addInput("tone", to: mixer).input)
    try graph.connect(mixer.output, to: graph.addOutput("speakers", index: 0))
    let alone = graph
    try graph.connect(graph.addSource(guest), to: graph.addInput("guest", to: mixer).input)
    let both = graph

    var running = try alone.prepare(for: engine).start()
    var heard: [Float] = []
    for turn in 0..<200 {
      heard += engine.renderLeft(64 * (turn % 7))
      try running.update(to: turn % 2 == 0 ? both : alone)
    }
    heard += engine.renderLeft(96_000)
    let bound = [tone, guest].map { $0.largestStep + $0.amplitude / 240 }.reduce(0, +) + 1e-5
    let step = zip(heard, heard.dropFirst()).map { abs($1 - $0) }.max()!
    #expect(Double(step) <= bound, "\(step), not \(bound)")
    #expect(heard.last! == tone.value(Int64(heard.count - 1)))
    running.stop()
  }
}
