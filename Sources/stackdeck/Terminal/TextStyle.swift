/// The looks of a piece of a message, as a terminal's SGR codes.
enum TextStyle: String {
  case error = "1;31"
  case warning = "1;35"
  case note = "1;36"
  case place = "1"
  case caret = "1;32"
  case gutter = "34"

  /// The text in this style, or as it is where colours are not wanted.
  func applied(to text: String, ifColored isColored: Bool) -> String {
    isColored && !text.isEmpty ? "\u{1B}[\(rawValue)m\(text)\u{1B}[0m" : text
  }
}
