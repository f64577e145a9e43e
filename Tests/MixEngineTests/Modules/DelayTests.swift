import Glibc
import MixEngine
import MixTestSupport
import Testing

@Suite struct DelayTests {
  private func rig(
    _ clip: [[Float]], rate: Int = 48_000, _ values: [String: Float]
  ) -> (ModuleRig, Delay) {
    let rig = ModuleRig(rate: rate)
    let delay = Delay(address: "effect.e", parameters: rig.parameters)
    for (name, value) in values {
      rig.parameters.parameter(named: "effect.e.\(name)")!.set(value)
    }
    rig.use(clip, [delay])
    return (rig, delay)
  }

  @Test(arguments: [(1, 50), (0.25, -75), (0.001, 90), (2, 100), (0.000_1, 25)])
  func `an impulse comes back at whole multiples of the time`(time: Float, feedback: Float) {
    let (rig, _) = rig(
      [Signals.impulse(64), Signals.impulse(64, at: 1, amplitude: 0.5)],
      ["time": time, "feedback": feedback, "lowpass": 20_000])
    let out = rig.render(200_000)
    let frames = Int((Double(time) * 48_000).rounded())
    var gain: Float = 0.5
    var left = Signals.silence(200_000), right = left
    left[0] = 0.5
    right[1] = 0.25
    for at in stride(from: frames, to: 200_000 - 1, by: frames) {
      left[at] = gain
      right[at + 1] = gain * 0.5
      gain *= feedback / 100
      if abs(gain) < 1e-12 { break }
    }
    #expect(Measurements.maximumDifference(out.left, left) < 1e-7)
    #expect(Measurements.maximumDifference(out.right, right) < 1e-7)
  }

  @Test func `each repetition is duller by the low-pass`() {
    for rate in [44_100, 48_000, 96_000] {
      let (rig, _) = rig(
        [Signals.impulse(64)], rate: rate,
        ["time": 0.25, "feedback": 100, "lowpass": 3000, "mix": 100])
      let out = rig.render(rate * 9 / 8).left
      let frames = rate / 4
      for (n, f) in [(1, 3000.0), (2, 3000), (1, 100), (1, 10_000), (2, 6000)] {
        let echo = out[(frames * (n + 1))..<(frames * (n + 2) - 64)]
        let gain = Measurements.gain(echo, at: f, rate: Double(rate))
        let ratio = tan(.pi * f / Double(rate)) / tan(.pi * 3000 / Double(rate))
        #expect(abs(gain + 10 * log10(1 + ratio * ratio) * Double(n)) < 0.02)
      }
      // The first one is as it was.
      #expect(out[frames] == 1 && Measurements.peak(out[(frames + 1)..<(2 * frames)]) == 0)
    }
  }

  @Test func `without a time the wet sound is the dry one`() {
    let x = Signals.noise(4096, seed: 1)
    let (rig, _) = rig([x], ["time": 0, "feedback": 100, "mix": 100])
    #expect(Measurements.differingFrames(rig.render(4096).left, x) == 0)
  }

  @Test func `a change of time fades over 20 ms from one tap to the other`() {
    // Each frame of a rising line tells its age.
    let line = (0..<48_000).map { Float($0) / 48_000 }
    let (rig, _) = rig([line], ["time": 0.1, "feedback": 0, "mix": 100])
    rig.set("effect.e.time", 0.2, at: 19_200)
    let out = rig.render(48_000).left
    for i in 0..<48_000 {
      let old = i >= 4800 ? Double(i - 4800) : 0, new = i >= 9600 ? Double(i - 9600) : 0
      let share = min(max(Double(i - 19_200) / 960, 0), 1)
      #expect(abs(Double(out[i]) - (old + (new - old) * share) / 48_000) < 1e-6)
    }
  }

  @Test func `changes during a fade wait for its end`() {
    let line = (0..<48_000).map { Float($0) / 48_000 }
    let (rig, _) = rig([line], ["time": 0.1, "feedback": 0, "mix": 100])
    rig.set("effect.e.time", 0.2, at: 19_200)
    rig.set("effect.e.time", 0.3, at: 19_264)
    rig.set("effect.e.time", 0.15, at: 19_328)
    let out = rig.render(48_000).left
    // The first fade ends as it began; the next goes to what is asked for then.
    #expect(abs(Double(out[20_159]) * 48_000 - (20_159 - 9600 + 5)) < 2)
    #expect(abs(Double(out[20_160 + 960 + 63]) * 48_000 - (21_183 - 7200)) < 0.05)
  }

  @Test func `at full feedback it goes on as it is`() {
    let x = Signals.noise(4800, seed: 2, amplitude: 1)
    let (rig, delay) = rig(
      [x, x], ["time": 0.1, "feedback": 100, "lowpass": 20_000, "mix": 100])
    let out = rig.render(480_000).left
    #expect(Measurements.differingFrames(out[475_200...], x) == 0)
    #expect(delay.tail == .max)
  }

  @Test func `at full feedback a loud sound adds up and stays finite`() {
    let x = Signals.constant(1, 480_000)
    let (rig, _) = rig([x], ["time": 0.000_1, "feedback": 100, "mix": 100])
    let out = rig.render(480_000).left
    #expect(out.allSatisfy { $0.isFinite })
    #expect(Measurements.peak(out) < 480_000 / 5 + 1)
  }

  @Test(arguments: [("feedback", 0), ("lowpass", 20), ("lowpass", 20_000), ("time", 0)])
  func `jumps of its parameters do not click`(name: String, value: Float) {
    let x = Signals.sine(200, 48_000, amplitude: 0.5)
    let (rig, _) = rig([x, x], ["time": 0.013, "feedback": 50, "mix": 100, "lowpass": 4000])
    rig.set("effect.e.\(name)", value, at: 24_000)
    let out = rig.render(48_000).left
    let before = Measurements.largestStep(out[4800..<24_000])
    let after = Measurements.largestStep(out[24_000...])
    #expect(after < before + 2.0 / 240, "\(before) \(after)")
  }

  @Test func `it is inaudible after its tail, and exactly silent after twice that`() {
    let x = Signals.noise(640, seed: 3)
    let (rig, delay) = rig([x, x], ["time": 0.02, "feedback": 80])
    _ = rig.render(640)
    let tail = (delay.tail + 127) / 64 * 64
    #expect(tail > 48_000 && tail < 96_000)
    let ringing = rig.render(tail).left
    #expect(Measurements.peak(ringing[24_000..<25_000]) > 1e-4)
    #expect(Measurements.peak(rig.render(tail).left) < 1e-6)
    #expect(rig.render(6400).left.allSatisfy { $0.bitPattern == 0 })
  }

  @Test func `a change of time while it sleeps needs no fade`() {
    let x = Signals.silence(6400) + [1] + Signals.silence(6400)
    let (rig, _) = rig([x], ["time": 0.5, "feedback": 0, "mix": 100])
    rig.set("effect.e.time", 0.01, at: 640)
    let out = rig.render(12_000).left
    #expect(out.firstIndex { $0 != 0 } == 6880 && out[6880] == 1)
  }

  @Test func `switched off and on again it has forgotten`() {
    let x = Signals.silence(640) + Signals.noise(4160, seed: 4)
    let (rig, _) = rig([x], ["time": 0.5, "feedback": 100, "mix": 100])
    rig.set("effect.e.on", 0, at: 6400)
    rig.set("effect.e.on", 1, at: 12_800)
    let out = rig.render(96_000).left
    // What went in is not heard until half a second later, when it is forgotten.
    #expect(out.allSatisfy { $0 == 0 })
  }
}
