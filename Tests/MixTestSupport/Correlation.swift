/// Where a signal lies against another one.
public enum Correlation {
  /// Frames by which a piece of `signal` lies behind the same frames of `reference`: where their
  /// products sum to the most.
  ///
  /// - Parameter limit: how far is looked in both directions.
  public static func lag(
    of signal: [Float], to reference: [Float], from start: Int, frameCount: Int, within limit: Int
  ) -> Int {
    var best = 0, greatest: Float = -.infinity
    signal.withUnsafeBufferPointer { signal in
      reference.withUnsafeBufferPointer { reference in
        for lag in -limit...limit
        where start + lag >= 0 && start + lag + frameCount <= signal.count {
          var sum: Float = 0
          for i in start..<(start + frameCount) { sum += signal[i + lag] * reference[i] }
          if abs(sum) > greatest {
            greatest = abs(sum)
            best = lag
          }
        }
      }
    }
    return best
  }
}
