import Glibc

/// Test signals of one channel, made in double precision and rounded once. Frequencies are in Hz,
/// amplitudes linear (1 is full scale), phases in radians.
public enum Signals {
  public static func silence(_ frameCount: Int) -> [Float] {
    [Float](repeating: 0, count: frameCount)
  }

  public static func constant(_ value: Float, _ frameCount: Int) -> [Float] {
    [Float](repeating: value, count: frameCount)
  }

  /// `amplitude × sin(2π × frequency × (first + i) ÷ rate + phase)`.
  ///
  /// - Parameter first: Index of the first frame, so that a piece continues another one.
  public static func sine(
    _ frequency: Double, _ frameCount: Int, rate: Double = 48_000, amplitude: Double = 0.5,
    phase: Double = 0, first: Int = 0
  ) -> [Float] {
    let turns = frequency / rate
    return (0..<frameCount).map { i in
      // The whole turns are taken off first: the sine of a large number loses digits.
      let turn = turns * Double(first + i)
      return Float(amplitude * sin(2 * .pi * (turn - turn.rounded(.down)) + phase))
    }
  }

  /// The sum of sines of equal amplitude with phases that spread the peaks.
  public static func tones(
    _ frequencies: [Double], _ frameCount: Int, rate: Double = 48_000, amplitude: Double = 0.1
  ) -> [Float] {
    var sum = [Double](repeating: 0, count: frameCount)
    for (k, frequency) in frequencies.enumerated() {
      let phase = .pi * Double(k * k) / Double(frequencies.count)
      for i in 0..<frameCount {
        sum[i] += amplitude * sin(2 * .pi * frequency / rate * Double(i) + phase)
      }
    }
    return sum.map { Float($0) }
  }

  /// Silence but for one frame.
  public static func impulse(_ frameCount: Int, at index: Int = 0, amplitude: Float = 1) -> [Float]
  {
    var x = silence(frameCount)
    x[index] = amplitude
    return x
  }

  /// White noise, evenly distributed in ±amplitude, the same for the same seed.
  public static func noise(_ frameCount: Int, seed: UInt64, amplitude: Float = 0.5) -> [Float] {
    var generator = SeededGenerator(seed: seed)
    return (0..<frameCount).map { _ in generator.nextSample() * amplitude }
  }

  /// A straight line: `start` at frame 0, `end` at the frame after the last.
  public static func ramp(_ frameCount: Int, from start: Double = 0, to end: Double = 1) -> [Float]
  {
    (0..<frameCount).map { Float(start + (end - start) * Double($0) / Double(frameCount)) }
  }

  /// Every frame tells its index: `(first + i) ÷ 2²³`, exact up to frame 2²³; `index(of:)` reads it.
  public static func numbered(_ frameCount: Int, first: Int = 0) -> [Float] {
    (0..<frameCount).map { Float(first + $0) / 8_388_608 }
  }

  /// The index that `numbered` wrote into a sample, or nil if the sample is no such number.
  public static func index(of sample: Float) -> Int? {
    let index = sample * 8_388_608
    return index == index.rounded(.down) ? Int(index) : nil
  }

  /// A sine whose frequency rises (or falls) by the same interval every second.
  public static func sweep(
    from start: Double, to end: Double, _ frameCount: Int, rate: Double = 48_000,
    amplitude: Double = 0.5
  ) -> [Float] {
    let growth = log(end / start) / Double(frameCount)
    return (0..<frameCount).map { i in
      let phase = 2 * .pi * start / rate * (exp(growth * Double(i)) - 1) / growth
      return Float(amplitude * sin(phase))
    }
  }

  /// Whole interleaved frames of several channels of equal length.
  public static func interleaved(_ channels: [[Float]]) -> [Float] {
    guard let first = channels.first else { return [] }
    return first.indices.flatMap { i in channels.map { $0[i] } }
  }

  /// One channel of interleaved frames.
  public static func channel(_ index: Int, of interleaved: [Float], channelCount: Int = 2)
    -> [Float]
  {
    stride(from: index, to: interleaved.count, by: channelCount).map { interleaved[$0] }
  }
}
