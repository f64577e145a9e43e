/// The two halves of a 14-bit value that arrive as two messages, in either order.
///
/// MIDI 1.0 sends the upper half first: it sets the lower one to 0, and a lower half alone refines it.
/// Some devices send the lower half first, and some never send one. Which it is shows in what comes
/// close together: a half that may be followed by its other one is *held* until that arrives or
/// `patience` has passed. A device that never sent lower halves is not waited for. MIDI thread.
struct FinePair: BitwiseCopyable, Sendable {
  /// The longest a half is held, in nanoseconds: on a MIDI cable the other half is there after 1 ms.
  static let patience: Int64 = 3_000_000

  private enum Order: UInt8, BitwiseCopyable {
    case unknown, upperOnly, upperFirst, lowerFirst
  }

  private enum Half: UInt8, BitwiseCopyable {
    case none, upper, lower
  }

  private var order = Order.unknown
  /// Whether the order was seen at a pair that stood alone, and not in the middle of many.
  private var isSure = false
  /// Nil: nothing was said of this half yet.
  private var upper: UInt8?
  private var lower: UInt8 = 0
  private var held = Half.none
  /// What the present run of halves without a pause began with.
  private var runBegan = Half.none
  /// Whether there was a pause before the run: its beginning is the beginning of a pair.
  private var isRunWhole = false
  private var lastTime = Int64.min

  var isHolding: Bool { held != .none }

  /// Takes the upper half. A held half of the same kind must have been flushed.
  /// - Returns: The value, or nil: the half is held.
  mutating func takeUpper(_ half: Int, at time: Int64) -> Int? {
    note(.upper, at: time)
    upper = UInt8(truncatingIfNeeded: half)
    if held == .lower {
      held = .none
      order = .lowerFirst
      return value
    }
    if order == .upperOnly {
      lower = 0
      return value
    }
    held = .upper
    return nil
  }

  /// Takes the lower half. A held half of the same kind must have been flushed.
  /// - Returns: The value, or nil: the half is held.
  mutating func takeLower(_ half: Int, at time: Int64) -> Int? {
    note(.lower, at: time)
    if held != .upper, upper == nil || order == .lowerFirst {
      lower = UInt8(truncatingIfNeeded: half)
      held = .lower
      return nil
    }
    if held == .upper {
      isSure = runBegan == .upper && isRunWhole
      held = .none
    }
    order = .upperFirst
    lower = UInt8(truncatingIfNeeded: half)
    return value
  }

  /// Whether the same half is held already, so that it stands alone.
  func holds(upper isUpper: Bool) -> Bool { held == (isUpper ? .upper : .lower) }

  /// Waits no longer.
  /// - Returns: The value that the half makes alone; nil: none is held, or it has no upper half.
  mutating func flush() -> Int? {
    defer { held = .none }
    switch held {
    case .none: return nil
    case .lower: return upper == nil ? nil : value
    case .upper:
      if order == .unknown { order = .upperOnly }
      if order == .upperFirst && runBegan == .lower {
        // A run from a lower to an upper half: the first time an exception, then the rule.
        if !isSure {
          order = .lowerFirst
          return value
        }
        isSure = false
      }
      lower = 0
      return value
    }
  }

  /// What comes next has nothing to do with what came before: it begins a pair.
  mutating func beginRun() {
    runBegan = .none
    isRunWhole = true
  }

  /// Forgets the value; the order in which halves come is the device's and stays.
  mutating func forgetValue() {
    upper = nil
    lower = 0
    held = .none
  }

  /// Takes both halves at once, as software sends them. Says nothing of the order.
  mutating func take(_ value: Int) {
    upper = UInt8(truncatingIfNeeded: value >> 7)
    lower = UInt8(truncatingIfNeeded: value & 127)
    held = .none
  }

  private var value: Int { Int(upper ?? 0) << 7 | Int(lower) }

  private mutating func note(_ half: Half, at time: Int64) {
    let isFirst = lastTime == .min
    if runBegan != .none, !isFirst, time &- lastTime >= FinePair.patience {
      beginRun()
    }
    if runBegan == .none { runBegan = half }
    lastTime = time
  }
}
