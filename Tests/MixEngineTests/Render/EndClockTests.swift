import Testing

@testable import MixEngine

@Suite struct EndClockTests {
  /// A source that sounds for a number of frames.
  final class Brief: Module, @unchecked Sendable {
    let length: Int64
    init(_ table: ParameterTable, length: Int64) {
      self.length = length
      super.init(address: "brief", parameters: table)
    }
    @_noLocks override func process(_ context: RenderContext) {
      context.stack.pushSilence()
      let end = context.time &+ 64, last = length
      guard context.time < last else { return }
      sounds(until: end < last ? end : last, context)
    }
  }

  /// An effect that says that it rings on.
  final class Ringing: Module, @unchecked Sendable {
    init(_ name: String, _ table: ParameterTable, tail: Int) {
      super.init(address: name, parameters: table)
      self.tail = tail
    }
  }

  func end(length: Int64, tails: [Int], schedule: [Action] = [], watch: Bool = false) throws
    -> Int64?
  {
    let engine = Engine(sampleRate: SampleRate(48000))
    var graph = Graph()
    let brief = Brief(engine.parameters, length: length)
    var output = try graph.addSource(brief)
    for (i, tail) in tails.enumerated() {
      let effect = try graph.addEffect(Ringing("ring\(i)", engine.parameters, tail: tail))
      try graph.connect(output, to: effect.input)
      output = effect.output
    }
    try graph.connect(output, to: graph.addOutput("output.main", index: 0))
    let running = try graph.prepare(for: engine, schedule: schedule).start()
    if watch { engine.renderer.ending.watch(brief.slot) }
    var buffer = [Float](repeating: 0, count: 128)
    var end: Int64?
    for _ in 0..<200 where end == nil {
      buffer.withUnsafeMutableBufferPointer {
        engine.renderer.render(interleaved: $0.baseAddress!, frameCount: 64)
      }
      end = engine.renderer.ending.endFrame
    }
    running.stop()
    return end
  }

  @Test(arguments: [0, 1, 63, 64, 65, 1000, 6400]) func `the end is exact to the frame`(
    length: Int64
  )
    throws
  {
    #expect(try end(length: length, tails: []) == length)
    #expect(try end(length: length, tails: [17]) == length + 17)
  }

  @Test func `tails add up along a way`() throws {
    #expect(try end(length: 1000, tails: [100, 200]) == 1300)
  }

  @Test func `what is planned is waited for`() throws {
    let action = Action(.set, target: 0, value: 1, frame: 5000)
    #expect(try end(length: 1000, tails: [64], schedule: [action]) == 5064)
  }

  @Test func `the end of a watched source is the end of all`() throws {
    let action = Action(.set, target: 0, value: 1, frame: 5000)
    #expect(try end(length: 1000, tails: [64], schedule: [action], watch: true) == 1000)
  }

  @Test func `an echo that never dies ends after a minute`() throws {
    let engine = Engine(sampleRate: SampleRate(48000))
    var graph = Graph()
    let source = try graph.addSource(Brief(engine.parameters, length: 1))
    let effect = try graph.addEffect(Ringing("ring", engine.parameters, tail: .max))
    try graph.connect(source, to: effect.input)
    try graph.connect(effect.output, to: graph.addOutput("output.main", index: 0))
    let paths = TailPaths(graph)
    #expect(paths.longest(limit: 2_880_000) == 2_880_000)
    paths.deallocate()
    // It holds the modules without keeping them.
    withExtendedLifetime(graph) {}
  }
}
