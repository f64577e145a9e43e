/// Finds how long clicks were under way.
struct ClickFinder {
  /// A click that came back.
  struct Return: Equatable {
    /// When it was played.
    let frame: Int
    /// Frames until it came back.
    let lag: Int
  }

  let click: [Float]
  let period: Int

  /// - Parameters:
  ///   - heard: by frame; clicks were played at multiples of the period.
  ///   - first: frames before are not looked at.
  /// - Returns: empty: most clicks were not heard.
  func find(in heard: UnsafeBufferPointer<Float>, from first: Int) -> [Return] {
    var returns: [Return] = [], looked = 0
    var at = (first + period - 1) / period * period
    while at + 2 * period < heard.count {
      looked += 1
      if let lag = lag(of: at, in: heard) { returns.append(Return(frame: at, lag: lag)) }
      at += period
    }
    return 2 * returns.count > looked ? returns : []
  }

  /// Where the click is most like what was heard; nil where it is like nothing there.
  private func lag(of start: Int, in heard: UnsafeBufferPointer<Float>) -> Int? {
    let count = click.count, energy = click.reduce(0) { $0 + $1 * $1 }
    // The power of each stretch as long as a click: only loud ones are worth a closer look.
    var powers: [Float] = [], power: Double = 0
    powers.reserveCapacity(period)
    for i in 0..<period {
      power += Double(heard[start + i]) * Double(heard[start + i])
      if i >= count { power -= Double(heard[start + i - count]) * Double(heard[start + i - count]) }
      if i >= count - 1 { powers.append(Float(max(power, 0))) }
    }
    let floor = max((powers.max() ?? 0) / 4, 1e-9)
    var best = 0, greatest: Float = 0
    for lag in powers.indices where powers[lag] > floor {
      var product: Float = 0
      for i in 0..<count { product += heard[start + lag + i] * click[i] }
      let likeness = abs(product) / (powers[lag] * energy).squareRoot()
      if likeness > greatest {
        greatest = likeness
        best = lag
      }
    }
    return greatest > 0.3 ? best : nil
  }
}
