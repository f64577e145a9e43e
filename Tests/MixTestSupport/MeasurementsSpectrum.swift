import Glibc

/// The sine that fits a signal best (least squares), and what is left when it is taken away.
public struct SineFit: Sendable {
  /// Amplitude of the sine.
  public let amplitude: Double
  /// Phase of the sine at the first frame, in radians.
  public let phase: Double
  /// The constant part, which counts neither as signal nor as noise.
  public let offset: Double
  /// Root mean square of the rest.
  public let residual: Double
  /// Level of the sine over the rest in dB.
  public var signalToNoise: Double { 20 * log10(amplitude / 2.0.squareRoot() / residual) }
}

extension Measurements {
  /// Fits `a·sin(ωi) + b·cos(ωi) + c` in double precision.
  public static func fitSine(
    _ x: some Collection<Float>, frequency: Double, rate: Double = 48_000
  ) -> SineFit {
    let x = Array(x)
    let omega = 2 * Double.pi * frequency / rate
    // Normal equations of the three base functions: exact for any number of periods.
    var m = [[Double]](repeating: [0, 0, 0], count: 3)
    var v = [0.0, 0.0, 0.0]
    for (i, sample) in x.enumerated() {
      let base = [sin(omega * Double(i)), cos(omega * Double(i)), 1]
      for row in 0..<3 {
        for column in 0..<3 { m[row][column] += base[row] * base[column] }
        v[row] += base[row] * Double(sample)
      }
    }
    for pivot in 0..<3 {
      for row in 0..<3 where row != pivot {
        let factor = m[row][pivot] / m[pivot][pivot]
        for column in 0..<3 { m[row][column] -= factor * m[pivot][column] }
        v[row] -= factor * v[pivot]
      }
    }
    let (a, b, c) = (v[0] / m[0][0], v[1] / m[1][1], v[2] / m[2][2])
    var rest = 0.0
    for (i, sample) in x.enumerated() {
      let difference = Double(sample) - a * sin(omega * Double(i)) - b * cos(omega * Double(i)) - c
      rest += difference * difference
    }
    return SineFit(
      amplitude: (a * a + b * b).squareRoot(), phase: atan2(b, a), offset: c,
      residual: (rest / Double(max(x.count, 1))).squareRoot())
  }

  /// Gain in dB at one frequency of what answers an impulse at frame 0 with `response`.
  public static func gain(
    _ response: some Collection<Float>, at frequency: Double, rate: Double = 48_000
  ) -> Double {
    let response = Array(response)
    let omega = 2 * Double.pi * frequency / rate
    var real = 0.0
    var imaginary = 0.0
    for (i, sample) in response.enumerated() where sample != 0 {
      real += Double(sample) * cos(omega * Double(i))
      imaginary -= Double(sample) * sin(omega * Double(i))
    }
    return decibels((real * real + imaginary * imaginary).squareRoot())
  }

  /// Amplitude in dB of the part of a signal at one frequency.
  ///
  /// A Kaiser window (β 20) keeps everything further away than 7 × rate ÷ frames from leaking in, to
  /// −150 dB. Give at least 2048 frames.
  public static func level(
    _ x: some Collection<Float>, at frequency: Double, rate: Double = 48_000
  ) -> Double {
    let x = Array(x)
    let omega = 2 * Double.pi * frequency / rate
    var real = 0.0
    var imaginary = 0.0
    var weight = 0.0
    for (i, sample) in x.enumerated() {
      let u = 2 * (Double(i) + 0.5) / Double(x.count) - 1
      let w = bessel(20 * (1 - u * u).squareRoot())
      weight += w
      real += w * Double(sample) * cos(omega * Double(i))
      imaginary += w * Double(sample) * sin(omega * Double(i))
    }
    let sides = frequency == 0 || frequency == rate / 2 ? 1.0 : 2.0
    return decibels(sides * (real * real + imaginary * imaginary).squareRoot() / weight)
  }

  /// Modified Bessel function of the first kind, order 0, by its power series.
  private static func bessel(_ x: Double) -> Double {
    var sum = 1.0
    var term = 1.0
    var k = 1.0
    while term > sum * 1e-17 {
      term *= (x / (2 * k)) * (x / (2 * k))
      sum += term
      k += 1
    }
    return sum
  }
}
