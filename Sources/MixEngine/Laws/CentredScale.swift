/// Where a control stands, 0…1, by what it sends. There is a true middle: 64, or 8192, is 0.5 exactly,
/// and both ends are reached.
///
/// Source: the MIDI potentiometer of Mixxx's `controlbehavior.cpp`.
public enum CentredScale: BitwiseCopyable, Sendable {
  /// 0…127
  case coarse
  /// 0…16383
  case fine

  /// What stands for the middle.
  public var middle: Int {
    switch self {
    case .coarse: 64
    case .fine: 8192
    }
  }

  public var greatest: Int { 2 * middle - 1 }

  /// The position of a value; values outside of the scale stand at its ends.
  public func position(of value: Int) -> Float {
    let value = min(max(value, 0), greatest)
    return value <= middle
      ? Float(value) / Float(2 * middle)
      : Float(value - 1) / Float(2 * middle - 2)
  }

  /// The value nearest to a position, which is held in 0…1; 0 of what is not a number.
  public func value(at position: Float) -> Int {
    guard position > 0 else { return 0 }
    guard position < 1 else { return greatest }
    let position = Double(position)
    return position <= 0.5
      ? Int(position * Double(2 * middle) + 0.5)
      : Int(position * Double(2 * middle - 2) + 1.5)
  }
}
