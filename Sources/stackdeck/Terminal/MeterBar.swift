/// A level as a row of bars, round at its end: `▇▇▇▇▆▅▃`.
enum MeterBar {
  /// Levels in dB and how far they reach. Nearly the scale of IEC 60268-18, which gives half of the
  /// length to the upper 20 dB.
  private static let scale: [(level: Double, reach: Double)] = [
    (-70, 0), (-60, 0.05), (-50, 0.075), (-40, 0.15), (-30, 0.3), (-20, 0.5), (0, 1),
  ]
  private static let bars = Array(" ▁▂▃▄▅▆▇")
  private static let plainBars = Array(" ---===#")

  /// How much of its length a level takes: 0…1.
  static func reach(of level: Double) -> Double {
    guard level > scale[0].level else { return 0 }
    for (low, high) in zip(scale, scale.dropFirst()) where level < high.level {
      let part = (level - low.level) / (high.level - low.level)
      return low.reach + part * (high.reach - low.reach)
    }
    return 1
  }

  /// The bar in exactly `width` cells. The level is in dB of full scale.
  static func text(_ level: Double, width: Int, _ encoding: TextEncoding) -> String {
    let reach = reach(of: level)
    let length = reach * Double(width)
    let signs = encoding == .utf8 ? bars : plainBars
    return String(
      (0..<max(0, width)).map { cell in
        if reach >= 1 { return signs[7] }
        // A quarter of a circle over the last three cells.
        let depth = max(0, min((length - Double(cell)) / 3, 1))
        return signs[Int(7 * depth.squareRoot())]
      })
  }
}
