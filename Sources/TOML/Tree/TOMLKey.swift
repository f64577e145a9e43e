/// One name of a key: of `player.a = 1` there are two, `player` and `a`.
///
/// `name` is without quotes and escapes; `range` is the name as it is written, quotes included.
public struct TOMLKey: Hashable, Sendable {
  public let name: String
  public let range: SourceRange

  public init(name: String, range: SourceRange) {
    self.name = name
    self.range = range
  }
}
