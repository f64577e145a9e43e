/// One control and one parameter that it moves: whether the parameter follows yet, and where it goes.
///
/// Each entry of a map and each of its targets has one. All positions are 0…1 on the way of the
/// control, so −∞ dB is 0; a parameter that stands beyond the control's way counts as being at that
/// end. MIDI thread.
///
/// Nothing depends on time: a sweep that passes over the value between two messages has met it, however
/// fast, and one that does not come to it has not.
public struct TakeoverState: Hashable, Sendable {
  /// How near is there: three steps of a 7-bit control, of 14-bit ones too.
  public static let tolerance: Float = 3.0 / 128

  /// Which way a control has to go to meet its parameter.
  public enum Direction: Hashable, Sendable {
    case up, down
  }

  public let takeover: Takeover
  /// Where the control was at its last message; nil: none since it was armed.
  public private(set) var control: Float?
  /// Whether the control has met the parameter since it was armed.
  private var hasMet = false

  /// Positions that come through a parameter's own unit are not exact.
  private static let rounding: Float = 1e-5

  public init(_ takeover: Takeover) { self.takeover = takeover }

  /// The control is no longer where the parameter is: another layer, a change from elsewhere, a device
  /// that was plugged in again. The next message only tells where it stands.
  public mutating func rearm() {
    control = nil
    hasMet = false
  }

  /// Takes a message of the control.
  ///
  /// - Parameters:
  ///   - control: Where the control stands now; what is not a number is passed over.
  ///   - current: Where the parameter stands now.
  /// - Returns: Where the parameter goes; nil: it stays.
  public mutating func position(of control: Float, current: Float) -> Float? {
    guard !control.isNaN else { return nil }
    let control = TakeoverState.held(control)
    let isBeyond = current < 0 || current > 1
    let current = TakeoverState.held(current)
    let before = self.control
    self.control = control
    guard takeover != .jump, !hasMet else { return control }
    if abs(control - current) <= near {
      hasMet = true
      return control
    }
    // A part of the way to an end makes no sense beyond it: the parameter is met at that end.
    guard let before, takeover == .pickup || !isBeyond else { return nil }
    return takeover == .pickup
      ? passed(from: before, to: control, over: current)
      : scaled(from: before, to: control, current: current)
  }

  /// Which way the control must go before the parameter follows; nil: it does, or nothing was heard
  /// of the control.
  ///
  /// - Parameter current: Where the parameter stands now.
  public func waits(for current: Float) -> Direction? {
    guard takeover == .pickup, !hasMet, let control else { return nil }
    return TakeoverState.held(current) > control ? .up : .down
  }

  private var near: Float {
    (takeover == .pickup ? TakeoverState.tolerance : 0) + TakeoverState.rounding
  }

  private mutating func passed(from before: Float, to now: Float, over current: Float) -> Float? {
    guard min(before, now) <= current, current <= max(before, now) else { return nil }
    hasMet = true
    return now
  }

  /// The same part of the way that is left for the parameter as the control went of its own.
  private mutating func scaled(from before: Float, to now: Float, current: Float) -> Float {
    let goal: Float =
      if now > before {
        current + (1 - current) * ((now - before) / (1 - before))
      } else if now < before {
        current * (now / before)
      } else {
        current
      }
    hasMet = abs(goal - now) <= near
    return hasMet ? now : goal
  }

  private static func held(_ position: Float) -> Float {
    position > 0 ? min(position, 1) : 0
  }
}
