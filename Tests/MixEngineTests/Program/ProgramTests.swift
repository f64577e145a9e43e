import Testing

@testable import MixEngine

@Suite struct ProgramTests {
  /// Left samples of the next quanta.
  func render(_ engine: Engine, quanta: Int = 1) -> [Float] {
    var left = [Float](repeating: 0, count: quanta * 64)
    var right = left
    left.withUnsafeMutableBufferPointer { l in
      right.withUnsafeMutableBufferPointer { r in
        var channels = [l.baseAddress!, r.baseAddress!]
        channels.withUnsafeMutableBufferPointer {
          engine.renderer.render(into: $0.baseAddress!, frameCount: quanta * 64)
        }
      }
    }
    return left
  }

  /// Every graph of up to four nodes between two sources and the output, against plain arithmetic.
  @Test func `all small graphs equal a naive evaluation`() throws {
    // Each middle node: 0 an effect of one earlier node, 1 a sum of a set of earlier nodes.
    var tried = 0
    for count in 1...4 {
      var choices = [[Int]](repeating: [], count: count)
      for node in 0..<count {
        let earlier = 2 + node
        choices[node] = (0..<earlier).map { $0 } + (1..<(1 << earlier)).map { 100 + $0 }
      }
      var index = [Int](repeating: 0, count: count)
      // Four nodes have too many combinations to try all in a test run: every 7th then.
      let stride = count == 4 ? 7 : 1
      var number = 0
      while true {
        if number % stride == 0 {
          try check((0..<count).map { choices[$0][index[$0]] })
          tried += 1
        }
        number += 1
        var place = 0
        while place < count {
          index[place] += 1
          if index[place] < choices[place].count { break }
          index[place] = 0
          place += 1
        }
        if place == count { break }
      }
    }
    #expect(tried > 3000)
  }

  private func check(_ nodes: [Int]) throws {
    let engine = Engine(sampleRate: SampleRate(48000))
    let table = engine.parameters
    var graph = Graph()
    var outputs: [OutputPort] = []
    var values: [Float] = [1, 16]
    for i in 0..<2 {
      outputs.append(
        try graph.addSource(LineSource("source\(i)", table, offset: values[i])))
    }
    var used = Set<Int>()
    for (number, choice) in nodes.enumerated() {
      if choice < 100 {
        used.insert(choice)
        let edit = try graph.addEffect(
          ScaleAndAdd("node\(number)", table, scale: 2, add: Float(number + 1)))
        try graph.connect(outputs[choice], to: edit.input)
        outputs.append(edit.output)
        values.append(values[choice] * 2 + Float(number + 1))
      } else {
        let output = try graph.addSum("node\(number)")
        var sum: Float = 0
        for i in outputs.indices where (choice - 100) >> i & 1 == 1 {
          used.insert(i)
          try graph.connect(outputs[i], to: graph.addInput(toSum: "node\(number)"))
          sum += values[i]
        }
        outputs.append(output)
        values.append(sum)
      }
    }
    // Whatever nobody uses is heard, so that no node is in vain.
    try graph.addSum("all")
    var expected: Float = 0
    for i in outputs.indices where !used.contains(i) {
      try graph.connect(outputs[i], to: graph.addInput(toSum: "all"))
      expected += values[i]
    }
    // And everything has a listener, which must not change anything.
    var listeners: [Listener] = []
    for i in outputs.indices {
      let listener = Listener("listener\(i)", table)
      try graph.connect(outputs[i], to: graph.addTap(listener))
      listeners.append(listener)
    }
    let out = try graph.addOutput("output.main", index: 0)
    try graph.connect(OutputPort(node: "all"), to: out)
    let running = try graph.prepare(for: engine).start()
    let heard = render(engine)
    #expect(heard.allSatisfy { $0 == expected }, "nodes \(nodes): \(heard[0]), not \(expected)")
    for i in outputs.indices {
      #expect(
        listeners[i].heard[63] == values[i], "nodes \(nodes), listener \(i)")
    }
    #expect(engine.renderer.faults.pointee.imbalances.load(ordering: .relaxed) == 0)
    #expect(engine.renderer.faults.pointee.misuses.load(ordering: .relaxed) == 0)
    #expect(engine.renderer.faults.pointee.overflows.load(ordering: .relaxed) == 0)
    running.stop()
  }

  @Test func `many strips need a stack of two`() throws {
    let engine = Engine(sampleRate: SampleRate(48000))
    var graph = Graph()
    try graph.addSum("main")
    for i in 0..<100 {
      let source = try graph.addSource(LineSource("s\(i)", engine.parameters, offset: 1))
      try graph.connect(source, to: graph.addInput(toSum: "main"))
    }
    try graph.connect(OutputPort(node: "main"), to: graph.addOutput("output.main", index: 0))
    let prepared = try graph.prepare(for: engine)
    #expect(prepared.program.depth == 2)
    let running = prepared.start()
    #expect(render(engine).allSatisfy { $0 == 100 })
    running.stop()
  }

  @Test func `mono is heard on both sides, first or second in a sum`() throws {
    for monoFirst in [true, false] {
      let engine = Engine(sampleRate: SampleRate(48000))
      var graph = Graph()
      try graph.addSum("main")
      for isMono in [monoFirst, !monoFirst] {
        let source = try graph.addSource(
          LineSource(
            isMono ? "mono" : "stereo", engine.parameters, offset: isMono ? 1 : 2,
            channelCount: isMono ? 1 : 2))
        try graph.connect(source, to: graph.addInput(toSum: "main"))
      }
      let listener = Listener("listener", engine.parameters)
      try graph.connect(OutputPort(node: "main"), to: graph.addTap(listener))
      try graph.connect(OutputPort(node: "main"), to: graph.addOutput("output.main", index: 0))
      let running = try graph.prepare(for: engine).start()
      _ = render(engine)
      #expect(listener.heard[0] == 3 && listener.heard[64] == 3)
      running.stop()
    }
  }

  @Test func `copies of one signal meet in time`() throws {
    let engine = Engine(sampleRate: SampleRate(48000))
    let table = engine.parameters
    var graph = Graph()
    let song = try graph.addSource(LineSource("song", table, scale: 1))
    let late = try graph.addEffect(Late("late", table, frames: 37))
    try graph.connect(song, to: late.input)
    try graph.addSum("main")
    try graph.connect(late.output, to: graph.addInput(toSum: "main"))
    try graph.connect(song, to: graph.addInput(toSum: "main"))
    let tap = Listener("tap", table)
    try graph.connect(song, to: graph.addTap(tap))
    try graph.connect(OutputPort(node: "main"), to: graph.addOutput("output.main", index: 0))
    let prepared = try graph.prepare(for: engine)
    #expect(prepared.program.latency == 37)
    let lines = prepared.program.listing().map(\.operation)
    #expect(lines.filter { $0 == "align" }.count == 2)
    let running = prepared.start()
    // The clock begins one quantum early, so frame 0 of a file that reads ahead comes at 0. This
    // source does not: it is late by the latency, both copies alike.
    let heard = render(engine, quanta: 4)
    for i in 64..<256 {
      let frame = Float(i - 64 - 37)
      if i - 37 >= 0 { #expect(heard[i] == 2 * frame) }
    }
    #expect(tap.heard[0] == Float(192 - 64 - 37))
    running.stop()
  }

  @Test func `a module that leaves the stack wrong harms nobody else`() throws {
    for pushes in [0, 2, 5] {
      let engine = Engine(sampleRate: SampleRate(48000))
      let table = engine.parameters
      var graph = Graph()
      try graph.addSum("main")
      let good = try graph.addSource(LineSource("good", table, offset: 1))
      let bad = try graph.addSource(Unbalanced("bad", table, pushes: pushes))
      let edit = try graph.addEffect(Unbalanced("edit", table, pushes: pushes - 1))
      try graph.connect(good, to: graph.addInput(toSum: "main"))
      try graph.connect(bad, to: edit.input)
      try graph.connect(edit.output, to: graph.addInput(toSum: "main"))
      try graph.connect(OutputPort(node: "main"), to: graph.addOutput("output.main", index: 0))
      let running = try graph.prepare(for: engine).start()
      #expect(render(engine, quanta: 3).allSatisfy { $0 == 1 })
      #expect(engine.renderer.faults.pointee.imbalances.load(ordering: .relaxed) > 0)
      running.stop()
    }
  }

  @Test func `what is not a number is silenced for a quantum, counted and named`() throws {
    let engine = Engine(sampleRate: SampleRate(48000))
    let table = engine.parameters
    var graph = Graph()
    let poison = Poison("poison", table, frame: 70)
    let fader = Fader(strip: "player.bad", parameters: table)
    let song = try graph.addSource(LineSource("song", table, offset: 1))
    let edit = try graph.addEffect(poison)
    let end = try graph.addFader(fader)
    try graph.connect(song, to: edit.input)
    try graph.connect(edit.output, to: end.input)
    try graph.connect(end.output, to: graph.addOutput("output.main", index: 0))
    let running = try graph.prepare(for: engine).start()
    let heard = render(engine, quanta: 3)
    #expect(heard[..<64].allSatisfy { $0 == 1 })
    #expect(heard[64..<128].allSatisfy { $0 == 0 })
    #expect(heard[128...].allSatisfy { $0 == 1 })
    #expect(poison.resets == 1)
    #expect(engine.renderer.faults.pointee.nonFinite.load(ordering: .relaxed) == 1)
    var event = RenderEvent(.parameter, target: -1, frame: 0)
    var named: Int32 = -1
    while engine.renderer.events.pop(into: &event) {
      if case .nonFinite = event.kind { named = event.target }
    }
    #expect(named == fader.slot)
    running.stop()
  }
}

extension ProgramTests {
  @Test func `a graph that needs too many buffers at once is refused`() throws {
    let engine = Engine(sampleRate: SampleRate(48000))
    var graph = Graph()
    var sum = ""
    // Each sum waits with its own buffer for the next, deeper one.
    for i in 0...Engine.stackCapacity {
      let name = "sum\(i)"
      try graph.addSum(name)
      let source = try graph.addSource(LineSource("source\(i)", engine.parameters, offset: 1))
      try graph.connect(source, to: graph.addInput(toSum: name))
      if !sum.isEmpty {
        try graph.connect(OutputPort(node: name), to: graph.addInput(toSum: sum))
      }
      sum = name
    }
    try graph.connect(OutputPort(node: "sum0"), to: graph.addOutput("output.main", index: 0))
    do {
      _ = try graph.prepare(for: engine)
      Issue.record("it was taken")
    } catch {
      #expect(
        error.problems == [
          .tooDeep(Engine.stackCapacity + 1, limit: Engine.stackCapacity - 1)
        ])
    }
  }
}

extension ProgramTests {
  @Test func `what nodes cost is counted while somebody wants to know`() throws {
    let engine = Engine(sampleRate: SampleRate(48000))
    var graph = Graph()
    let source = try graph.addSource(LineSource("song", engine.parameters, offset: 1))
    let effect = try graph.addEffect(ScaleAndAdd("edit", engine.parameters, scale: 2, add: 0))
    try graph.connect(source, to: effect.input)
    try graph.connect(effect.output, to: graph.addOutput("output.main", index: 0))
    let running = try graph.prepare(for: engine).start()
    _ = render(engine, quanta: 10)
    #expect(running.program.nodeLoads(SampleRate(48000)).allSatisfy { $0.share == 0 })
    running.program.measuresNodes(true)
    _ = render(engine, quanta: 100)
    let loads = running.program.nodeLoads(SampleRate(48000))
    #expect(Set(loads.map(\.address)) == ["song", "edit"])
    #expect(loads.allSatisfy { $0.share > 0 })
    #expect(loads == loads.sorted { $0.share > $1.share })
    running.stop()
  }
}
