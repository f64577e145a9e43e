/// Where on a strip a recorder listens.
public enum RecorderPoint: String, CaseIterable, Sendable {
  /// Behind the fader: what the bus gets.
  case post
  /// Before the fader.
  case pre
  /// Before trim.
  case dry
}
