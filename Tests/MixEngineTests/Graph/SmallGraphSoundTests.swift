import Testing

@testable import MixEngine

/// Every graph of up to four nodes that has no problems, rendered and compared sample by sample with
/// an evaluation by the definition.
///
/// All of them: each node is a source, an effect, a sum of two inputs, a tap or an output, the kinds in
/// every order, each of them wired in every way, open inputs of sums among them. None is left out for
/// being like another. Refused graphs have no sound: `SmallGraphTests` sees to them.
@Suite struct SmallGraphSoundTests {
  typealias Kind = SmallGraphTests.Kind

  /// One engine and one module a place and kind, so that a graph costs no more than its program.
  private struct Rig {
    let engine = Engine(sampleRate: SampleRate(48000), outputs: [2], isOffline: true)
    var sources: [LineSource] = []
    var effects: [ScaleAndAdd] = []
    var taps: [Listener] = []

    init() {
      for i in 0..<4 {
        let table = engine.parameters
        // What goes the wrong way, or twice, shows in each sample.
        sources.append(LineSource("source\(i)", table, scale: Float(1 + i), offset: Float(10 * i)))
        effects.append(
          ScaleAndAdd("effect\(i)", table, scale: Float(2 + i), add: Float(100 * i + 7)))
        taps.append(Listener("tap\(i)", table))
      }
    }

    /// Whole numbers below 2²⁴: sums are exact in any order.
    func value(_ place: Int, _ frame: Int, _ places: [SmallGraphTests.Place]) -> Float {
      let inputs = places[place].inputs
      func input(_ index: Int) -> Float { inputs[index].map { value($0, frame, places) } ?? 0 }
      switch places[place].kind {
      case .source: return sources[place].scale * Float(frame) + sources[place].offset
      case .effect: return input(0) * effects[place].scale + effects[place].add
      case .sum: return input(0) + input(1)
      case .tap, .output: return input(0)
      }
    }

    func graph(_ places: [SmallGraphTests.Place]) throws -> Graph {
      var graph = Graph()
      for (i, place) in places.enumerated() {
        switch place.kind {
        case .source: try graph.addSource(sources[i], address: "\(i)")
        case .effect: try graph.addEffect(effects[i], address: "\(i)")
        case .sum:
          try graph.addSum("\(i)")
          for _ in place.inputs { _ = try graph.addInput(toSum: "\(i)") }
        case .tap: try graph.addTap(taps[i], address: "\(i)")
        case .output: try graph.addOutput("\(i)", index: 0)
        }
      }
      for (i, place) in places.enumerated() {
        for (index, feeder) in place.inputs.enumerated() {
          guard let feeder else { continue }
          try graph.connect(
            OutputPort(node: "\(feeder)"), to: InputPort(node: "\(i)", index: index))
        }
      }
      return graph
    }

    /// Whether the next quantum is what the definition says.
    func isRight(_ places: [SmallGraphTests.Place], _ graph: Graph) throws -> Bool {
      let running = try graph.prepare(for: engine).start()
      let heard = engine.renderLeft(64)
      running.stop()
      for frame in 0..<64 {
        var expected: Float = 0
        for (i, place) in places.enumerated() {
          switch place.kind {
          // Two that go to one output are summed there.
          case .output: expected += value(i, frame, places)
          case .tap:
            if taps[i].heard[frame] != value(i, frame, places) { return false }
            if taps[i].heard[64 + frame] != value(i, frame, places) { return false }
          default: break
          }
        }
        if heard[frame] != expected { return false }
      }
      return true
    }
  }

  @Test func `every whole graph sounds as the definition says, alone and in another graph`() throws
  {
    let rig = Rig()
    let help = SmallGraphTests()
    var rendered = 0
    for count in 1...4 {
      help.forEach(choices: [Int](repeating: Kind.allCases.count, count: count)) { choice in
        let kinds = choice.map { Kind.allCases[$0] }
        let feeders = (0..<count).filter { kinds[$0] != .tap && kinds[$0] != .output }
        // Only a sum's input may be open.
        let open: [Int?] = [nil]
        var choices: [[Int?]] = []
        for kind in kinds {
          switch kind {
          case .source: break
          case .sum: choices += [open + feeders, open + feeders]
          default: choices.append(feeders)
          }
        }
        guard choices.allSatisfy({ !$0.isEmpty }) else { return }
        help.forEach(choices: choices.map(\.count)) { wiring in
          var next = 0
          let places = kinds.map { kind in
            let width = kind == .source ? 0 : kind == .sum ? 2 : 1
            let inputs = (0..<width).map { choices[next + $0][wiring[next + $0]] }
            next += width
            return SmallGraphTests.Place(kind: kind, inputs: inputs)
          }
          guard help.expected(places).isEmpty, !help.hasCircle(places) else { return }
          do {
            let graph = try rig.graph(places)
            if try !rig.isRight(places, graph) { Issue.record("wrong sound of \(places)") }
            var outer = Graph()
            try outer.addGraph(graph, address: "inner")
            if try !rig.isRight(places, outer) { Issue.record("wrong sound in a graph: \(places)") }
          } catch { Issue.record("\(error) of \(places)") }
          rendered += 1
        }
      }
    }
    #expect(rendered == 4032)
    let faults = rig.engine.renderer.faults
    #expect(faults.pointee.imbalances.load(ordering: .relaxed) == 0)
    #expect(faults.pointee.misuses.load(ordering: .relaxed) == 0)
    #expect(faults.pointee.overflows.load(ordering: .relaxed) == 0)
  }
}
