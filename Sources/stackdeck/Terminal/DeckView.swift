/// What the screen shows of a deck.
struct DeckView: Hashable, Sendable {
  /// What a deck does. The words are those of the reading `player.X.state`.
  enum State: String, Sendable {
    case empty, loaded, waiting, playing, ended

    func sign(_ encoding: TextEncoding) -> String {
      switch self {
      case .empty: "-"
      case .loaded, .waiting: encoding == .utf8 ? "‖" : "="
      case .playing: encoding == .utf8 ? "▶" : ">"
      case .ended: encoding == .utf8 ? "■" : "."
      }
    }
  }

  /// The player's name.
  var name: String
  var state: State
  /// Seconds.
  var position = 0.0
  /// Seconds; nil if nobody knows.
  var remaining: Double?
  /// Artist and title, or the file's name. Any text: what a terminal would obey is escaped.
  var title = ""
  /// dB of full scale.
  var level = -Double.infinity
  var isSelected = false
  var isMuted = false
}
