import MixTestSupport
import Synchronization
import Testing

@testable import MixEngine

/// The MIDI thread's hands on a mix that the render thread makes.
@Suite struct MIDIThreadTests {
  /// A desk that plays on a renderer.
  private final class RendererDesk: MIDIDesk {
    let renderer: Renderer
    lazy var mapper = MIDIMapper(MIDIMap(), desk: self)
    private(set) var sentCount = 0

    init(_ renderer: Renderer) { self.renderer = renderer }

    var arrivalFrame: Int64 { renderer.arrivalFrame }
    var renderedFrame: Int64 { renderer.clock.frame }
    func perform(_ action: Action) { renderer.send(action, from: .midi) }
    func send(_ bytes: [UInt8], to port: MIDIPort.ID) { sentCount += 1 }
    func notice(_ notice: MIDINotice) {}

    func plug(_ entries: [MIDIEntry]) {
      mapper.update(to: MIDIMap(sections: [MIDISection(connect: ["knobs"], entries: entries)]))
      mapper.portAppeared(DeskRig.port(20), among: [DeskRig.port(20)])
    }

    func cc(_ number: Int, _ value: Int) {
      mapper.receive(
        MIDIInput(MIDIControl(.cc, number), channel: 0, .coarse(value)),
        from: DeskRig.port(20).id)
    }
  }

  private final class Hands: Sendable {
    let areDone = Atomic<Bool>(false)
    let told = Atomic<Int>(0)
    let peak = Mutex(0.0)
  }

  private static func target(
    _ descriptor: ParameterDescriptor, _ address: String, _ parameters: ParameterTable
  ) -> MIDITarget {
    MIDITarget(
      address,
      .parameter(
        parameters.add(descriptor, address: address), descriptor, MIDIScale(descriptor)))
  }

  /// Requests of any size are served from whole quanta, so what is left of a quantum still sounds as
  /// it was.
  @Test(arguments: [[64], [128], [441], [7], [1, 500]])
  func `a change is heard from the next quantum on`(requests: [Int]) {
    let rig = ModuleRig()
    let fader = Fader(strip: "player.a", parameters: rig.parameters)
    rig.use([Signals.constant(1, 20_000), Signals.constant(1, 20_000)], [fader])
    let desk = RendererDesk(rig.renderer)
    desk.plug([
      MIDIEntry(
        MIDIControl(.cc, 0),
        .move([Self.target(DeskRig.gain, "player.a.gain", rig.parameters)])
      ).with { $0.takeover = .jump }
    ])
    var done = 0
    for turn in 0..<12 {
      let count = requests.reduce(0, +)
      let before = rig.render(count, requests: requests)
      done += count
      #expect(Measurements.peak(before.left) == 1 && before.left.min() == 1, "turn \(turn)")
    }
    desk.cc(0, 30)
    let after = rig.render(200, requests: requests).left
    let quantum = (done + 63) / 64 * 64
    let first = after.firstIndex { $0 != 1 }.map { $0 + done } ?? -1
    // A line begins where the quantum begins: its second frame is the first that differs.
    #expect(first == quantum + 1)
  }

  /// Run under the sanitizers, too: nobody waits for anybody, and no word is torn.
  @Test func `hands, lights, reloads and rendering go on side by side`() {
    let parameters = ParameterTable()
    let renderer = Renderer(sampleRate: SampleRate(48_000), parameters: parameters)
    let effects = EffectCatalogue.kinds.map {
      $0.make(address: "effect.\($0.word)", parameters: parameters)
    }
    let fader = Fader(strip: "player.a", parameters: parameters)
    let tone = Oscillator(address: "oscillator.a", parameters: parameters)
    let modules: [Module] = [tone] + effects + [fader]
    let references = UnsafeMutablePointer<ModuleReference>.allocate(capacity: modules.count)
    defer { references.deallocate() }
    for (i, module) in modules.enumerated() {
      (references + i).initialize(to: ModuleReference(module))
    }
    nonisolated(unsafe) let first = references
    let count = modules.count
    @_noLocks @Sendable func block(_ context: RenderContext) {
      for i in 0..<count { first[i].process(context) }
      context.output()
      context.stack.popAll()
    }
    renderer.setBlock(keepingAlive: modules, block)
    let hands = Hands()

    // Threads of their own: the pool of tasks is busy with other tests.
    let rendering = TestThread {
      var left = Signals.silence(512), right = left
      while !hands.areDone.load(ordering: .acquiring) {
        left.withUnsafeMutableBufferPointer { l in
          right.withUnsafeMutableBufferPointer { r in
            var channels = [l.baseAddress!, r.baseAddress!]
            renderer.render(into: &channels, frameCount: 512)
          }
        }
        let peak = Measurements.peak(left)
        hands.peak.withLock { $0 = max($0, peak) }
      }
    }
    let listening = TestThread {
      var event = RenderEvent(.parameter, target: -1, frame: 0)
      repeat {
        while renderer.events.pop(into: &event) { hands.told.add(1, ordering: .relaxed) }
      } while !hands.areDone.load(ordering: .acquiring)
    }
    let desk = RendererDesk(renderer)
    let entries = (0..<Int32(parameters.count)).map { index in
      MIDIEntry(
        MIDIControl(.cc, Int(index)),
        .move([
          Self.target(parameters.descriptor(of: index), parameters.address(of: index), parameters)
        ])
      ).with {
        $0.takeover = .jump
        $0.light = MIDILight(MIDIControl(.note, Int(index)), channel: 0)
      }
    }
    desk.plug(entries)
    var random = SeededGenerator(seed: 11)
    for number in 0..<20_000 {
      desk.cc(
        .random(in: 0..<entries.count, using: &random), .random(in: 0...127, using: &random))
      if number % 50 == 0 { desk.mapper.tick() }
      if number % 500 == 0 { desk.plug(entries) }
    }
    // The render thread has seen the last of them.
    let seen = renderer.clock.frame + 1024
    #expect(waitUntil { renderer.clock.frame > seen })
    hands.areDone.store(true, ordering: .releasing)
    rendering.join()
    listening.join()
    let peak = hands.peak.withLock { $0 }
    #expect(peak.isFinite && peak > 0)
    #expect(desk.sentCount > 0 && hands.told.load(ordering: .relaxed) > 100)
    #expect(renderer.faults.pointee.nonFinite.load(ordering: .relaxed) == 0)
  }
}
