/// The line that reminds of keys:
///
///     space play/pause  1 2 deck  ←→ seek  ↑↓ gain  f fade over  ? all keys  q quit
enum KeyLine {
  static func text(
    _ view: MixView, for verb: Verb, columns: Int, _ encoding: TextEncoding
  ) -> String {
    var hints = KeyBinding.bindings(of: verb).compactMap(\.hint).filter { hint in
      switch hint.need {
      case .nothing: true
      case .severalDecks: view.decks.count > 1
      case .crossfader: view.crossfader != nil
      case .recorder: view.hasRecorder
      }
    }
    while true {
      let line = hints.map { text($0, view, encoding) }.joined(separator: "  ")
      if TextWidth.cells(of: line) <= columns { return line }
      guard let last = hints.indices.max(by: { hints[$0].rank < hints[$1].rank }), hints.count > 1
      else { return TextWidth.cut(line, to: columns, encoding) }
      hints.remove(at: last)
    }
  }

  private static func text(_ hint: KeyHint, _ view: MixView, _ encoding: TextEncoding) -> String {
    var keys = encoding == .utf8 ? hint.keys : hint.plainKeys
    if hint.need == .severalDecks {
      keys =
        view.decks.count > 3
        ? "1-4" : (1...view.decks.count).map(String.init).joined(separator: " ")
    }
    return keys + " " + hint.label
  }
}
