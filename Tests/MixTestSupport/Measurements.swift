import Glibc

// Each function makes an array first: loops over `some Collection` are slow when a test that is not
// optimised calls them.
/// What a test says about a signal of one channel. Levels are in dB where an amplitude of 1 is 0 dB.
public enum Measurements {
  /// 20·log10 of an amplitude; −inf for 0.
  public static func decibels(_ amplitude: Double) -> Double { 20 * log10(abs(amplitude)) }

  /// Greatest absolute sample, NaN if there is one.
  public static func peak(_ x: some Collection<Float>) -> Double {
    let x = Array(x)
    var peak = 0.0
    for v in x {
      if v.isNaN { return .nan }
      peak = max(peak, Double(abs(v)))
    }
    return peak
  }

  /// Root of the mean square.
  public static func rms(_ x: some Collection<Float>) -> Double {
    let x = Array(x)
    return x.isEmpty
      ? 0 : (x.reduce(0.0) { $0 + Double($1) * Double($1) } / Double(x.count)).squareRoot()
  }

  /// The frames of two signals whose bits differ. Signals of different length differ in the rest.
  public static func differingFrames(
    _ a: some Collection<Float>, _ b: some Collection<Float>
  ) -> Int {
    let a = Array(a)
    let b = Array(b)
    return zip(a, b).reduce(abs(a.count - b.count)) {
      $0 + ($1.0.bitPattern == $1.1.bitPattern ? 0 : 1)
    }
  }

  /// Greatest absolute difference; infinite if the lengths differ or a sample is not a number.
  public static func maximumDifference(
    _ a: some Collection<Float>, _ b: some Collection<Float>
  ) -> Double {
    let a = Array(a)
    let b = Array(b)
    guard a.count == b.count else { return .infinity }
    var greatest = 0.0
    for (v, w) in zip(a, b) {
      let difference = abs(Double(v) - Double(w))
      if difference.isNaN { return .infinity }
      greatest = max(greatest, difference)
    }
    return greatest
  }

  /// Level of `reference` over that of the difference, in dB; infinite if they are equal.
  public static func signalToNoise(
    _ x: some Collection<Float>, reference: some Collection<Float>
  ) -> Double {
    let x = Array(x)
    let reference = Array(reference)
    guard x.count == reference.count else { return -.infinity }
    var signal = 0.0
    var noise = 0.0
    for (v, r) in zip(x, reference) {
      signal += Double(r) * Double(r)
      noise += (Double(v) - Double(r)) * (Double(v) - Double(r))
    }
    return 10 * log10(signal / noise)
  }

  /// Greatest step from one frame to the next: what a click shows.
  public static func largestStep(_ x: some Collection<Float>) -> Double {
    let x = Array(x)
    var previous = x.first ?? 0
    var greatest = 0.0
    for v in x {
      let step = abs(Double(v) - Double(previous))
      if step.isNaN { return .infinity }
      greatest = max(greatest, step)
      previous = v
    }
    return greatest
  }

  /// Normalised correlation of `a[i]` with `b[i + lag]` over the frames that both have: 1 if `b` is
  /// `a` delayed by `lag` frames (times a positive factor), 0 if one of them is silent.
  public static func correlation(_ a: [Float], _ b: [Float], lag: Int = 0) -> Double {
    var ab = 0.0
    var aa = 0.0
    var bb = 0.0
    for i in max(0, -lag)..<max(max(0, -lag), min(a.count, b.count - lag)) {
      let v = Double(a[i])
      let w = Double(b[i + lag])
      ab += v * w
      aa += v * v
      bb += w * w
    }
    return aa > 0 && bb > 0 ? ab / (aa * bb).squareRoot() : 0
  }

  /// The lag of `lags` with the greatest correlation: by how many frames `b` is later than `a`.
  public static func bestLag(
    _ a: [Float], _ b: [Float], lags: ClosedRange<Int>
  ) -> (lag: Int, correlation: Double) {
    var best = (lag: lags.lowerBound, correlation: -Double.infinity)
    for lag in lags {
      let value = correlation(a, b, lag: lag)
      if value > best.correlation { best = (lag, value) }
    }
    return best
  }

  /// Index of the first frame that is not exactly silent, or nil.
  public static func firstSound(_ x: [Float], above threshold: Float = 0) -> Int? {
    x.firstIndex { abs($0) > threshold }
  }
}
