import MixEngine
import MixTestSupport
import Testing

@Suite struct OscillatorTests {
  private func oscillator(_ hertz: Float, _ level: Float = 0, rate: Int = 48_000)
    -> (ModuleRig, Oscillator)
  {
    let rig = ModuleRig(rate: rate)
    let oscillator = Oscillator(address: "tone", parameters: rig.parameters)
    oscillator.frequency.set(hertz)
    oscillator.level.set(level)
    rig.use([oscillator])
    return (rig, oscillator)
  }

  @Test(arguments: [20, 440, 997, 9999.5, 19_000], [44_100, 48_000, 96_000])
  func `it is the sine of its frequency, over 120 dB above the rest`(hertz: Float, rate: Int) {
    let (rig, _) = oscillator(hertz, rate: rate)
    let out = rig.render(rate)
    let fit = Measurements.fitSine(out.left, frequency: Double(hertz), rate: Double(rate))
    #expect(fit.signalToNoise > 120, "\(fit.signalToNoise) dB")
    #expect(abs(fit.amplitude - 1) < 1e-6 && abs(fit.phase) < 1e-6 && abs(fit.offset) < 1e-7)
    #expect(Measurements.differingFrames(out.left, out.right) == 0)
  }

  @Test func `after hours the phase is right`() {
    let (rig, _) = oscillator(440)
    var left = Signals.silence(48_000), right = left
    // Four minutes are enough: a phase of 32 bits would be off by a thousandth of a turn.
    for _ in 0..<240 {
      left.withUnsafeMutableBufferPointer { l in
        right.withUnsafeMutableBufferPointer { r in
          var channels = [l.baseAddress!, r.baseAddress!]
          rig.renderer.render(into: &channels, frameCount: 48_000)
        }
      }
    }
    let ideal = Signals.sine(440, 48_000, amplitude: 1, first: 239 * 48_000)
    #expect(Measurements.maximumDifference(left, ideal) < 2e-7)
  }

  @Test func `a change of frequency does not break the phase`() {
    let (rig, _) = oscillator(440, -6)
    rig.set("tone.frequency", 1000, at: 4800)
    let out = rig.render(9600).left
    #expect(Measurements.largestStep(out) < 0.502 * 2 * .pi * 1000 / 48_000)
    let fit = Measurements.fitSine(out[4800...], frequency: 1000)
    #expect(fit.signalToNoise > 120)
  }

  @Test func `its level moves in a line and ends in exact silence`() {
    let (rig, _) = oscillator(100)
    rig.set("tone.level", -.infinity, at: 4800)
    rig.set("tone.level", -20, at: 9600)
    let out = rig.render(14_400).left
    #expect(out[5040..<9600].allSatisfy { $0 == 0 })
    #expect(Measurements.largestStep(out) < 1.0 / 240 + 2 * .pi * 100 / 48_000)
    // The phase went on meanwhile.
    let fit = Measurements.fitSine(out[9840...], frequency: 100)
    let turns = 100.0 * 9840 / 48_000 - fit.phase / (2 * .pi)
    #expect(abs(turns - turns.rounded()) < 1e-7)
    #expect(abs(fit.amplitude - 0.1) < 1e-6)
  }

  @Test func `the cut of the requests changes no bit`() {
    func render(_ requests: [Int]) -> [Float] {
      let (rig, _) = oscillator(333)
      rig.set("tone.frequency", 50, at: 640)
      rig.set("tone.level", -3, at: 704)
      return rig.render(4096, requests: requests).left
    }
    let whole = render([4096])
    for requests in [[1], [64], [441], [513], [7, 900, 64]] {
      #expect(Measurements.differingFrames(render(requests), whole) == 0)
    }
  }
}
