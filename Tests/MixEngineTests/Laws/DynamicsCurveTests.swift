import Glibc
import MixEngine
import Testing

@Suite struct DynamicsCurveTests {
  @Test(arguments: [1, 1.5, 3, 20], [-60.0, -20, 0])
  func `above a threshold so many dB become one`(ratio: Double, threshold: Double) {
    let curve = DynamicsCurve(compression: .ratio(ratio), above: threshold)
    for level in stride(from: -100.0, through: 20, by: 2.5) {
      let out = level > threshold ? threshold + (level - threshold) / ratio : level
      #expect(abs(level - curve.compression(at: level) - out) < 1e-9)
      #expect(curve.expansion(at: level) == 0)
    }
  }

  @Test(arguments: [1, 2, 20, 50], [-80.0, -45, 0])
  func `below a threshold one dB becomes so many, until 80 dB`(ratio: Double, threshold: Double) {
    let curve = DynamicsCurve(expansionRatio: ratio, below: threshold)
    for level in stride(from: -160.0, through: 20, by: 2.5) {
      let out = level < threshold ? threshold + (level - threshold) * ratio : level
      #expect(abs(level - curve.expansion(at: level) - max(out, level - 80)) < 1e-9)
      #expect(curve.compression(at: level) == 0)
    }
  }

  @Test(arguments: [0.1, 5, 40], [-40.0, -20, 20])
  func `a headroom is never used up`(headroom: Double, threshold: Double) {
    let curve = DynamicsCurve(compression: .headroom(headroom), above: threshold)
    var last = -1000.0
    for level in stride(from: -100.0, through: 60, by: 0.5) {
      let out = level - curve.compression(at: level)
      #expect(out <= threshold + headroom + 1e-9 || level <= threshold)
      #expect(out > last - 1e-9, "louder in is not softer out")
      #expect(level > threshold || out == level)
      last = out
    }
    // What comes in at the end of the headroom uses 1 − 1/e of it.
    let used = headroom - curve.compression(at: threshold + headroom)
    #expect(abs(used - headroom * (1 - exp(-1))) < 1e-9)
  }

  @Test func `strange settings do nothing strange`() {
    for ratio in [0, -3, Double.nan] {
      let curve = DynamicsCurve(
        compression: .ratio(ratio), above: -20, expansionRatio: ratio, below: -40)
      for level in [-200.0, -30, 0, 200] {
        #expect(curve.compression(at: level) == 0 && curve.expansion(at: level) == 0)
      }
    }
    let curve = DynamicsCurve(compression: .headroom(-1), above: -20)
    #expect(abs(curve.compression(at: 0) - 20) < 0.01)
  }

  @Test(arguments: [
    (0, -200), (1e-11, -200), (0.001, -60), (0.5, -6.020_599_9), (1, 0), (2, 6.020_599_9),
    (3e38, 200), (.infinity, 200),
  ])
  func `a peak has a level`(peak: Float, level: Double) {
    #expect(abs(DynamicsCurve.level(ofPeak: peak) - level) < 1e-5)
  }
}
