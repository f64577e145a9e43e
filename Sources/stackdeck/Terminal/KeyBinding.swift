/// One row of the table of keys, which feeds the running program, its `?` help, the line of hints,
/// `--help` and the test that reads the man page.
struct KeyBinding: Sendable {
  /// A key and what it does.
  struct Stroke: Sendable {
    let key: Key
    let command: KeyCommand
  }

  let strokes: [Stroke]
  /// The keys as help texts name them.
  let keysInHelp: String
  let summary: String
  let verbs: Set<Verb>
  let hint: KeyHint?

  private init(
    _ strokes: [Stroke], _ keysInHelp: String, _ summary: String,
    verbs: Set<Verb> = OptionTable.live, hint: KeyHint? = nil
  ) {
    self.strokes = strokes
    self.keysInHelp = keysInHelp
    self.summary = summary
    self.verbs = verbs
    self.hint = hint
  }

  /// In the order of help texts.
  static let bindings: [KeyBinding] = [
    KeyBinding(
      [Stroke(key: Key(" "), command: .togglePlay)],
      "space", "play, pause", hint: KeyHint("space", "play/pause", rank: 2)),
    KeyBinding(
      (0..<4).map { deck in
        Stroke(key: Key(Unicode.Scalar(UInt8(0x31 + deck))), command: .selectDeck(deck))
      } + [Stroke(key: Key(.tab), command: .selectNextDeck)],
      "1–4, Tab", "choose a deck",
      // What stands for the keys depends on how many decks there are.
      hint: KeyHint("1 2", "deck", need: .severalDecks, rank: 4)),
    KeyBinding(
      [
        Stroke(key: Key(.left), command: .seek(seconds: -5)),
        Stroke(key: Key(.right), command: .seek(seconds: 5)),
        Stroke(key: Key(.left, .shift), command: .seek(seconds: -60)),
        Stroke(key: Key(.right, .shift), command: .seek(seconds: 60)),
      ],
      "←, →", "5 s back, on; with Shift 60 s",
      hint: KeyHint("←→", plain: "left/right", "seek", rank: 5)),
    KeyBinding(
      [
        Stroke(key: Key(.up), command: .changeGain(decibels: 1)),
        Stroke(key: Key(.down), command: .changeGain(decibels: -1)),
      ],
      "↑, ↓", "1 dB louder, softer", hint: KeyHint("↑↓", plain: "up/down", "gain", rank: 6)),
    KeyBinding([Stroke(key: Key("m"), command: .toggleMute)], "m", "mute"),
    KeyBinding(
      [
        Stroke(key: Key(","), command: .moveCrossfader(by: -0.1)),
        Stroke(key: Key("."), command: .moveCrossfader(by: 0.1)),
      ],
      ", .", "crossfader a tenth to the left, right",
      hint: KeyHint(", .", "crossfade", need: .crossfader, rank: 7)),
    KeyBinding(
      [Stroke(key: Key("f"), command: .fadeOver)],
      "f", "crossfader to the other side in 8 s",
      hint: KeyHint("f", "fade over", need: .crossfader, rank: 3)),
    KeyBinding([Stroke(key: Key("l"), command: .loadNext)], "l", "load the next file"),
    KeyBinding(
      [Stroke(key: Key("r"), command: .toggleRecording)],
      "r", "record, end the take", hint: KeyHint("r", "record", need: .recorder, rank: 8)),
    KeyBinding(
      [Stroke(key: Key("R"), command: .reload)], "R", "read the session again", verbs: [.run]),
    KeyBinding(
      [Stroke(key: Key("?"), command: .toggleHelp)],
      "?", "show, hide these keys", hint: KeyHint("?", "all keys", rank: 1)),
    KeyBinding(
      [Stroke(key: Key("q"), command: .quit)], "q", "quit", hint: KeyHint("q", "quit", rank: 0)),
  ]

  static func bindings(of verb: Verb) -> [KeyBinding] {
    bindings.filter { $0.verbs.contains(verb) }
  }

  /// What a key does, or nil.
  static func command(of key: Key, for verb: Verb) -> KeyCommand? {
    for binding in bindings where binding.verbs.contains(verb) {
      if let stroke = binding.strokes.first(where: { $0.key == key }) { return stroke.command }
    }
    return nil
  }

  /// The lines that `?` shows.
  static func help(for verb: Verb, _ encoding: TextEncoding) -> [String] {
    let rows = bindings(of: verb).map { (encoding.encoded($0.keysInHelp), $0.summary) }
    let width = rows.map { TextWidth.cells(of: $0.0) }.max() ?? 0
    return rows.map { TextWidth.padded($0.0, to: width, encoding) + "  " + $0.1 }
  }
}
