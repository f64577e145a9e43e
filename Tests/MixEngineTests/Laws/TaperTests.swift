import Glibc
import MixEngine
import Testing

@Suite struct TaperTests {
  /// Position → dB, worked out from the published formula.
  @Test(arguments: [
    (
      Taper.channelFader,
      [
        (0.1, -30.8), (0.25, -21.3), (0.5, -12.4), (0.75, -5.8), (0.9, -2.3), (1, 0),
      ]
    ),
    (
      .equaliserKnob,
      [
        (0.125, -17.2), (0.25, -9.5), (0.375, -4.3), (0.5, 0), (0.75, 6), (1, 12),
      ]
    ),
    (.mainKnob, [(0.5, 0), (0.75, 7), (1, 14)]),
  ])
  func `faders have the published levels`(taper: Taper, table: [(Double, Double)]) {
    for (position, level) in table {
      #expect(abs(Double(taper.value(at: Float(position))) - level) < 0.051, "\(position)")
    }
  }

  @Test(arguments: [(-20.0, 0.0, 1.0), (-12, 12, 0.5), (-14, 14, 0.5)])
  func `faders follow the formula`(m: Double, top: Double, n: Double) {
    let taper = Taper.fader(floor: Float(m), top: Float(top), unity: Float(n))
    let k = pow(10, m / 20)
    for step in 1...100 {
      let p = Double(step) / 100
      let gain =
        p < n
        ? (pow(10, (m - p * m / n) / 20) - k) / (1 - k) : pow(10, (p - n) * top / (1 - n) / 20)
      let wanted = n == 1 && p == 1 ? 1 : gain
      #expect(abs(pow(10, Double(taper.value(at: Float(p))) / 20) - wanted) < 1e-5, "\(p)")
    }
    #expect(taper.value(at: 0) == -.infinity && taper.position(of: -.infinity) == 0)
    #expect(taper.value(at: Float(n)) == 0 && taper.position(of: 0) == Float(n))
  }

  @Test(arguments: [
    Taper.channelFader, .equaliserKnob, .mainKnob, .linear(low: -1, high: 1),
    .linear(low: 12, high: -12), .logarithmic(low: 20, high: 20_000),
    .logarithmic(low: 0.001, high: 20),
  ])
  func `every position is found again from its value`(taper: Taper) {
    for step in 0...1000 {
      let position = Float(step) / 1000
      #expect(abs(taper.position(of: taper.value(at: position)) - position) < 2e-6, "\(position)")
    }
    #expect(taper.position(of: taper.value(at: 1)) == 1)
  }

  @Test func `frequencies go in equal ratios`() {
    let taper = Taper.logarithmic(low: 20, high: 20_000)
    #expect(taper.value(at: 0) == 20 && taper.value(at: 1) == 20_000)
    #expect(abs(taper.value(at: 1 / 3.0) - 200) < 0.01)
  }
}
