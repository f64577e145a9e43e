import CRealtime
import Glibc
import MixEngine
import MixTestSupport
import Testing

@Suite struct BiquadTests {
  enum Kind: CaseIterable { case bandPass, lowPass, highPass, lowShelf, highShelf, peaking }

  private func coefficients(_ kind: Kind, _ f: Double, _ rate: Double) -> BiquadCoefficients {
    switch kind {
    case .bandPass: .bandPass(frequency: f, bandwidth: 600, rate: rate)
    case .lowPass: .lowPass(frequency: f, resonance: 6, rate: rate)
    case .highPass: .highPass(frequency: f, resonance: -3, rate: rate)
    case .lowShelf: .lowShelf(frequency: f, gain: 9, rate: rate)
    case .highShelf: .highShelf(frequency: f, gain: -14, rate: rate)
    case .peaking: .peaking(frequency: f, q: 1.4, gain: -20, rate: rate)
    }
  }

  /// |H| in dB of the analogue filter that the design imitates, at the frequency that the bilinear
  /// transform maps to `at`: s = j·tan(w/2) ÷ tan(w₀/2).
  private func analogue(_ kind: Kind, _ f: Double, at: Double, _ rate: Double) -> Double {
    let s = tan(.pi * at / rate) / tan(.pi * f / rate)
    func level(_ n: (Double, Double), _ d: (Double, Double)) -> Double {
      10 * log10((n.0 * n.0 + n.1 * n.1) / (d.0 * d.0 + d.1 * d.1))
    }
    switch kind {
    case .bandPass:
      let w = 2 * Double.pi * f / rate
      let q = 1 / (2 * sinh(log(2.0) / 2 * 0.5 * w / sin(w)))
      return level((0, s / q), (1 - s * s, s / q))
    case .lowPass:
      return level((1, 0), (1 - s * s, s / pow(10, 6.0 / 20)))
    case .highPass:
      return level((-s * s, 0), (1 - s * s, s / pow(10, -3.0 / 20)))
    case .lowShelf:
      let a = pow(10, 9.0 / 40)
      let b = s * (2 * a).squareRoot()  // √A ÷ Q with Q = 1/√2
      return level((a * (a - s * s), a * b), (1 - a * s * s, b))
    case .highShelf:
      let a = pow(10, -14.0 / 40)
      let b = s * (2 * a).squareRoot()
      return level((a * (1 - a * s * s), a * b), (a - s * s, b))
    case .peaking:
      let a = pow(10, -20.0 / 40)
      return level((1 - s * s, s * a / 1.4), (1 - s * s, s / (1.4 * a)))
    }
  }

  private func filtered(
    _ c: BiquadCoefficients, _ x: [Float], _ y: [Float], slice: Int = 64
  ) -> (left: [Float], right: [Float]) {
    var state = BiquadState()
    var right: [Float] = []
    let left = Signals.guarded(x) { l in
      right = Signals.guarded(y) { r in
        for at in stride(from: 0, to: x.count, by: slice) {
          Kernel.biquad(c, &state, l + at, r + at, frameCount: min(slice, x.count - at))
        }
      }
    }
    return (left, right)
  }

  @Test(arguments: Kind.allCases, [(1000.0, 48_000.0), (60, 44_100), (9000, 44_100), (3400, 8000)])
  func `the response is the analogue filter's`(kind: Kind, place: (f: Double, rate: Double)) {
    let (f, rate) = place
    let impulse = Signals.impulse(65_536)
    let response = filtered(coefficients(kind, f, rate), impulse, impulse)
    #expect(Measurements.differingFrames(response.left, response.right) == 0)
    for k in 0..<20 {
      // 20 points from four octaves below to four above, as far as the rate allows.
      let at = f * pow(2, Double(k - 10) * 0.4)
      guard at < 0.48 * rate else { continue }
      let measured = Measurements.gain(response.left, at: at, rate: rate)
      let wanted = analogue(kind, f, at: at, rate)
      #expect(abs(measured - wanted) < (wanted > -60 ? 0.05 : 0.5), "\(kind) \(f) Hz at \(at) Hz")
    }
  }

  @Test func `a filter at 20 Hz and 192 kHz is where it should be`() {
    let impulse = Signals.impulse(262_144, amplitude: 1000)
    let c = BiquadCoefficients.lowPass(frequency: 20, resonance: -3.0103, rate: 192_000)
    let y = filtered(c, impulse, impulse).left
    #expect(abs(y.reduce(0.0) { $0 + Double($1) } / 1000 - 1) < 1e-4)
    let level = Measurements.gain(y, at: 20, rate: 192_000)
    #expect(abs(level - 60 + 3.0103) < 0.01)
  }

  @Test func `frequencies are held where a filter is stable`() {
    let rate = 8000.0
    let highest = BiquadCoefficients.lowPass(frequency: 3600, resonance: 0, rate: rate)
    #expect(.lowPass(frequency: 20_000, resonance: 0, rate: rate) == highest)
    let lowest = BiquadCoefficients.highPass(frequency: 20, resonance: 0, rate: rate)
    #expect(.highPass(frequency: 0, resonance: 0, rate: rate) == lowest)
    #expect(.highPass(frequency: .nan, resonance: 0, rate: rate) == lowest)
    let widest = BiquadCoefficients.bandPass(frequency: 1e9, bandwidth: 1e9, rate: 192_000)
    #expect(abs(widest.a2) < 1 && abs(widest.a1) < 1 + widest.a2 + 1e-9)
  }

  @Test func `flat settings change no bit`() {
    let x = Signals.noise(640, seed: 5)
    for c in [
      .flat, .lowShelf(frequency: 80, gain: 0, rate: 48_000),
      .highShelf(frequency: 10_000, gain: 0, rate: 48_000),
      .peaking(frequency: 2000, q: 1, gain: 0, rate: 48_000),
    ] as [BiquadCoefficients] {
      #expect(Measurements.differingFrames(filtered(c, x, x).left, x) == 0)
    }
  }

  @Test(arguments: [1, 2, 7, 63, 500])
  func `slices of any length give the same bits`(slice: Int) {
    let (x, y) = (Signals.noise(1000, seed: 6), Signals.noise(1000, seed: 7))
    let c = BiquadCoefficients.lowPass(frequency: 300, resonance: 12, rate: 48_000)
    let whole = filtered(c, x, y)
    let cut = filtered(c, x, y, slice: slice)
    #expect(Measurements.differingFrames(whole.left, cut.left) == 0)
    #expect(Measurements.differingFrames(whole.right, cut.right) == 0)
  }

  @Test func `it is the plain difference equation`() {
    let x = Signals.noise(5000, seed: 8)
    for kind in Kind.allCases {
      let c = coefficients(kind, 500, 48_000)
      var (x1, x2, y1, y2) = (0.0, 0.0, 0.0, 0.0)
      let plain = x.map { sample -> Float in
        let v = Double(sample)
        let y = c.b0 * v + c.b1 * x1 + c.b2 * x2 - c.a1 * y1 - c.a2 * y2
        (x1, x2, y1, y2) = (v, x1, y, y1)
        return Float(y)
      }
      #expect(Measurements.maximumDifference(filtered(c, x, x).left, plain) < 5e-7)
    }
  }

  /// The filter moves up and down by a semitone in a second, set every 64 frames; the yardstick moves
  /// every frame. Error of the output against it, in dB under full scale.
  private func glideError(stepping: Bool) -> Double {
    let rate = 48_000.0
    let count = 48_000
    let x = Signals.sine(440, count, amplitude: 1)
    func set(_ frame: Int) -> BiquadCoefficients {
      let turn = 2 * Double.pi * Double(frame) / Double(count)
      return .lowPass(frequency: 1000 * pow(2, sin(turn) / 12), resonance: 0, rate: rate)
    }
    var ideal = x
    var out = x
    var state = BiquadState()
    ideal.withUnsafeMutableBufferPointer { b in
      var other = Signals.silence(1)
      for i in 0..<count {
        Kernel.biquad(set(i), &state, b.baseAddress! + i, &other, frameCount: 1)
      }
    }
    state.reset()
    var other = Signals.silence(64)
    out.withUnsafeMutableBufferPointer { b in
      for i in stride(from: 0, to: count, by: 64) {
        let at = b.baseAddress! + i
        if stepping {
          Kernel.biquad(set(i), &state, at, &other, frameCount: 64)
        } else {
          Kernel.biquad(from: set(i), to: set(i + 64), &state, at, &other, frameCount: 64)
        }
      }
    }
    return Measurements.decibels(
      Measurements.rms(zip(out, ideal).map { $0 - $1 }))
  }

  @Test func `gliding to the next coefficients is far closer than stepping`() {
    let step = glideError(stepping: true)
    let glide = glideError(stepping: false)
    #expect(step > -85, "stepping: \(step) dB")
    #expect(glide < -130, "gliding: \(glide) dB")
  }

  @Test func `a glide between equal filters is that filter`() {
    let x = Signals.noise(64, seed: 12)
    let c = BiquadCoefficients.peaking(frequency: 700, q: 3, gain: 8, rate: 48_000)
    var (a, b) = (BiquadState(), BiquadState())
    var other = x
    let glided = Signals.guarded(x) {
      Kernel.biquad(from: c, to: c, &a, $0, &other, frameCount: 64)
    }
    other = x
    let still = Signals.guarded(x) { Kernel.biquad(c, &b, $0, &other, frameCount: 64) }
    #expect(Measurements.differingFrames(glided, still) == 0)
  }

  @Test func `silence in is exact silence out in the end`() {
    let mode = crt_flush_to_zero()
    defer { crt_restore_float_mode(mode) }
    let x = Signals.noise(64, seed: 10) + Signals.silence(400_000)
    let c = BiquadCoefficients.bandPass(frequency: 5000, bandwidth: 600, rate: 44_100)
    let y = filtered(c, x, x).left
    #expect(y[60_000...].allSatisfy { $0 == 0 })
    #expect(y[64...].allSatisfy { $0 == 0 || abs($0) >= .leastNormalMagnitude })
  }

  @Test(arguments: [Float.nan, .infinity, -.infinity, .greatestFiniteMagnitude])
  func `a strange sample does not stay`(sample: Float) {
    var x = Signals.silence(256)
    x[10] = sample
    let c = BiquadCoefficients.lowPass(frequency: 5000, resonance: 0, rate: 48_000)
    let y = filtered(c, x, Signals.silence(256)).left
    #expect(y[128...].allSatisfy { $0.isFinite })
  }
}
