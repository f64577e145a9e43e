/// Where the sends to a bus are taken from the strips.
public enum SendPoint: String, CaseIterable, Sendable {
  /// Behind the fader, mute, balance and crossfader.
  case post
  /// Before them.
  case pre
}
