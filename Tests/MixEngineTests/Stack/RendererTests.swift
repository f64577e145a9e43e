import CRealtime
import MixTestSupport
import Testing

@testable import MixEngine

@Suite struct RendererTests {
  /// Everything that edits, with parameters on the move.
  private func renderEverything(_ requests: [Int]) -> [Float] {
    let rig = ModuleRig()
    let p = rig.parameters
    let crossfader = Crossfader(parameters: p, curve: .constantPower)
    let fader = Fader(strip: "player.a", parameters: p, crossfader: crossfader, side: .left)
    let effects = EffectCatalogue.kinds.map {
      $0.make(address: "effect.\($0.word)", parameters: p)
    }
    p.parameter(named: "effect.delay.time")!.set(0.021)
    let trim = Trim(strip: "player.a", parameters: p)
    rig.use(
      [Signals.noise(24_000, seed: 1), Signals.noise(24_000, seed: 2)],
      [trim] + effects + [crossfader, fader])
    var random = SeededGenerator(seed: 3)
    for i in 0..<200 {
      let index = Int32.random(in: 0..<Int32(p.count), using: &random)
      let descriptor = p.descriptor(of: index)
      let low = max(descriptor.range.lowerBound, -60)
      let value = Float.random(in: low...descriptor.range.upperBound, using: &random)
      rig.renderer.send(
        Action(
          i % 3 == 0 ? .set : .move, target: index, value: Double(value),
          duration: .random(in: 1...3000, using: &random), frame: Int64(i * 100)),
        from: ActingThread.allCases[i % ActingThread.allCases.count])
    }
    let out = rig.render(24_000, requests: requests)
    return out.left + out.right
  }

  @Test func `the cut of the requests changes no bit`() {
    let whole = renderEverything([24_000])
    #expect(Measurements.peak(whole) > 0.01)
    for requests in [[1], [64], [128], [441], [513], [4096]] {
      #expect(Measurements.differingFrames(renderEverything(requests), whole) == 0, "\(requests)")
    }
    for seed in 1...4 as ClosedRange<UInt64> {
      var random = SeededGenerator(seed: seed)
      let requests = (0..<50).map { _ in Int.random(in: 0...900, using: &random) }
      #expect(
        Measurements.differingFrames(renderEverything(requests), whole) == 0, "seed \(seed)")
    }
  }

  @Test func `interleaved it is the same`() {
    let rig = ModuleRig()
    let x = Signals.noise(1000, seed: 4), y = Signals.noise(1000, seed: 5)
    rig.use([x, y], [])
    var out = Signals.silence(2000)
    out.withUnsafeMutableBufferPointer {
      rig.renderer.render(interleaved: $0.baseAddress!, frameCount: 333)
      rig.renderer.render(interleaved: $0.baseAddress! + 666, frameCount: 667)
    }
    #expect(Measurements.differingFrames(out, Signals.interleaved([x, y])) == 0)
  }

  @Test func `quanta begin at multiples of 64, whatever is asked for`() {
    let rig = ModuleRig()
    let clock = ClockRecorder(parameters: rig.parameters)
    rig.use([clock])
    _ = rig.render(1000, requests: [7, 100, 1])
    #expect(clock.times == stride(from: 0, to: 1000, by: 64).map { Int64($0) })
  }

  @Test func `without a block it is silent`() {
    let rig = ModuleRig()
    let out = rig.render(200)
    #expect(out.left.allSatisfy { $0 == 0 } && out.right.allSatisfy { $0 == 0 })
  }

  @Test func `a parameter set between requests is heard from the next quantum on`() {
    let rig = ModuleRig()
    let fader = Fader(strip: "a", parameters: rig.parameters)
    rig.use([Signals.constant(1, 4096)], [fader])
    _ = rig.render(100)
    fader.mute.set(1)
    let out = rig.render(900).left
    #expect(out[..<28].allSatisfy { $0 == 1 })
    #expect(out[28] == 1 && out[29] < 1)
    // And the diary has it, at the frame at which it was heard.
    var event = RenderEvent(.action, target: -1, frame: -1)
    #expect(rig.renderer.events.pop(into: &event))
    #expect(event.kind == .parameter && event.frame == 128 && event.value == 1)
    #expect(event.target == fader.mute.index)
    #expect(!rig.renderer.events.pop(into: &event))
  }

  @Test func `an action happens at its frame`() {
    let rig = ModuleRig()
    let clock = ClockRecorder(parameters: rig.parameters)
    rig.use([clock])
    for frame in [500, 3, 64, 127, 128] as [Int64] {
      rig.renderer.send(Action(.play, target: clock.slot, frame: frame), from: .midi)
    }
    _ = rig.render(640, requests: [100])
    #expect(clock.actions.map(\.frame) == [3, 64, 127, 128, 500])
    #expect(rig.faults.pointee.lateActions.load(ordering: .relaxed) == 0)
  }

  @Test func `an action of the past happens at once and is counted`() {
    let rig = ModuleRig()
    let clock = ClockRecorder(parameters: rig.parameters)
    rig.use([clock])
    _ = rig.render(128)
    rig.renderer.send(Action(.play, target: clock.slot, frame: 5), from: .midi)
    _ = rig.render(64)
    #expect(clock.actions.map(\.frame) == [128])
    #expect(rig.faults.pointee.lateActions.load(ordering: .relaxed) == 1)
  }

  @Test func `actions of one frame keep the order of threads and of sending`() {
    let rig = ModuleRig()
    let clock = ClockRecorder(parameters: rig.parameters)
    rig.use([clock])
    rig.renderer.send(Action(.seek, target: clock.slot, frame: 70), from: .socket)
    rig.renderer.send(Action(.play, target: clock.slot, frame: 70), from: .midi)
    rig.renderer.send(Action(.pause, target: clock.slot, frame: 70), from: .midi)
    rig.renderer.send(Action(.stop, target: clock.slot, frame: 70), from: .control)
    _ = rig.render(128)
    #expect(
      clock.actions.map(\.verb)
        == [Action.Verb.stop, .play, .pause, .seek].map(\.code))
  }

  @Test func `a ring that is full refuses and counts`() {
    let rig = ModuleRig()
    let sent = (0..<10_000).count { _ in
      rig.renderer.send(Action(.play, target: 0), from: .midi)
    }
    #expect(sent == 8192)
    #expect(rig.faults.pointee.lostActions.load(ordering: .relaxed) == 1808)
  }

  @Test func `actions for nobody do nothing`() {
    let rig = ModuleRig()
    rig.use([ClockRecorder(parameters: rig.parameters)])
    for target in [-1, 7, 100_000] as [Int32] {
      rig.renderer.send(Action(.play, target: target), from: .control)
      rig.renderer.send(Action(.set, target: target, value: 1), from: .control)
      rig.renderer.send(Action(.move, target: target, value: 1), from: .control)
    }
    #expect(rig.render(640).left.allSatisfy { $0 == 0 })
  }

  @Test func `a move is a straight line of the taper and ends exactly`() {
    let rig = ModuleRig()
    let trim = Trim(strip: "a", parameters: rig.parameters)
    rig.use([Signals.constant(1, 16_384)], [trim])
    rig.renderer.send(
      Action(.move, target: trim.trim.index, value: 12, duration: 6400, frame: 640),
      from: .control)
    _ = rig.render(704)
    #expect(trim.trim.value == 0)
    _ = rig.render(3200)
    #expect(trim.trim.value == 6)
    _ = rig.render(3200)
    #expect(trim.trim.value == 12)
    _ = rig.render(640)
    #expect(trim.trim.value == 12 && trim.trim.wanted == 12)
  }

  @Test(arguments: [(-1, 1), (-0.5, 1), (0, 1), (0.125, -1), (1, -1)] as [(Float, Float)])
  func `crossing goes to the end that is farther, in a line or at once`(
    from: Float, to: Float
  ) {
    let rig = ModuleRig()
    let position = rig.parameters.add(
      ParameterDescriptor("position", .none, -1...1, default: 0), address: "crossfader.position",
      value: from)
    rig.use([ClockRecorder(parameters: rig.parameters)])
    rig.renderer.send(
      Action(.cross, target: position.index, duration: 6400, frame: 640), from: .midi)
    _ = rig.render(704)
    #expect(position.value == from)
    _ = rig.render(3200)
    #expect(abs(position.value - (from + to) / 2) < 1e-6)
    _ = rig.render(3200)
    #expect(position.value == to)
    rig.renderer.send(Action(.cross, target: position.index), from: .midi)
    _ = rig.render(64)
    #expect(position.value == -to)
  }

  @Test func `a hand on the control ends a move`() {
    let rig = ModuleRig()
    let trim = Trim(strip: "a", parameters: rig.parameters)
    rig.use([Signals.constant(1, 16_384)], [trim])
    rig.renderer.send(
      Action(.move, target: trim.trim.index, value: 12, duration: 6400), from: .control)
    _ = rig.render(640)
    trim.trim.set(-3)
    _ = rig.render(640)
    #expect(trim.trim.value == -3)
  }

  @Test func `a block that was replaced is released, not before it is out of use`() {
    let rig = ModuleRig()
    weak var first: Trim?
    do {
      let trim = Trim(strip: "a", parameters: rig.parameters)
      first = trim
      rig.use([trim])
    }
    _ = rig.render(64)
    #expect(first != nil)
    rig.use([Trim(strip: "b", parameters: rig.parameters)])
    _ = rig.render(64)
    #expect(rig.renderer.collect() == 0)
    #expect(first == nil)
  }

  @Test func `outputs are separate, and one that is not there is counted`() {
    let table = ParameterTable()
    let renderer = Renderer(
      sampleRate: SampleRate(48_000), outputs: [2, 1, 4], isOffline: true, parameters: table)
    let clip = ClipSource([Signals.constant(1, 64), Signals.constant(3, 64)], parameters: table)
    let source = ModuleReference(clip)
    @_noLocks @Sendable func block(_ context: RenderContext) {
      source.process(context)
      context.output(1, to: 0)
      context.output(1, to: 1)
      context.output(1, to: 2, range: ChannelRange(first: 2, count: 2))
      context.output(1, to: 3)
      context.stack.pop()
    }
    renderer.setBlock(keepingAlive: [clip], block)
    let memory = CallersMemory([Float](repeating: -1, count: 7), frameCount: 64)
    renderer.render(into: memory.channels, frameCount: 64)
    #expect(memory.contents == [1, 3, 2, 0, 0, 1, 3])
    #expect(renderer.faults.pointee.misuses.load(ordering: .relaxed) == 1)
  }

  @Test func `a part of a quantum is rendered in its place`() {
    let rig = ModuleRig()
    @_noLocks @Sendable func mark(_ part: RenderContext) {
      guard let buffer = part.stack.push(channelCount: 1) else { return }
      let value = Float(Int32(truncatingIfNeeded: part.time &+ Int64(buffer.frameCount)))
      Kernel.fill(buffer[0], with: value, frameCount: buffer.frameCount)
      part.output()
      part.stack.pop()
    }
    @_noLocks @Sendable func block(_ context: RenderContext) {
      context.subBlock(offset: 10, frameCount: 20) { mark($0) }
      // Beyond the quantum: nothing, and counted.
      context.subBlock(offset: 60, frameCount: 5) { $0.stack.push() }
      if context.stack.frameCount == 64, context.stack.timestamp == context.time { return }
      context.stack.push()
    }
    rig.renderer.setBlock(block)
    let out = rig.render(128).left
    for i in 0..<128 {
      let isInside = (10..<30).contains(i % 64)
      #expect(out[i] == (isInside ? Float(10 + i / 64 * 64 + 20) : 0))
    }
    #expect(rig.faults.pointee.misuses.load(ordering: .relaxed) == 2)
    #expect(rig.faults.pointee.imbalances.load(ordering: .relaxed) == 0)
  }

  @Test func `the thread's floating-point mode is as before`() {
    let rig = ModuleRig()
    let tiny = Signals.constant(Float(bitPattern: 100_000), 1)
    // A quarter of the smallest normal number is flushed while it renders, and kept outside.
    let trim = Trim(strip: "a", parameters: rig.parameters)
    trim.trim.set(-24)
    rig.use([Signals.constant(Float.leastNormalMagnitude * 4, 64)], [trim])
    #expect(rig.render(64).left.allSatisfy { $0 == 0 })
    #expect((tiny[0] * 0.5).bitPattern == 50_000)
  }

  @Test func `load is measured only where time matters`() {
    let live = Renderer(sampleRate: SampleRate(48_000))
    let memory = CallersMemory([0, 0], frameCount: 64)
    for _ in 0..<10 { live.render(into: memory.channels, frameCount: 64) }
    #expect(live.load.report().requests == 10)
    let rig = ModuleRig()
    _ = rig.render(640)
    #expect(rig.renderer.load.report().requests == 0)
  }
}
