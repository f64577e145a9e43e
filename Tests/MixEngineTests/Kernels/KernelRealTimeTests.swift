import CRealtime
import MixEngine
import MixTestSupport
import Testing

/// Everything that a render thread may call, called from a function that the compiler checks; and
/// once more under the run-time checker, where it is linked in.
@Suite struct KernelRealTimeTests {
  @_noLocks private static func cycle(
    _ l: UnsafeMutablePointer<Float>, _ r: UnsafeMutablePointer<Float>,
    _ x: UnsafeMutablePointer<Float>, _ interpolator: Interpolator, _ position: Float,
    _ peaks: UnsafeMutablePointer<PeakHold.Peak>
  ) -> Float {
    let n = 64
    var ramp = Ramp(1)
    ramp.move(to: BalanceLaw.linear.gains(at: position).left, over: 240)
    Kernel.apply(ramp, to: l, frameCount: n)
    Kernel.mix(l, into: r, frameCount: n, ramp: ramp)
    Kernel.mix(l, into: r, frameCount: n, gain: Pan.gains(at: position).right)
    Kernel.write(ramp, to: x, frameCount: n)
    Kernel.multiply(r, by: x, frameCount: n)
    ramp.advance(n)
    let frequency = Double(Taper.logarithmic(low: 20, high: 20_000).value(at: position))
    var state = BiquadState()
    let old = BiquadCoefficients.bandPass(frequency: frequency, bandwidth: 600, rate: 48_000)
    var new = BiquadCoefficients.lowShelf(frequency: 80, gain: 3, rate: 48_000)
    if new == old { new = .flat }
    Kernel.biquad(from: old, to: new, &state, l, r, frameCount: n)
    Kernel.biquad(new, &state, l, r, frameCount: n)
    var place = FramePosition(100, fraction: 5)
    let step = FramePosition.step(rate: 1.3)
    if place < FramePosition(101) {
      place.frame -= interpolator.span(at: place, step: step, frameCount: 8).first
      interpolator.render(l, at: place, step: step, x, frameCount: 8)
      place.advance(by: step, count: 8)
    }
    var line = DelayLine(memory: x, capacity: n)
    line.echo(l, delay: 10, feedback: 0.5, dry: 1, wet: 1, frameCount: n)
    line.delay(r, by: 5, frameCount: n)
    Kernel.peaks(l, r, into: x, frameCount: n)
    var hold = PeakHold(memory: peaks, capacity: 64, frameCount: 48)
    let curve = DynamicsCurve(
      compression: .headroom(3), above: -20, expansionRatio: 2, below: -30)
    for i in 0..<n {
      let level = DynamicsCurve.level(ofPeak: hold.next(x[i]))
      x[i] = 0 - Float(curve.compression(at: level) + curve.expansion(at: level))
    }
    Kernel.gains(ofDecibels: x, frameCount: n)
    Kernel.multiply(l, by: x, frameCount: n)
    let level = Kernel.measure(l, frameCount: n)
    let gains = CrossfaderCurve.constantPower.gains(at: position, contour: 0.2)
    return Kernel.isFinite(l, frameCount: n) && !Kernel.isSilent(l, frameCount: n)
      ? level.peak * gains.left + ramp.value : 0
  }

  @Test func `kernels and laws are real-time safe`() {
    let table = InterpolatorTable(upTo: 2)
    // Longer than a quantum: the interpolator reads around its place.
    var (l, r, x) = (Signals.noise(256, seed: 1), Signals.noise(64, seed: 2), Signals.silence(64))
    // Not an array: to pass one of a type of ours makes its metadata, once, under a lock.
    let peaks = UnsafeMutablePointer<PeakHold.Peak>.allocate(capacity: 64)
    defer { peaks.deallocate() }
    peaks.initialize(repeating: PeakHold.Peak(), count: 64)
    crt_realtime_enter()
    let result = Self.cycle(&l, &r, &x, table.interpolator, 0.3, peaks)
    crt_realtime_exit()
    #expect(result > 0 && result.isFinite)
    withExtendedLifetime(table) {}
  }
}
