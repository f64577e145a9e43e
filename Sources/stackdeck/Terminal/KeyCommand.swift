/// What a key does in `play` and `run`.
enum KeyCommand: Hashable, Sendable {
  /// Plays or pauses the chosen deck.
  case togglePlay
  /// Chooses a deck; 0 is the first.
  case selectDeck(Int)
  case selectNextDeck
  /// Moves the chosen deck's position by seconds.
  case seek(seconds: Double)
  /// Adds to the chosen deck's gain.
  case changeGain(decibels: Double)
  case toggleMute
  /// Moves the crossfader to the right, by a part of its whole way.
  case moveCrossfader(by: Double)
  /// The crossfader goes to the other side in `fadeOverSeconds`.
  case fadeOver
  /// Loads the next file into the chosen deck.
  case loadNext
  case toggleRecording
  /// Reads the session again.
  case reload
  case toggleHelp
  case quit

  static let fadeOverSeconds = 8.0
}
