/// What a fader is told besides its parameters, as one number, so that it changes as a whole.
struct FaderSettings: BitwiseCopyable, Equatable {
  var isPresent: Bool
  var law: BalanceLaw
  var side: CrossfadeSide

  @_noLocks init(isPresent: Bool, law: BalanceLaw, side: CrossfadeSide) {
    self.isPresent = isPresent
    self.law = law
    self.side = side
  }

  @_noLocks init(number: UInt32) {
    isPresent = number & 1 != 0
    law = number & 2 != 0 ? .constantPower : .linear
    side = number & 4 != 0 ? .left : number & 8 != 0 ? .right : .none
  }

  /// Whether a number's settings are present and on no side: nothing moves them from outside.
  @_noLocks static func isPlain(number: UInt32) -> Bool { number & 13 == 1 }

  var number: UInt32 {
    @_noLocks get {
      var number: UInt32 = isPresent ? 1 : 0
      switch law {
      case .linear: break
      case .constantPower: number |= 2
      }
      switch side {
      case .none: break
      case .left: number |= 4
      case .right: number |= 8
      }
      return number
    }
  }
}
