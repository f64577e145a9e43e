import Synchronization

/// What the render thread needs of a crossfader. Trivial; the `Crossfader` has the memory.
public struct CrossfaderHandle: BitwiseCopyable, @unchecked Sendable {
  struct State: BitwiseCopyable {
    let position: Parameter
    let contour: Parameter
    let reverse: Parameter
    /// The values that the gains below were made from.
    var lastPosition = Float.nan
    var lastContour = Float.nan
    var lastReverse = false
    var lastCurve = UInt32.max
    var left: Float = 1
    var right: Float = 1
    var isCut = false

    @_noLocks init(position: Parameter, contour: Parameter, reverse: Parameter) {
      self.position = position
      self.contour = contour
      self.reverse = reverse
    }
  }

  /// Render thread only, once rendering has begun.
  let state: UnsafeMutablePointer<State>
  /// The curve's number. Written by the control thread, read by the render thread (relaxed: it
  /// stands for itself).
  let curve: UnsafeMutablePointer<Atomic<UInt32>>

  @_noLocks init(
    state: UnsafeMutablePointer<State>, curve: UnsafeMutablePointer<Atomic<UInt32>>
  ) {
    self.state = state
    self.curve = curve
  }

  /// Render thread: takes this quantum's parameters. Costs nothing while they stay.
  @_noLocks public func update() {
    let position = state.pointee.position.value, contour = state.pointee.contour.value
    let reverse = state.pointee.reverse.isOn
    let curve = curve.pointee.load(ordering: .relaxed)
    if position == state.pointee.lastPosition, contour == state.pointee.lastContour,
      reverse == state.pointee.lastReverse, curve == state.pointee.lastCurve
    {
      return
    }
    state.pointee.lastPosition = position
    state.pointee.lastContour = contour
    state.pointee.lastReverse = reverse
    state.pointee.lastCurve = curve
    let law = CrossfaderHandle.law(curve)
    let gains = law.gains(at: reverse ? 0 - position : position, contour: contour / 100)
    state.pointee.left = gains.left
    state.pointee.right = gains.right
    state.pointee.isCut = contour >= 100 || curve == CrossfaderHandle.number(.cut)
  }

  /// Render thread: linear gain of a side in this quantum.
  @_noLocks public func gain(of side: CrossfadeSide) -> Float {
    switch side {
    case .none: 1
    case .left: state.pointee.left
    case .right: state.pointee.right
    }
  }

  /// Render thread: whether a move of it is a cut, which is heard as one only when it is fast.
  public var isCut: Bool {
    @_noLocks get { state.pointee.isCut }
  }

  @_noLocks static func number(_ curve: CrossfaderCurve) -> UInt32 {
    switch curve {
    case .additive: 0
    case .constantPower: 1
    case .linear: 2
    case .cut: 3
    }
  }

  @_noLocks static func law(_ number: UInt32) -> CrossfaderCurve {
    switch number {
    case 1: .constantPower
    case 2: .linear
    case 3: .cut
    default: .additive
    }
  }
}
