/// What the light of a button says of what the button does.
public enum MIDILightState: Hashable, Sendable {
  case off, on
  /// It is about to happen: a player that waits for its beat.
  case wait
  /// It could happen: a player that has something to play.
  case loaded
}
