import TOML

/// A value, and where it is written, so that whoever finds fault with it later can point there.
public struct Placed<Value: Sendable>: Sendable {
  public var value: Value
  /// In the texts of the plan's `SessionSource`; nil: nobody wrote it, it is the default.
  public var range: SourceRange?

  public init(_ value: Value, at range: SourceRange? = nil) {
    self.value = value
    self.range = range
  }
}

extension Placed: Equatable where Value: Equatable {
  /// Where it is written makes no difference: a reload asks for what changed.
  public static func == (left: Self, right: Self) -> Bool { left.value == right.value }
}
