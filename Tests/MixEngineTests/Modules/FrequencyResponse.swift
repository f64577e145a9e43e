import Glibc

/// A complex number, as far as frequency responses need it.
struct Complex {
  var re: Double
  var im: Double

  static func + (a: Self, b: Self) -> Self { Self(re: a.re + b.re, im: a.im + b.im) }
  static func * (a: Self, b: Self) -> Self {
    Self(re: a.re * b.re - a.im * b.im, im: a.re * b.im + a.im * b.re)
  }
  static func / (a: Self, b: Self) -> Self {
    let d = b.re * b.re + b.im * b.im
    return Self(re: (a.re * b.re + a.im * b.im) / d, im: (a.im * b.re - a.re * b.im) / d)
  }
  static func * (a: Double, b: Self) -> Self { Self(re: a * b.re, im: a * b.im) }

  var decibels: Double { 10 * log10(max(re * re + im * im, 1e-30)) }
}

/// What a filter does at a frequency, from its impulse response.
func response(_ impulse: [Float], at frequency: Double, rate: Double = 48_000) -> Complex {
  var sum = Complex(re: 0, im: 0)
  for (n, x) in impulse.enumerated() where x != 0 {
    let angle = -2 * Double.pi * frequency / rate * Double(n)
    sum = sum + Complex(re: Double(x) * cos(angle), im: Double(x) * sin(angle))
  }
  return sum
}
