/// Makes the status lines of a mix.
enum MixLayout {
  /// The lines for a terminal of this size: none is wider, and there is a row left above them where
  /// the terminal has more than one.
  ///
  /// What does not fit is left out: first the line of keys, then devices, decks far from the chosen
  /// one, and the line of main.
  static func lines(
    _ view: MixView, for verb: Verb, size: TerminalSize, _ encoding: TextEncoding
  ) -> [StatusLine] {
    let columns = max(1, size.columns)
    let room = max(1, size.rows - 1)
    let message = view.message.map { one(encoding.encoded(ShownText.of($0)), columns, encoding) }
    let main = StatusLine(MainLine.text(view, columns: columns, encoding))

    var fixed = [message].compactMap { $0 }
    // Something is always said of a deck.
    let leastDecks = view.decks.isEmpty ? 0 : 1
    if fixed.count + leastDecks < room { fixed.insert(main, at: 0) }
    fixed = Array(fixed.prefix(max(0, room - leastDecks)))

    let wanted: [StatusLine]
    if view.help.isEmpty {
      let keys = KeyLine.text(view, for: verb, columns: columns, encoding)
      wanted = [StatusLine(keys)]
    } else {
      wanted = view.help.map { one(encoding.encoded($0), columns, encoding) }
    }
    let decksRoom = room - fixed.count
    // Keys that were asked for are more urgent than decks, those that only remind are less.
    let deckCount =
      view.help.isEmpty
      ? min(view.decks.count, decksRoom)
      : min(view.decks.count, max(leastDecks, decksRoom - wanted.count))
    let others = devices(view, columns, encoding)
    let othersRoom = decksRoom - deckCount - (view.help.isEmpty ? 0 : wanted.count)
    let shown = others.prefix(max(0, othersRoom))
    let keys = wanted.prefix(max(0, decksRoom - deckCount - shown.count))
    return decks(view, deckCount, columns, encoding) + shown + fixed + keys
  }

  /// One line about the mix, for where there is no screen.
  static func summary(_ view: MixView, _ encoding: TextEncoding) -> String {
    var parts = view.decks.filter { $0.state != .empty }.map { deck in
      [
        deck.name, deck.state.sign(encoding), TimeText.position(deck.position),
        deck.remaining.map { TimeText.remaining($0, encoding) }, deck.title,
      ].compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: " ")
    }
    parts += (view.inputs + view.outputs).map { DeviceLine.summary($0, encoding) }
    parts.append("main " + LevelText.level(view.mainLevel, encoding))
    if let recorded = view.recorded { parts.append("rec " + TimeText.duration(recorded, .down)) }
    parts.append(view.output.forms[0])
    return encoding.encoded(ShownText.of(parts.joined(separator: "; ")))
  }

  /// The decks that fit, the chosen one among them.
  private static func decks(
    _ view: MixView, _ count: Int, _ columns: Int, _ encoding: TextEncoding
  ) -> [StatusLine] {
    let chosen = view.decks.firstIndex(where: \.isSelected) ?? 0
    let start = max(0, min(chosen - count / 2, view.decks.count - count))
    let layout = DeckLine(for: view.decks, columns: columns, encoding)
    return view.decks[start..<(start + count)].map(layout.line)
  }

  private static func devices(
    _ view: MixView, _ columns: Int, _ encoding: TextEncoding
  ) -> [StatusLine] {
    let all = view.inputs + view.outputs
    let layout = DeviceLine(for: all, columns: columns, encoding)
    return all.map { layout.line($0) }
  }

  private static func one(_ text: String, _ columns: Int, _ encoding: TextEncoding) -> StatusLine {
    StatusLine(TextWidth.cut(text.trimmingTrailingSpaces(), to: columns, encoding))
  }
}
