/// The line of a deck:
///
///     a ▶ 1:23.4  −3:12   Artist – Title            ▇▇▇▇▆▅▃      −6.2 dB
///
/// All decks have the same layout, so that columns stand under each other. On narrow terminals parts
/// are left out: first the meter, then the remaining time, the title, the unit.
struct DeckLine {
  /// What is shown, and the width of each part; 0 leaves it out.
  private struct Layout {
    var hasPosition = true
    var hasRemaining: Bool
    /// The title gets what is left, which must be this much.
    var leastTitle: Int
    var meter: Int
    var level: Int
  }

  private static let layouts = [
    Layout(hasRemaining: true, leastTitle: 16, meter: 12, level: LevelText.width),
    Layout(hasRemaining: true, leastTitle: 14, meter: 8, level: LevelText.width),
    Layout(hasRemaining: true, leastTitle: 8, meter: 0, level: LevelText.width),
    Layout(hasRemaining: false, leastTitle: 6, meter: 0, level: LevelText.width),
    Layout(hasRemaining: false, leastTitle: 0, meter: 0, level: LevelText.width),
    Layout(hasRemaining: false, leastTitle: 0, meter: 0, level: LevelText.numberWidth),
    Layout(hasRemaining: false, leastTitle: 0, meter: 0, level: 0),
    Layout(hasPosition: false, hasRemaining: false, leastTitle: 0, meter: 0, level: 0),
  ]

  private let layout: Layout
  private let columns: Int
  private let encoding: TextEncoding
  private let nameWidth: Int
  private let positionWidth: Int
  private let remainingWidth: Int
  private let titleWidth: Int

  init(for decks: [DeckView], columns: Int, _ encoding: TextEncoding) {
    self.columns = columns
    self.encoding = encoding
    let names = decks.map { TextWidth.cells(of: Self.shown($0.name, encoding)) }
    let positions = decks.map { TimeText.position($0.position).utf8.count }
    let remaining = decks.map { deck in
      deck.remaining.map { TextWidth.cells(of: TimeText.remaining($0, encoding)) } ?? 0
    }
    // A long name may take a fifth of the line.
    let nameWidth = max(1, min(names.max() ?? 1, 12, columns / 5))
    let positionWidth = max(6, positions.max() ?? 0)
    let remainingWidth = (remaining.max() ?? 0) == 0 ? 0 : max(6, remaining.max()!)
    self.nameWidth = nameWidth
    self.positionWidth = positionWidth
    self.remainingWidth = remainingWidth

    func width(_ layout: Layout) -> Int {
      var width = nameWidth + 2
      if layout.hasPosition { width += 1 + positionWidth }
      if layout.hasRemaining, remainingWidth > 0 { width += 2 + remainingWidth }
      if layout.leastTitle > 0 { width += 2 + layout.leastTitle }
      if layout.meter > 0 { width += 2 + layout.meter }
      if layout.level > 0 { width += 2 + layout.level }
      return width
    }
    layout = Self.layouts.first { width($0) <= columns } ?? Self.layouts.last!
    titleWidth =
      layout.leastTitle > 0 ? layout.leastTitle + max(0, columns - width(layout)) : 0
  }

  /// The line of one of the decks, at most as wide as the terminal.
  func line(_ deck: DeckView) -> StatusLine {
    let name = TextWidth.padded(Self.shown(deck.name, encoding), to: nameWidth, encoding)
    var text = name + " " + deck.state.sign(encoding)
    let isEmpty = deck.state == .empty
    if layout.hasPosition {
      let position = isEmpty ? "" : TimeText.position(deck.position)
      text += " " + TextWidth.aligned(position, to: positionWidth)
    }
    if layout.hasRemaining, remainingWidth > 0 {
      let remaining = isEmpty ? nil : deck.remaining
      let shown = remaining.map { TimeText.remaining($0, encoding) } ?? ""
      text += "  " + TextWidth.padded(shown, to: remainingWidth, encoding)
    }
    if titleWidth > 0 {
      let title = Self.shown(isEmpty ? "empty" : deck.title, encoding)
      text += "  " + TextWidth.padded(title, to: titleWidth, encoding)
    }
    if layout.meter > 0 {
      text +=
        "  " + MeterBar.text(deck.isMuted ? -.infinity : deck.level, width: layout.meter, encoding)
    }
    if layout.level > 0, !isEmpty {
      text += "  " + level(deck)
    }
    let cut = TextWidth.cut(text.trimmingTrailingSpaces(), to: columns, encoding)
    return StatusLine(cut, highlightedCount: deck.isSelected ? min(name.count, cut.count) : 0)
  }

  private func level(_ deck: DeckView) -> String {
    if deck.isMuted { return layout.level < LevelText.width ? "mute" : "muted" }
    return layout.level < LevelText.width
      ? LevelText.number(deck.level, encoding) : LevelText.level(deck.level, encoding)
  }

  private static func shown(_ text: String, _ encoding: TextEncoding) -> String {
    encoding.encoded(ShownText.of(text))
  }
}
