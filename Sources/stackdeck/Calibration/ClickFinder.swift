/// Finds how long clicks were under way.
struct ClickFinder {
  struct Finding {
    /// Frames from a click to its return; the middle of all.
    let frames: Double
    /// Frames between the earliest and the latest.
    let spread: Int
  }

  let click: [Float]
  let period: Int

  /// - Parameters:
  ///   - heard: by frame; clicks were played at multiples of the period.
  ///   - first: frames before are not looked at.
  /// - Returns: nil: most clicks were not heard.
  func find(in heard: UnsafeBufferPointer<Float>, from first: Int) -> Finding? {
    var lags: [Int] = [], looked = 0
    var at = (first + period - 1) / period * period
    while at + 2 * period < heard.count {
      looked += 1
      if let lag = lag(of: at, in: heard) { lags.append(lag) }
      at += period
    }
    guard looked > 0, 2 * lags.count > looked else { return nil }
    lags.sort()
    // A door that slams is not the loop.
    let middle = lags[lags.count / 2], near = lags.filter { abs($0 - middle) < period / 20 }
    return Finding(
      frames: Double(middle), spread: (near.last ?? middle) - (near.first ?? middle))
  }

  /// Where the click is most like what was heard; nil where it is like nothing there.
  private func lag(of start: Int, in heard: UnsafeBufferPointer<Float>) -> Int? {
    let energy = click.reduce(0) { $0 + $1 * $1 }
    var best = 0, greatest: Float = 0
    for lag in 0..<(period - click.count) {
      var product: Float = 0, power: Float = 0
      for i in 0..<click.count {
        let sample = heard[start + lag + i]
        product += sample * click[i]
        power += sample * sample
      }
      let likeness = power > 1e-9 ? abs(product) / (power * energy).squareRoot() : 0
      if likeness > greatest {
        greatest = likeness
        best = lag
      }
    }
    return greatest > 0.3 ? best : nil
  }
}
