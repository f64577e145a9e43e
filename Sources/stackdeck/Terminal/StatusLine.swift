/// One of the lines at the bottom of the screen.
struct StatusLine: Hashable, Sendable {
  /// At most as many cells as the terminal has columns; no control characters.
  var text: String
  /// How many characters at the beginning are shown in reverse.
  var highlightedCount: Int

  init(_ text: String, highlightedCount: Int = 0) {
    self.text = text
    self.highlightedCount = highlightedCount
  }
}
