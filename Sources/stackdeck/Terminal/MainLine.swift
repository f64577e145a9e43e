/// The line of main:
///
///     main  −3.1 dB    left ●────┼───── right   pulse: Built-in, 41 ms, 0 underruns
///
/// On narrow terminals the output is shortened and left out, then the crossfader.
enum MainLine {
  static func text(_ view: MixView, columns: Int, _ encoding: TextEncoding) -> String {
    let level = LevelText.level(view.mainLevel, encoding)
    let named = "main  " + TextWidth.padded(level, to: LevelText.width, encoding)
    let bar = view.crossfader.map { CrossfaderBar.text($0, encoding) }
    let recording = view.recorded.map { "rec " + TimeText.duration($0, .down) }
    let outputs = view.output.forms.map { encoding.encoded(ShownText.of($0)) }

    let core = [named, bar.map { "left \($0) right" }, recording]
    let small = [named, bar, recording]
    for output in outputs.dropLast() {
      if let line = joined(core + [output], columns) { return line }
    }
    // A part of the output's name is still worth its place.
    for parts in [core, small] {
      if let line = joined(parts, columns) {
        let room = columns - TextWidth.cells(of: line) - gap
        if room < leastOutput { return line }
        return joined(parts + [TextWidth.cut(outputs.last ?? "", to: room, encoding)], columns)
          ?? line
      }
    }
    let fallbacks = [[named, recording], [level, recording], [recording ?? level]]
    return fallbacks.lazy.compactMap { joined($0, columns) }.first
      ?? TextWidth.cut(level, to: columns, encoding)
  }

  private static let gap = 3
  private static let leastOutput = 10

  /// The parts in a line, or nil if they do not fit.
  private static func joined(_ parts: [String?], _ columns: Int) -> String? {
    let line = parts.compactMap { $0 }.joined(separator: String(repeating: " ", count: gap))
      .trimmingTrailingSpaces()
    return TextWidth.cells(of: line) <= columns ? line : nil
  }
}
