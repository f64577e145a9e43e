import CRealtime

/// A second-order filter: what it does to a signal, without its memory.
///
/// The designs are those of Robert Bristow-Johnson's "Cookbook formulae for audio EQ biquad filter
/// coefficients". Frequencies are held in 20…20,000 Hz and below 0.45 × rate; a parameter that is
/// not a number counts as its lowest value. Double precision: a filter at 20 Hz and 192 kHz would
/// be a third off in `Float`, and two channels fill a vector register either way.
/// Thread: any; the constructors too are real-time safe (a few hundred nanoseconds).
public struct BiquadCoefficients: BitwiseCopyable, Sendable, Equatable {
  /// Feed-forward coefficients, with a0 = 1.
  public private(set) var b0: Double
  public private(set) var b1: Double
  public private(set) var b2: Double
  /// Feedback coefficients: y = b0·x + b1·x₁ + b2·x₂ − a1·y₁ − a2·y₂.
  public private(set) var a1: Double
  public private(set) var a2: Double

  @_noLocks init(b0: Double, b1: Double, b2: Double, a0: Double, a1: Double, a2: Double) {
    self.b0 = b0 / a0
    self.b1 = b1 / a0
    self.b2 = b2 / a0
    self.a1 = a1 / a0
    self.a2 = a2 / a0
  }

  // Written out: what the compiler makes for other files cannot be proved real-time safe.
  @_noLocks public static func == (a: BiquadCoefficients, b: BiquadCoefficients) -> Bool {
    a.b0 == b.b0 && a.b1 == b.b1 && a.b2 == b.b2 && a.a1 == b.a1 && a.a2 == b.a2
  }

  /// Changes nothing, not even a bit.
  public static var flat: BiquadCoefficients {
    @_noLocks get { BiquadCoefficients(b0: 1, b1: 0, b2: 0, a0: 1, a1: 0, a2: 0) }
  }

  /// Band-pass, 0 dB at the centre.
  ///
  /// - Parameters:
  ///   - frequency: Centre in Hz.
  ///   - bandwidth: Distance of the −3 dB points in cents, 100…12,000 (1200 to the octave).
  @_noLocks public static func bandPass(
    frequency: Double, bandwidth: Double, rate: Double
  ) -> BiquadCoefficients {
    let w = angle(frequency, rate)
    let s = crt_sin(w)
    let octaves = limit(bandwidth, 100, 12_000) / 1200
    // ln 2 ÷ 2 × octaves × w ÷ sin w: the band edges are where they should be after the bilinear
    // transform, too.
    let x = 0.346_573_590_279_972_65 * octaves * w / s
    let alpha = s * (crt_exp(x) - crt_exp(-x)) / 2
    return BiquadCoefficients(
      b0: alpha, b1: 0, b2: -alpha, a0: 1 + alpha, a1: -2 * crt_cos(w), a2: 1 - alpha)
  }

  /// Low-pass, 12 dB per octave.
  ///
  /// - Parameters:
  ///   - frequency: Cut-off in Hz.
  ///   - resonance: Gain at the cut-off in dB, −20…40; −3.01 is the flattest (Butterworth), 0 has a
  ///     slight peak.
  @_noLocks public static func lowPass(
    frequency: Double, resonance: Double, rate: Double
  ) -> BiquadCoefficients {
    let w = angle(frequency, rate)
    let c = crt_cos(w)
    let alpha = breadth(w, resonance)
    return BiquadCoefficients(
      b0: (1 - c) / 2, b1: 1 - c, b2: (1 - c) / 2, a0: 1 + alpha, a1: -2 * c, a2: 1 - alpha)
  }

  /// High-pass, 12 dB per octave; parameters as of `lowPass`.
  @_noLocks public static func highPass(
    frequency: Double, resonance: Double, rate: Double
  ) -> BiquadCoefficients {
    let w = angle(frequency, rate)
    let c = crt_cos(w)
    let alpha = breadth(w, resonance)
    return BiquadCoefficients(
      b0: (1 + c) / 2, b1: -1 - c, b2: (1 + c) / 2, a0: 1 + alpha, a1: -2 * c, a2: 1 - alpha)
  }

  /// Turns phases by 360° over the frequencies, 180° at one, and changes no level.
  ///
  /// - Parameters:
  ///   - frequency: in Hz.
  ///   - resonance: as of `lowPass`; of the same two a low-pass and a high-pass go with it.
  @_noLocks public static func allPass(
    frequency: Double, resonance: Double, rate: Double
  ) -> BiquadCoefficients {
    let w = angle(frequency, rate)
    let c = crt_cos(w)
    let alpha = breadth(w, resonance)
    return BiquadCoefficients(
      b0: 1 - alpha, b1: -2 * c, b2: 1 + alpha, a0: 1 + alpha, a1: -2 * c, a2: 1 - alpha)
  }

  /// Raises or lowers everything below a frequency, with the steepest slope that does not overshoot.
  ///
  /// - Parameters:
  ///   - frequency: Where half of the gain (in dB) is reached, in Hz.
  ///   - gain: Gain of the shelf in dB, −40…40.
  @_noLocks public static func lowShelf(
    frequency: Double, gain: Double, rate: Double
  ) -> BiquadCoefficients {
    shelf(angle(frequency, rate), limit(gain, -40, 40), sign: 1)
  }

  /// Raises or lowers everything above a frequency; parameters as of `lowShelf`.
  @_noLocks public static func highShelf(
    frequency: Double, gain: Double, rate: Double
  ) -> BiquadCoefficients {
    shelf(angle(frequency, rate), limit(gain, -40, 40), sign: -1)
  }

  /// Raises or lowers a band.
  ///
  /// - Parameters:
  ///   - frequency: Centre in Hz.
  ///   - q: Centre ÷ width of the band, 0.1…20.
  ///   - gain: Gain at the centre in dB, −40…40.
  @_noLocks public static func peaking(
    frequency: Double, q: Double, gain: Double, rate: Double
  ) -> BiquadCoefficients {
    let w = angle(frequency, rate)
    let a = self.gain(limit(gain, -40, 40) / 2)
    let alpha = crt_sin(w) / (2 * limit(q, 0.1, 20))
    let c = -2 * crt_cos(w)
    return BiquadCoefficients(
      b0: 1 + alpha * a, b1: c, b2: 1 - alpha * a, a0: 1 + alpha / a, a1: c, a2: 1 - alpha / a)
  }

  /// The high shelf is the low one with the frequency axis turned round: the sign of the cosine.
  @_noLocks private static func shelf(_ w: Double, _ gain: Double, sign: Double) -> Self {
    let a = self.gain(gain / 2)
    let c = sign * crt_cos(w)
    // Slope 1: alpha = sin w ÷ 2 × √2.
    let slope = 2 * crt_sqrt(a) * crt_sin(w) * 0.707_106_781_186_547_52
    return BiquadCoefficients(
      b0: a * ((a + 1) - (a - 1) * c + slope),
      b1: sign * 2 * a * ((a - 1) - (a + 1) * c),
      b2: a * ((a + 1) - (a - 1) * c - slope),
      a0: (a + 1) + (a - 1) * c + slope,
      a1: sign * -2 * ((a - 1) + (a + 1) * c),
      a2: (a + 1) + (a - 1) * c - slope)
  }

  @_noLocks private static func angle(_ frequency: Double, _ rate: Double) -> Double {
    let top = 0.45 * rate < 20_000 ? 0.45 * rate : 20_000
    return 2 * Double.pi * limit(frequency, 20 < top ? 20 : top, top) / rate
  }

  /// The cookbook's alpha of a filter with that gain in dB at its frequency.
  @_noLocks private static func breadth(_ w: Double, _ resonance: Double) -> Double {
    crt_sin(w) / (2 * gain(limit(resonance, -20, 40)))
  }

  @_noLocks private static func gain(_ decibels: Double) -> Double { crt_pow(10, decibels / 20) }

  @_noLocks private static func limit(_ x: Double, _ low: Double, _ high: Double) -> Double {
    x > low ? (x < high ? x : high) : low
  }
}
