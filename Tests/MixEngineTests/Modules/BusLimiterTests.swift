import MixEngine
import MixTestSupport
import Testing

@Suite struct BusLimiterTests {
  @Test(arguments: [-24, -6, -0.3, 0] as [Float])
  func `no true peak is above the ceiling`(ceiling: Float) {
    for (name, x) in LimiterTests.nasty {
      let rig = ModuleRig()
      let limiter = BusLimiter(bus: "bus.main", parameters: rig.parameters)
      limiter.ceiling.set(ceiling)
      rig.use([x, x.map { $0 * 0.7 }.reversed()], [limiter])
      let out = rig.render(x.count + 200)
      for side in [out.left, out.right] {
        let peak = Measurements.decibels(Measurements.truePeak(side))
        #expect(peak <= Double(ceiling), "\(name)")
      }
    }
  }

  @Test func `below the ceiling it changes no bit, and is later by 1.5 ms`() {
    let rig = ModuleRig()
    let limiter = BusLimiter(bus: "bus.main", parameters: rig.parameters)
    let x = Signals.noise(9600, seed: 1, amplitude: 0.4), y = Signals.sine(997, 9600)
    rig.use([x, y], [limiter])
    let out = rig.render(9600)
    #expect(limiter.latency == 72 && limiter.tail == 0 && limiter.reduction == 0)
    #expect(Measurements.differingFrames(out.left[72...], x[..<9528]) == 0)
    #expect(Measurements.differingFrames(out.right[72...], y[..<9528]) == 0)
  }

  @Test func `limiters of one bus share the ceiling and tell their own reduction`() {
    let rig = ModuleRig()
    let first = BusLimiter(bus: "bus.main", parameters: rig.parameters)
    let second = BusLimiter(bus: "bus.main", suffix: "@taken", parameters: rig.parameters)
    #expect(first.ceiling.index == second.ceiling.index)
    #expect(second.address == "bus.main.limiter@taken")
    rig.use([Signals.constant(1, 9600)], [first])
    rig.set("bus.main.ceiling", -12, at: 3200)
    let out = rig.render(9600).left
    #expect(abs(first.reduction + 12.05) < 0.01 && second.reduction == 0)
    // From one quantum's ceiling to the next in a curve.
    #expect(Measurements.largestStep(out[640...]) < 0.75 / 20)
  }

  @Test func `what begins in the middle of a sound has no step, and strange samples do not stay`() {
    let rig = ModuleRig()
    let limiter = BusLimiter(bus: "bus.main", parameters: rig.parameters)
    var x = Signals.sine(100, 9600, amplitude: 0.9)
    x[3333] = .nan
    x[6400] = .infinity
    rig.use([x, x], [limiter])
    let out = rig.render(9600).left
    #expect(out.allSatisfy { $0.isFinite })
    #expect(rig.faults.pointee.nonFinite.load(ordering: .relaxed) == 2)
    #expect(Measurements.peak(out[8000...]) > 0.85)
    let again = ModuleRig()
    let late = BusLimiter(bus: "bus.main", parameters: again.parameters)
    let steady = Signals.constant(0.9, 9600)
    again.use([steady, steady], [])
    _ = again.render(640)
    again.use([steady, steady], [late])
    #expect(Measurements.largestStep(again.render(6400).left) < 0.9 / 240 * 1.01)
  }
}
