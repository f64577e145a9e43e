import CRealtime

/// How well a piece of sound is a tone, whose frequency may be a little off.
enum ToneFit {
  /// Level of the best tone over what is left, in dB: least squares over sine, cosine, both times
  /// time, and a constant.
  static func signalToNoise(_ x: ArraySlice<Float>, frequency: Double, rate: Double) -> Double {
    let x = Array(x), n = x.count
    func basis(_ i: Int) -> [Double] {
      let angle = 2 * .pi * frequency / rate * Double(i), t = Double(i) / Double(n) - 0.5
      return [crt_sin(angle), crt_cos(angle), t * crt_sin(angle), t * crt_cos(angle), 1]
    }
    var matrix = [[Double]](repeating: Array(repeating: 0, count: 6), count: 5)
    for i in 0..<n {
      let b = basis(i)
      for r in 0..<5 {
        for c in 0..<5 { matrix[r][c] += b[r] * b[c] }
        matrix[r][5] += b[r] * Double(x[i])
      }
    }
    for k in 0..<5 {
      for r in 0..<5 where r != k {
        let factor = matrix[r][k] / matrix[k][k]
        for c in k..<6 { matrix[r][c] -= factor * matrix[k][c] }
      }
    }
    let weights = (0..<5).map { matrix[$0][5] / matrix[$0][$0] }
    var tone = 0.0, rest = 0.0
    for i in 0..<n {
      let fitted = zip(weights, basis(i)).reduce(0) { $0 + $1.0 * $1.1 }
      tone += fitted * fitted
      rest += (Double(x[i]) - fitted) * (Double(x[i]) - fitted)
    }
    return 10 * crt_log10(tone / rest)
  }
}
