/// A part of a TOML text, from `start` up to but not including `end`.
public struct SourceRange: Hashable, Sendable {
  public var start: SourcePosition
  public var end: SourcePosition

  public init(start: SourcePosition, end: SourcePosition) {
    self.start = start
    self.end = end
  }

  /// `count` ASCII characters on the line of `start`.
  init(_ start: SourcePosition, count: Int) {
    self.init(start: start, end: start.advanced(by: count))
  }
}
