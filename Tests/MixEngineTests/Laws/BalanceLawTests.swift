import Glibc
import MixEngine
import Testing

@Suite struct BalanceLawTests {
  private let positions = (-100...100).map { Float($0) / 100 }

  @Test func `linear balance lowers one side and keeps the other`() {
    for x in positions {
      let gains = BalanceLaw.linear.gains(at: x)
      #expect(gains.left == (x > 0 ? 1 - x : 1))
      #expect(gains.right == (x < 0 ? 1 + x : 1))
    }
    #expect(BalanceLaw.linear.gains(at: 0) == (1, 1))
    #expect(BalanceLaw.linear.gains(at: 3) == (0, 1))
    #expect(BalanceLaw.linear.gains(at: -3) == (1, 0))
  }

  @Test func `constant power is a quarter turn`() {
    for x in positions {
      let gains = BalanceLaw.constantPower.gains(at: x)
      let angle = (Double(x) + 1) * .pi / 4
      #expect(abs(Double(gains.left) - cos(angle)) < 1e-7)
      #expect(abs(Double(gains.right) - sin(angle)) < 1e-7)
      let pan = Pan.gains(at: x)
      #expect(pan == gains)
    }
    #expect(Pan.gains(at: -1) == (1, 0) && Pan.gains(at: 1) == (0, 1))
    #expect(Pan.gains(at: .infinity) == (0, 1) && Pan.gains(at: .nan) == (1, 0))
    let middle = Pan.gains(at: 0)
    #expect(middle.left == middle.right && middle.left == Float(0.5.squareRoot()))
  }
}
