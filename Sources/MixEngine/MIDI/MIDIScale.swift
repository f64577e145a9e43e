/// How the way of a control, 0…1, covers the values that it moves.
public struct MIDIScale: Sendable {
  private enum Way: Sendable {
    /// A part of a parameter's own way; positions of the two ends on it.
    case taper(Taper, from: Float, to: Float)
    case straight(low: Float, high: Float)
  }

  /// Where a straight way to −∞ comes from: below it there is only −∞.
  private static let floor: Float = -70

  private let way: Way
  private let allowed: ClosedRange<Float>
  /// The values at the control's two ends, exactly as they were asked for.
  public let low: Float
  public let high: Float

  /// - Parameters:
  ///   - descriptor: of the parameter that is moved.
  ///   - range: values at the control's two ends; reversed turns it round. Nil: what a control of
  ///     this parameter covers.
  ///   - isLinear: a straight way rather than the parameter's own.
  public init(
    _ descriptor: ParameterDescriptor, range: (low: Float, high: Float)? = nil,
    isLinear: Bool = false
  ) {
    let taper = descriptor.taper
    low = range?.low ?? taper.value(at: 0)
    high = range?.high ?? taper.value(at: 1)
    allowed = descriptor.range
    way =
      isLinear
      ? .straight(low: low, high: high)
      : .taper(taper, from: taper.position(of: low), to: taper.position(of: high))
  }

  /// A straight way between two numbers that are no parameter's.
  public init(low: Float, high: Float) {
    self.low = low
    self.high = high
    allowed = min(low, high)...max(low, high)
    way = .straight(low: low, high: high)
  }

  /// The value at a position of the control, 0…1.
  public func value(at position: Float) -> Float {
    if position <= 0 { return low }
    if position >= 1 { return high }
    let value: Float
    switch way {
    case .taper(let taper, let from, let to):
      value = taper.value(at: from + (to - from) * position)
    case .straight(let low, let high):
      let a = Self.bounded(low), b = Self.bounded(high)
      value = a + (b - a) * position
    }
    return min(max(value, allowed.lowerBound), allowed.upperBound)
  }

  /// Where a control would stand that had set this value, 0…1.
  public func position(of value: Float) -> Float {
    if value == low { return 0 }
    if value == high { return 1 }
    let position: Float
    switch way {
    case .taper(let taper, let from, let to):
      position = from == to ? 0 : (taper.position(of: value) - from) / (to - from)
    case .straight(let low, let high):
      let a = Self.bounded(low), b = Self.bounded(high)
      position = a == b ? 0 : (Self.bounded(value) - a) / (b - a)
    }
    return min(max(position, 0), 1)
  }

  private static func bounded(_ value: Float) -> Float {
    value == -.infinity ? floor : value
  }
}
