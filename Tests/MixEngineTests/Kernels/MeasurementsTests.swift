import MixTestSupport
import Testing

/// The yardsticks are measured themselves: with signals whose figures are known.
@Suite struct MeasurementsTests {
  @Test func `a rounded sine has the noise of its rounding`() {
    let x = Signals.sine(997, 10_000, amplitude: 0.5, phase: 0.7)
    let fit = Measurements.fitSine(x, frequency: 997)
    #expect(abs(fit.amplitude - 0.5) < 1e-7 && abs(fit.phase - 0.7) < 1e-7)
    #expect(fit.signalToNoise > 145)
  }

  @Test func `added noise is found again`() {
    let x = zip(
      Signals.sine(997, 48_000, amplitude: 1), Signals.noise(48_000, seed: 9, amplitude: 1e-4)
    )
    .map { $0 + $1 }
    // Even distribution: RMS 1e-4 ÷ √3 under 1 ÷ √2.
    #expect(abs(Measurements.fitSine(x, frequency: 997).signalToNoise - 81.76) < 0.1)
  }

  @Test func `level finds a weak tone beside a strong one`() {
    let x = zip(
      Signals.sine(1000, 16_384, amplitude: 1), Signals.sine(5000, 16_384, amplitude: 1e-5)
    )
    .map { $0 + $1 }
    #expect(abs(Measurements.level(x, at: 1000)) < 0.01)
    #expect(abs(Measurements.level(x, at: 5000) + 100) < 0.1)
    #expect(Measurements.level(x, at: 8000) < -130)
  }

  @Test func `lag is how much later the second signal is`() {
    let x = Signals.noise(2000, seed: 4)
    let late = Signals.silence(37) + x
    let found = Measurements.bestLag(x, late, lags: -100...100)
    #expect(found.lag == 37 && found.correlation > 0.999_999)
    #expect(Measurements.bestLag(late, x, lags: -100...100).lag == -37)
  }

  @Test func `differences are counted by bits`() {
    #expect(Measurements.differingFrames([0, 1, .nan], [-0.0, 1, .nan]) == 1)
    #expect(Measurements.differingFrames([0, 1], [0]) == 1)
    #expect(Measurements.maximumDifference([0, .nan], [0, 1]) == .infinity)
    #expect(Measurements.largestStep([0, 0.5, 0.2]) == 0.5)
  }

  @Test func `numbered frames tell their index`() {
    let x = Signals.numbered(3, first: 8_000_000)
    #expect(x.map { Signals.index(of: $0) } == [8_000_000, 8_000_001, 8_000_002])
    #expect(Signals.index(of: 0.3) == nil)
  }
}
