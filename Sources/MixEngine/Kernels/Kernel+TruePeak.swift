import CRealtime

// How high a sound swings between its frames: at four times the rate, by the interpolation that
// meters of ITU-R BS.1770 use, a sinc under a Hann window of six frames to either side.
extension Kernel {
  /// Frames of which a true peak is made.
  static var truePeakTaps: Int { @_noLocks @inline(__always) get { 12 } }

  /// So many times the greatest sample no true peak exceeds: the sum of the filter's magnitudes is
  /// 1.87 half way between two frames, and less a quarter of the way.
  static var truePeakBound: Float { @_noLocks @inline(__always) get { 1.9 } }

  /// Writes the filters for a quarter, half and three quarters of the way to the next frame.
  ///
  /// - Parameter taps: 3 × `truePeakTaps`. Control thread.
  static func writeTruePeakFilters(to taps: UnsafeMutablePointer<Float>) {
    for phase in 1...3 {
      for tap in 0..<truePeakTaps {
        let t = Double(phase) / 4 + 5 - Double(tap)
        let x = Double.pi * t
        let value = crt_sin(x) / x * (0.5 + 0.5 * crt_cos(x / 6))
        taps[(phase - 1) * truePeakTaps + tap] = Float(value)
      }
    }
  }

  /// Raises each value to how high a channel swings from its frame to the next.
  ///
  /// - Parameters:
  ///   - source: `frameCount` + 11 samples; the first value is of the sixth.
  ///   - peaks: `frameCount` values, not negative. What is not a number leaves them as they are.
  ///   - taps: as `writeTruePeakFilters` writes them.
  @_noLocks static func raiseToTruePeaks(
    of source: UnsafePointer<Float>, _ peaks: UnsafeMutablePointer<Float>,
    taps: UnsafePointer<Float>, frameCount: Int
  ) {
    let magnitude = Bits(repeating: 0x7FFF_FFFF)
    var i = 0
    let whole = wholeVectors(frameCount)
    while i < whole {
      var a = Vector.zero
      var b = Vector.zero
      var c = Vector.zero
      var tap = 0
      while tap < 12 {
        let x = load(source, i &+ tap)
        a += x * taps[tap]
        b += x * taps[tap &+ 12]
        c += x * taps[tap &+ 24]
        tap &+= 1
      }
      let ma = unsafeBitCast(unsafeBitCast(a, to: Bits.self) & magnitude, to: Vector.self)
      let mb = unsafeBitCast(unsafeBitCast(b, to: Bits.self) & magnitude, to: Vector.self)
      let mc = unsafeBitCast(unsafeBitCast(c, to: Bits.self) & magnitude, to: Vector.self)
      var p = load(peaks, i)
      p.replace(with: ma, where: ma .> p)
      p.replace(with: mb, where: mb .> p)
      p.replace(with: mc, where: mc .> p)
      store(p, peaks, i)
      i &+= 8
    }
    while i < frameCount {
      // In the order of the vectors: the same bits.
      var a: Float = 0
      var b: Float = 0
      var c: Float = 0
      var tap = 0
      while tap < 12 {
        let x = source[i &+ tap]
        a += x * taps[tap]
        b += x * taps[tap &+ 12]
        c += x * taps[tap &+ 24]
        tap &+= 1
      }
      if a < 0 { a = 0 - a }
      if b < 0 { b = 0 - b }
      if c < 0 { c = 0 - c }
      if a > peaks[i] { peaks[i] = a }
      if b > peaks[i] { peaks[i] = b }
      if c > peaks[i] { peaks[i] = c }
      i &+= 1
    }
  }
}
