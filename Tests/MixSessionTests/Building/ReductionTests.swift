import MixEngine
import MixSession
import Testing

/// `effect.X.reduction`.
struct ReductionTests {
  @Test func `a device is shown by how much an effect lowers the sound`() throws {
    let plan = try plan(
      """
      [midi]
      map = [
        { cc = 1, from = "effect.comp.reduction" },
        { cc = 2, from = "effect.gate.reduction", range = [0, -80] },
      ]
      [oscillator.tone]
      effects = ["comp", "gate"]
      [effect.comp]
      type = "compressor"
      ratio = 4
      [effect.gate]
      type = "gate"
      threshold = 0
      depth = -33
      """)
    let engine = Engine(sampleRate: SampleRate(48_000), isOffline: true)
    let build = try SessionBuilder(engine: engine).build(plan)
    let map = build.midiMap(plan.midi) { _, _ in }
    let readings = map.sections[0].entries.compactMap { entry -> MIDIReading? in
      if case .show(let reading) = entry.task { reading } else { nil }
    }
    #expect(readings.map(\.address) == ["effect.comp.reduction", "effect.gate.reduction"])
    #expect(readings.map { $0.value() } == [0, 0])

    let running = try build.graph.prepare(for: engine).start()
    var samples = [Float](repeating: 0, count: 2 * 48_000)
    samples.withUnsafeMutableBufferPointer {
      engine.renderer.render(interleaved: $0.baseAddress!, frameCount: 48_000)
    }
    // The tone is at full scale: 20 dB above the threshold of −20 dB, of which 5 are left.
    #expect(abs(readings[0].value() + 15) < 0.01)
    #expect(abs(readings[1].value() + 33) < 0.01)
    running.stop()
  }

  @Test func `what measures nothing has no such address`() throws {
    let plan = try plan(
      """
      [bus.main]
      effects = ["echo", "exp", "dyn"]
      [effect.echo]
      type = "delay"
      [effect.exp]
      type = "expander"
      [effect.dyn]
      type = "dynamics"
      """)
    #expect(
      plan.addresses.addresses.filter { $0.hasSuffix(".reduction") }
        == ["effect.exp.reduction", "effect.dyn.reduction"])
  }
}
