/// How loud the server plays a stream: what its mixer shows beside our name.
public struct OutputVolume: Equatable, Sendable {
  /// As the server's mixer shows it: 100 changes nothing.
  public var percent: Int
  public var isMuted: Bool

  public init(percent: Int, isMuted: Bool) {
    self.percent = percent
    self.isMuted = isMuted
  }

  /// Neither louder nor softer than it was rendered.
  public static let unchanged = OutputVolume(percent: 100, isMuted: false)
}
