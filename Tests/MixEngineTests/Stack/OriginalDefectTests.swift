import MixTestSupport
import Testing

@testable import MixEngine

/// Defects of the engine whose ideas these are, each as a test of ours.
@Suite struct OriginalDefectTests {
  @Test func `D1: the third gain counts for a narrower buffer, too`() {
    for order in [[0, 1, 2], [2, 1, 0], [1, 2, 0], [2, 0, 1]] {
      let s = TestStack()
      let buffers: [([Float], Float)] = [([1, 1], 1), ([1, 1], 1), ([1], 0.5)]
      for i in order { s.push(buffers[i].0) }
      let gains = order.reversed().map { buffers[$0].1 }
      s.stack.mix(3, gains: gains)
      #expect(s.all == [[2.5, 2.5]])
    }
  }

  @Test func `D2: faders on others' mono memory write both channels and keep the timestamp`() {
    let s = TestStack()
    let memory = CallersMemory([8])
    memory.push(on: s.stack)
    s.stack.setTimestamp(77, at: 0)
    var left = Ramp(0.5), right = Ramp(0.25)
    s.stack.applyFaders(left: &left, right: &right)
    #expect(s.all == [[4, 2]])
    #expect(s.stack.timestamp(at: 0) == 77 && memory.isUntouched)
  }

  @Test func `D2: mono becomes stereo while balance is still on its way to the middle`() {
    let s = TestStack()
    s.push(8)
    var left = Ramp(1), right = Ramp(0)
    right.move(to: 1, over: 4)
    s.stack.applyFaders(left: &left, right: &right)
    let top = s.stack.get()!
    #expect(top.channelCount == 2)
    #expect((0..<4).map { top.left[$0] } == [8, 8, 8, 8])
    #expect((0..<4).map { top.right[$0] } == [0, 2, 4, 6])
  }

  @Test(arguments: [1, 32, 128, 256, 512, 4096])
  func `D3: a fade takes as long whatever the output asks for`(request: Int) {
    let rig = ModuleRig(rate: 44_100)
    let fader = Fader(strip: "a", parameters: rig.parameters)
    fader.gain.set(-.infinity)
    rig.use([Signals.constant(1, 16_384), Signals.constant(1, 16_384)], [fader])
    rig.set("a.gain", 0, at: 4096)
    let out = rig.render(16_384, requests: [request]).left
    #expect(out.firstIndex { $0 > 0 } == 4097 && out.firstIndex { $0 == 1 } == 4096 + 221)
    #expect(out[4317...].allSatisfy { $0 == 1 })
  }

  @Test func `D3: a ramp to 1 writes the whole output`() {
    var ramp = Ramp(0)
    ramp.move(to: 1, over: 3)
    let out = Signals.guarded(Signals.constant(-9, 64)) {
      Kernel.apply(ramp, to: Signals.constant(1, 64), into: $0, frameCount: 64)
    }
    #expect(out[3...].allSatisfy { $0 == 1 })
  }

  @Test func `D4: a gain of 0 clears the output, not the input, and balance survives it`() {
    let input = Signals.constant(1, 64)
    let out = Signals.guarded(Signals.constant(-9, 64)) {
      Kernel.apply(Ramp(0), to: input, into: $0, frameCount: 64)
    }
    #expect(out.allSatisfy { $0 == 0 } && input.allSatisfy { $0 == 1 })

    let rig = ModuleRig()
    let fader = Fader(strip: "a", parameters: rig.parameters)
    fader.balance.set(0.5)
    rig.use([Signals.constant(1, 4096), Signals.constant(1, 4096)], [fader])
    rig.set("a.gain", -.infinity, at: 640)
    rig.set("a.gain", 0, at: 2048)
    let (left, right) = rig.render(4096)
    #expect(left[1024..<2048].allSatisfy { $0 == 0 })
    #expect(left[2400] == 0.5 && right[2400] == 1)
    // Half-way back the sides stand to each other as before: balance has not moved.
    #expect(abs(left[2150] - right[2150] / 2) < 1e-6)
  }

  @Test func `D5: 440 Hz are 440 Hz, without an offset`() {
    let rig = ModuleRig()
    let oscillator = Oscillator(address: "tone", parameters: rig.parameters)
    oscillator.level.set(0)
    rig.use([oscillator])
    let out = rig.render(48_000).left
    let rising = (1..<48_000).count { out[$0 - 1] < 0 && out[$0] >= 0 }
    #expect(abs(rising - 440) <= 1)
    #expect(abs(out.reduce(0.0) { $0 + Double($1) } / 48_000) < 1e-7)
  }

  @Test func `D6: the clock goes on after 2³² frames`() {
    let rig = ModuleRig()
    let start: Int64 = 1 << 32
    rig.renderer.setClock(to: start - 640)
    let clock = ClockRecorder(parameters: rig.parameters)
    rig.use([clock])
    _ = rig.render(1280)
    #expect(clock.times == (0..<20).map { start - 640 + 64 * Int64($0) })
    #expect(clock.timestamps == clock.times)
  }

  @Test func `D7: a module knows its rate from the first quantum on`() {
    let rig = ModuleRig(rate: 96_000)
    let clock = ClockRecorder(parameters: rig.parameters)
    rig.use([clock])
    #expect(clock.preparedRate == SampleRate(96_000))
    _ = rig.render(64)
    #expect(clock.contextRate == SampleRate(96_000))
  }

  @Test func `D14: dry and wet are mixed without a step, and nothing is cut off at once`() {
    let rig = ModuleRig()
    let x = Signals.sine(440, 9600)
    let delay = Delay(address: "effect.e", parameters: rig.parameters)
    delay.mix.set(100)
    rig.parameters.parameter(named: "effect.e.time")!.set(0.001)
    rig.use([x, x], [delay])
    rig.set("effect.e.mix", 0, at: 4800)
    let out = rig.render(9600).left
    #expect(Measurements.largestStep(out) < 2 * Measurements.largestStep(x) + 1.0 / 240)
    #expect(Measurements.differingFrames(out[5040...], x[5040...]) == 0)
    #expect(Measurements.maximumDifference(out[4800..<4900], x[4800..<4900]) > 0.01)
  }

  @Test func `D16: a block that leaves something on the stack is counted and harms nobody`() {
    let rig = ModuleRig()
    @_noLocks @Sendable func block(_ context: RenderContext) {
      for _ in 0..<50 { context.stack.push() }
    }
    rig.renderer.setBlock(block)
    #expect(rig.render(640).left.allSatisfy { $0 == 0 })
    #expect(rig.faults.pointee.imbalances.load(ordering: .relaxed) == 10)
    #expect(rig.faults.pointee.overflows.load(ordering: .relaxed) == 0)
  }

  @Test func `D17: a stack has room for stereo in every entry, and refuses one more`() {
    let stack = BufferStack.allocate()
    defer { stack.deallocate() }
    for _ in 0..<64 { #expect(stack.push(channelCount: 2) != nil) }
    #expect(stack.push(channelCount: 2) == nil && stack.count == 64)
    #expect(stack.faults.pointee.overflows.load(ordering: .relaxed) == 1)
  }
}
