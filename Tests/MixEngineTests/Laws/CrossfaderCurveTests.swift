import Glibc
import MixEngine
import Testing

@Suite struct CrossfaderCurveTests {
  private let positions = (-100...100).map { Float($0) / 100 }

  @Test func `each curve follows its formula`() {
    for x in positions {
      let d = Double(x)
      let power = (2 * (1 + d * d)).squareRoot()
      let formulas: [(CrossfaderCurve, Double, Double)] = [
        (.additive, d > 0 ? 1 - d : 1, d < 0 ? 1 + d : 1),
        (.constantPower, (1 - d) / power, (1 + d) / power),
        (.linear, (1 - d) / 2, (1 + d) / 2),
        (.cut, min(1, (1 - d) / 0.04), min(1, (1 + d) / 0.04)),
      ]
      for (curve, left, right) in formulas {
        let gains = curve.gains(at: x)
        #expect(abs(Double(gains.left) - left) < 1e-6, "\(curve) at \(x)")
        #expect(abs(Double(gains.right) - right) < 1e-6, "\(curve) at \(x)")
      }
    }
  }

  @Test func `constant power is constant to the last digits of a float`() {
    for x in positions {
      let gains = CrossfaderCurve.constantPower.gains(at: x)
      let power =
        Double(gains.left) * Double(gains.left) + Double(gains.right) * Double(gains.right)
      #expect(abs(power - 1) < 1.2e-7)
    }
  }

  @Test(arguments: CrossfaderCurve.allCases, [Float(0), 0.3, 1])
  func `the ends are exact and the two sides mirror each other`(
    curve: CrossfaderCurve, contour: Float
  ) {
    #expect(curve.gains(at: -1, contour: contour) == (1, 0))
    #expect(curve.gains(at: 1, contour: contour) == (0, 1))
    #expect(curve.gains(at: 7, contour: contour) == (0, 1))
    #expect(curve.gains(at: .nan, contour: contour) == (1, 0))
    var previous: Float = 1
    for x in positions {
      let gains = curve.gains(at: x, contour: contour)
      let mirrored = curve.gains(at: -x, contour: contour)
      #expect(gains.left == mirrored.right && gains.right == mirrored.left)
      #expect(gains.left <= previous)
      previous = gains.left
    }
  }

  @Test(arguments: CrossfaderCurve.allCases)
  func `contour turns every curve into a cut`(curve: CrossfaderCurve) {
    for x in positions {
      let gains = curve.gains(at: x, contour: 1)
      #expect((gains.left == 1) == (x <= 0.96))
      #expect((gains.right == 1) == (x >= -0.96))
      let more = curve.gains(at: x, contour: 0.7)
      let less = curve.gains(at: x, contour: 0.2)
      #expect(more.left >= less.left && more.right >= less.right)
    }
  }

  @Test func `words are those of session files`() {
    #expect(
      CrossfaderCurve.allCases.map(\.rawValue) == ["additive", "constant-power", "linear", "cut"])
  }
}
