/// Running text in lines of a fixed width.
enum TextBlock {
  static let columns = 80

  /// The text wrapped at spaces, every line indented and with its end.
  static func wrapped(_ text: String, indent: Int) -> String {
    let margin = String(repeating: " ", count: indent)
    var lines: [String] = []
    var line = ""
    for word in text.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
      let width = indent + TextWidth.cells(of: line) + 1 + TextWidth.cells(of: word)
      if !line.isEmpty, width > columns {
        lines.append(line)
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    if !line.isEmpty { lines.append(line) }
    return lines.map { margin + $0 + "\n" }.joined()
  }
}
