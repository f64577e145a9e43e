import Glibc

/// What effects make of a sound, from the formulas in double precision: one frame after the other,
/// nothing shared with the engine.
enum ExpectedSound {
  /// Robert Bristow-Johnson's band-pass with 0 dB at its centre ("Cookbook formulae for audio EQ
  /// biquad filter coefficients").
  ///
  /// - Parameters:
  ///   - frameCount: of the result, in which the filter rings on.
  ///   - cents: distance of the −3 dB points.
  static func bandpass(
    _ x: [Float], frameCount: Int, frequency: Double, cents: Double, rate: Double = 48_000
  ) -> [Double] {
    let w = 2 * Double.pi * frequency / rate
    let alpha = sin(w) * sinh(log(2) / 2 * cents / 1200 * w / sin(w))
    let b = alpha / (1 + alpha), a1 = -2 * cos(w) / (1 + alpha), a2 = (1 - alpha) / (1 + alpha)
    var y = [Double](repeating: 0, count: frameCount)
    var x1 = 0.0, x2 = 0.0, y1 = 0.0, y2 = 0.0
    for n in 0..<frameCount {
      let input = n < x.count ? Double(x[n]) : 0
      let output = b * (input - x2) - a1 * y1 - a2 * y2
      x2 = x1
      x1 = input
      y2 = y1
      y1 = output
      y[n] = output
    }
    return y
  }

  /// y = (1 − m)·x + m·w, where w[n] = d[n − T], d = x + feedback·LP(w), and LP is the bilinear
  /// transform of a one-pole low-pass.
  ///
  /// - Parameter frameCount: of the result, in which the repetitions ring on.
  static func delay(
    _ x: [Float], frameCount: Int, time: Double, feedback: Double = 0.5, mix: Double = 0.5,
    lowpass: Double = 15_000, rate: Double = 48_000
  ) -> [Double] {
    let distance = Int((time * rate).rounded())
    let k = tan(Double.pi * lowpass / rate)
    let b = k / (k + 1), a = (k - 1) / (k + 1)
    var d = [Double](repeating: 0, count: frameCount)
    var y = d
    var w1 = 0.0, low1 = 0.0
    for n in 0..<frameCount {
      let input = n < x.count ? Double(x[n]) : 0
      let w = n >= distance ? d[n - distance] : 0
      let low = b * (w + w1) - a * low1
      w1 = w
      low1 = low
      d[n] = input + feedback * low
      y[n] = (1 - mix) * input + mix * w
    }
    return y
  }

  static func sum(_ a: [Double], _ b: [Double]) -> [Float] { zip(a, b).map { Float($0 + $1) } }

  /// A stretch of a sound that lies inside of it: 240 frames (5 ms) of fade to either side of a cut.
  static func cut(_ x: [Float], _ range: Range<Int>) -> [Float] {
    let fade = 240
    return (range.lowerBound..<range.upperBound + fade).map { n in
      guard n < x.count else { return 0 }
      let fadeIn = range.lowerBound == 0 ? 1 : min(1, Double(n - range.lowerBound) / Double(fade))
      let fadeOut = min(1, 1 - Double(n - range.upperBound) / Double(fade))
      return Float(Double(x[n]) * fadeIn * fadeOut)
    }
  }
}
