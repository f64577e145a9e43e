import Glibc

extension Measurements {
  /// The true peak as a meter of ITU-R BS.1770 reads it: four times the rate, by a sinc of 49 taps
  /// under a Hann window. In double precision; what lies beyond the ends is silence.
  ///
  /// - Parameter frames: where the peak may lie; nil: anywhere.
  public static func truePeak(_ x: [Float], in frames: Range<Int>? = nil) -> Double {
    oversampledPeak(x, frames, factor: 4, halfLength: 6) { 0.5 + 0.5 * cos(Double.pi * $0) }
  }

  /// The peak between the samples by an interpolator that is far longer and sixteen times the rate.
  public static func longTruePeak(_ x: [Float], in frames: Range<Int>? = nil) -> Double {
    oversampledPeak(x, frames, factor: 16, halfLength: 64) {
      0.42 + 0.5 * cos(Double.pi * $0) + 0.08 * cos(2 * Double.pi * $0)
    }
  }

  private static func oversampledPeak(
    _ x: [Float], _ frames: Range<Int>?, factor: Int, halfLength: Int,
    window: (Double) -> Double
  ) -> Double {
    let range = frames ?? (-halfLength..<(x.count + halfLength))
    var peak = Measurements.peak(frames.map { x[$0] } ?? x[...])
    for phase in 1..<factor {
      let taps = (1 - halfLength...halfLength).map { n -> Double in
        let t = Double(phase) / Double(factor) - Double(n)
        return sin(Double.pi * t) / (Double.pi * t) * window(t / Double(halfLength))
      }
      for i in range {
        var sum = 0.0
        for (tap, weight) in taps.enumerated() {
          let at = i + 1 - halfLength + tap
          if at >= 0, at < x.count { sum += weight * Double(x[at]) }
        }
        peak = max(peak, abs(sum))
      }
    }
    return peak
  }
}
