import Glibc
import MixEngine
import MixTestSupport
import Testing

@Suite struct ReverbTests {
  private func rig(
    _ clip: [[Float]], rate: Int = 48_000, _ values: [String: Float] = [:]
  ) -> (ModuleRig, Reverb) {
    let rig = ModuleRig(rate: rate)
    let reverb = Reverb(address: "effect.e", parameters: rig.parameters)
    reverb.mix.set(100)
    for (name, value) in values {
      rig.parameters.parameter(named: "effect.e.\(name)")!.set(value)
    }
    rig.use(clip, [reverb])
    return (rig, reverb)
  }

  /// A band of a third of an octave, twice over, in double precision (the cookbook's band-pass).
  private func band(_ x: [Float], around f: Double, rate: Double) -> [Double] {
    let w = 2 * Double.pi * f / rate
    let alpha = sin(w) * sinh(log(2.0) / 2 / 3 * w / sin(w))
    var y = x.map(Double.init)
    for _ in 0..<2 {
      var (x1, x2, y1, y2) = (0.0, 0.0, 0.0, 0.0)
      for i in y.indices {
        let out = (alpha * (y[i] - x2) + 2 * cos(w) * y1 - (1 - alpha) * y2) / (1 + alpha)
        (x2, x1) = (x1, y[i])
        (y2, y1) = (y1, out)
        y[i] = out
      }
    }
    return y
  }

  /// Seconds for 60 dB, from the line that fits the backward integrated energy (Schroeder) between
  /// −5 and −35 dB best.
  private func fallTime(_ sounds: [[Double]], rate: Double) -> Double {
    // Several curves are added up: in a narrow band each one wavers.
    var energy = [Double](repeating: 0, count: sounds[0].count)
    for x in sounds { for i in energy.indices { energy[i] += x[i] * x[i] } }
    for i in energy.indices.dropLast().reversed() { energy[i] += energy[i + 1] }
    var (n, sx, sy, sxx, sxy) = (0.0, 0.0, 0.0, 0.0, 0.0)
    for (i, e) in energy.enumerated() where e > 0 {
      let level = 10 * log10(e / energy[0])
      if level > -5 || level < -35 { continue }
      let t = Double(i) / rate
      n += 1
      sx += t
      sy += level
      sxx += t * t
      sxy += t * level
    }
    return -60 / ((n * sxy - sx * sy) / (n * sxx - sx * sx))
  }

  @Test(
    arguments: [44_100, 48_000, 96_000],
    [(1, 0.5), (0.4, 0.4), (2.5, 1), (0.6, 1.2)] as [(Float, Float)])
  func `low sound falls in decay, high sound in decay high`(rate: Int, decays: (Float, Float)) {
    let (low, high) = decays
    var sides: [[Float]] = []
    for seed in [1, 2] as [Float] {
      let (rig, _) = rig(
        [Signals.impulse(64), Signals.silence(64)], rate: rate,
        ["decay": low, "decay_high": high, "randomize": seed])
      let out = rig.render(Int(Double(max(low, high)) * 0.9 * Double(rate)))
      sides += [out.left, out.right]
    }
    for (f, ideal) in [(125.0, low), (250, low), (14_000, high), (17_000, high)] {
      let sounds = sides.map { band($0, around: f, rate: Double(rate)) }
      let time = fallTime(sounds, rate: Double(rate))
      #expect(abs(time / Double(ideal) - 1) < 0.1, "\(f) Hz: \(time) s, not \(ideal) s")
    }
  }

  @Test(arguments: [(8, 50), (20, 90), (50, 8), (1, 3)] as [(Float, Float)])
  func `the first reflections lie between the two delays`(least: Float, most: Float) {
    for seed in [1, 2, 77, 1000] as [Float] {
      let (rig, _) = rig(
        [Signals.impulse(64)],
        [
          "min_delay_ms": least, "max_delay_ms": most, "randomize": seed, "decay": 0.001,
          "decay_high": 0.001,
        ])
      let out = rig.render(9600)
      // Without an echo's echo there is one reflection for each line that the side goes into.
      var found: [Int] = []
      for i in 0..<9600 where max(abs(out.left[i]), abs(out.right[i])) > 0.05 { found.append(i) }
      let low = Double(min(least, most)) * 48, high = Double(max(least, most)) * 48
      // Primes lie that near to each other here.
      #expect(Double(found.first!) > low - 20 && Double(found.last!) <= high)
      #expect(found.count > 4 && found.count <= 8, "\(found)")
    }
  }

  @Test func `randomize chooses other lengths, and the same for the same number`() {
    func render(_ seed: Float) -> [Float] {
      rig([Signals.impulse(64)], ["randomize": seed]).0.render(9600).left
    }
    let first = render(1)
    #expect(Measurements.differingFrames(first, render(1)) == 0)
    for seed in [2, 3, 500, 1000] as [Float] {
      #expect(abs(Measurements.correlation(first, render(seed))) < 0.3)
    }
  }

  /// The share of samples beyond one standard deviation is that of noise (Abel, Huang: A simple,
  /// robust measure of reverberation echo density, 2006), and the decay undone, the tail repeats
  /// itself nowhere.
  @Test(arguments: [44_100, 48_000, 96_000])
  func `the tail at defaults is even and does not ring`(rate: Int) {
    for seed in [1, 2, 9] as [Float] {
      let (rig, _) = rig([Signals.impulse(64)], rate: rate, ["randomize": seed])
      let out = rig.render(rate).left
      for t in stride(from: 0.15, to: 0.6, by: 0.05) {
        let part = out[Int(t * Double(rate))..<Int((t + 0.05) * Double(rate))]
        let deviation = Float(Measurements.rms(part))
        let share = Double(part.count { abs($0) > deviation }) / Double(part.count)
        #expect(abs(share / 0.3173 - 1) < 0.2, "at \(t) s: \(share)")
      }
      let begin = rate / 10
      let flat = (begin..<(rate * 7 / 10)).map { i in
        out[i] * Float(pow(10, 3 * Double(i - begin) / Double(rate)))
      }
      let best = Measurements.bestLag(flat, flat, lags: (rate / 1000)...(rate / 12))
      let worst = Measurements.bestLag(flat, flat.map { -$0 }, lags: (rate / 1000)...(rate / 12))
      #expect(best.correlation < 0.35, "\(best.lag): \(best.correlation)")
      #expect(worst.correlation < 0.35, "\(worst.lag): \(worst.correlation)")
    }
  }

  @Test func `the sides have nothing in common, whatever goes in`() {
    let x = Signals.noise(48_000, seed: 1)
    for clip in [[x, x], [x, Signals.silence(48_000)], [Signals.silence(48_000), x]] {
      let (rig, _) = rig(clip)
      let out = rig.render(48_000)
      let best = Measurements.bestLag(
        Array(out.left[4800...]), Array(out.right[4800...]), lags: -10...10)
      #expect(abs(Measurements.correlation(out.left, out.right)) < 0.15)
      #expect(abs(best.correlation) < 0.3)
      let ratio = Measurements.rms(out.left) / Measurements.rms(out.right)
      #expect(ratio > 0.7 && ratio < 1.4)
    }
  }

  @Test(arguments: [(1, 0.5), (0.1, 0.05), (5, 5), (0.5, 1)] as [(Float, Float)])
  func `noise comes out about as loud as it went in`(low: Float, high: Float) {
    let x = Signals.noise(480_000, seed: 2), y = Signals.noise(480_000, seed: 3)
    let (rig, _) = rig([x, y], ["decay": low, "decay_high": high])
    let out = rig.render(480_000)
    for side in [out.left, out.right] {
      let level = Measurements.decibels(Measurements.rms(side[240_000...]) / Measurements.rms(x))
      #expect(abs(level) < 3, "\(level) dB")
    }
  }

  @Test func `gain is what its name says`() {
    func render(_ gain: Float) -> [Float] {
      rig([Signals.impulse(64)], ["gain": gain]).0.render(9600).left
    }
    let plain = render(0)
    for gain in [-20, 6, 20] as [Float] {
      let factor = Float(pow(10, Double(gain) / 20))
      #expect(Measurements.maximumDifference(render(gain), plain.map { $0 * factor }) < 1e-6)
    }
  }

  @Test(arguments: [(0.1, 0.1), (0.1, 1000), (1000, 1000), (8, 8)] as [(Float, Float)])
  func `at its ends it stays bounded and dies away`(least: Float, most: Float) {
    for (low, high) in [(20, 20), (20, 0.001), (0.001, 20), (0.001, 0.001)] as [(Float, Float)] {
      let x = Signals.noise(48_000, seed: 4, amplitude: 1)
      let (rig, _) = rig(
        [x, x],
        ["min_delay_ms": least, "max_delay_ms": most, "decay": low, "decay_high": high])
      let out = rig.render(96_000)
      let peak = max(Measurements.peak(out.left), Measurements.peak(out.right))
      // Lines of one length resound together: eight of them, at peaks of a few times the mean.
      #expect(peak > 0.01 && peak < 40, "\(low) \(high): \(peak)")
      let first = Measurements.rms(out.left[49_000..<72_000])
      let second = Measurements.rms(rig.render(96_000).left[48_000..<71_000])
      #expect(second <= first)
    }
  }

  @Test(
    arguments: [
      ("decay", 0.001, 20), ("decay_high", 0.001, 20), ("min_delay_ms", 0.1, 1000),
      ("max_delay_ms", 1, 1000), ("randomize", 1, 1000), ("gain", -20, 20),
    ] as [(String, Float, Float)])
  func `jumps of its parameters do not click`(name: String, low: Float, high: Float) {
    let x = Signals.sine(200, 96_000, amplitude: 0.25)
    let (rig, _) = rig([x, x])
    for (i, frame) in stride(from: 9600, to: 90_000, by: 1613).enumerated() {
      rig.set("effect.e.\(name)", i % 2 == 0 ? low : high, at: frame)
    }
    let out = rig.render(96_000)
    // Up to +20 dB of gain, and what a mode of the room is louder than the mean.
    let louder = name == "gain" ? 10.0 : 1
    for side in [out.left, out.right] {
      let (peak, step) = (Measurements.peak(side), Measurements.largestStep(side))
      #expect(peak < 4 * 0.25 * louder, "peak \(peak)")
      // A sine's step, with the lines' fades of 960 and the gain's of 240 frames.
      #expect(step < louder * (4 * Measurements.largestStep(x) + 4 * 0.25 / 240), "step \(step)")
    }
  }

  @Test(arguments: [(1, 0.5), (0.05, 0.02), (0.2, 0.6), (0.001, 0.001)] as [(Float, Float)])
  func `it is inaudible after its tail, and exactly silent after twice that`(
    low: Float, high: Float
  ) {
    let x = Signals.noise(6400, seed: 5, amplitude: 1)
    let (rig, reverb) = rig([x, x], ["decay": low, "decay_high": high])
    _ = rig.render(6400)
    let tail = (reverb.tail + 127) / 64 * 64
    let most = 2 * Double(max(low, high))
    #expect(Double(tail) > most * 48_000 && Double(tail) < (most * 1.1 + 0.3) * 48_000)
    #expect(Measurements.peak(rig.render(tail).left[..<960]) > 0.01)
    #expect(Measurements.peak(rig.render(tail).left) < 1e-6)
    #expect(rig.render(640).left.allSatisfy { $0.bitPattern == 0 })
  }

  @Test func `awake again it sounds as at first`() {
    let impulse = Signals.impulse(64_000)
    let (rig, _) = rig([impulse + impulse], ["decay": 0.05, "decay_high": 0.05])
    rig.set("effect.e.max_delay_ms", 30, at: 30_000)
    rig.set("effect.e.max_delay_ms", 50, at: 30_640)
    let out = rig.render(128_000).left
    #expect(Measurements.differingFrames(out[..<30_000], out[64_000..<94_000]) == 0)
    #expect(Measurements.peak(out) > 0.05)
  }

  @Test func `switched off and on again it has forgotten`() {
    let x = Signals.noise(6400, seed: 6) + Signals.silence(64)
    let (rig, _) = rig([x], ["decay": 20, "decay_high": 20])
    rig.set("effect.e.on", 0, at: 6400)
    rig.set("effect.e.on", 1, at: 12_800)
    #expect(rig.render(48_000).left[12_800...].allSatisfy { $0 == 0 })
  }
}
