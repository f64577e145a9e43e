import Testing

@testable import stackdeck

/// Whole screens.
@Suite struct MixLayoutTests {
  static let view = MixView(
    decks: [
      DeckView(
        name: "a", state: .playing, position: 83.45, remaining: 191.2, title: "Artist – Title",
        level: -6.2, isSelected: true),
      DeckView(name: "b", state: .loaded, position: 0, remaining: 280, title: "other.mp3"),
    ],
    mainLevel: -3.1, crossfader: -1, hasRecorder: true,
    output: OutputView(name: "pulse: Built-in", latency: 41.3, underruns: 0))

  static func screen(
    _ view: MixView, _ columns: Int, _ rows: Int, _ encoding: TextEncoding = .utf8,
    for verb: Verb = .play
  ) -> String {
    let size = TerminalSize(columns: columns, rows: rows)
    return MixLayout.lines(view, for: verb, size: size, encoding).map { $0.text + "\n" }.joined()
  }

  @Test func `at 80 columns all is there`() {
    #expect(
      Self.screen(Self.view, 80, 24) == """
        a ▶ 1:23.4  −3:12   Artist – Title                        ▇▇▇▇▇▇▇▇▅▄▁   −6.2 dB
        b ‖ 0:00.0  −4:40   other.mp3                                           −inf
        main  −3.1 dB    left ●────┼───── right   pulse: Built-in, 41 ms, 0 underruns
        space play/pause  1 2 deck  ←→ seek  ↑↓ gain  f fade over  ? all keys  q quit

        """)
  }

  @Test func `at 40 columns the meter goes first`() {
    #expect(
      Self.screen(Self.view, 40, 12) == """
        a ▶ 1:23.4  −3:12   Artist – …  −6.2 dB
        b ‖ 0:00.0  −4:40   other.mp3   −inf
        main  −3.1 dB    left ●────┼───── right
        space play/pause  ? all keys  q quit

        """)
  }

  @Test func `at 20 columns and 5 rows decks, main and keys are left`() {
    #expect(
      Self.screen(Self.view, 20, 5) == """
        a ▶ 1:23.4  −6.2 dB
        b ‖ 0:00.0  −inf
        main  −3.1 dB
        ? all keys  q quit

        """)
  }

  @Test func `a wide terminal shows every hint`() {
    let lines = Self.screen(Self.view, 120, 24).split(separator: "\n")
    #expect(
      lines[3] == """
        space play/pause  1 2 deck  ←→ seek  ↑↓ gain  , . crossfade  f fade over  r record  \
        ? all keys  q quit
        """)
  }

  @Test func `in ASCII every sign has a similar one`() {
    #expect(
      Self.screen(Self.view, 80, 24, .ascii) == """
        a > 1:23.4  -3:12   Artist - Title                        ########==-   -6.2 dB
        b = 0:00.0  -4:40   other.mp3                                           -inf
        main  -3.1 dB    left O----+----- right   pulse: Built-in, 41 ms, 0 underruns
        space play/pause  1 2 deck  left/right seek  f fade over  ? all keys  q quit

        """)
    #expect(
      Self.screen(Self.view, 40, 12, .ascii) == """
        a > 1:23.4  -3:12   Artist ...  -6.2 dB
        b = 0:00.0  -4:40   other.mp3   -inf
        main  -3.1 dB    left O----+----- right
        space play/pause  ? all keys  q quit

        """)
    #expect(
      Self.screen(Self.view, 20, 5, .ascii) == """
        a > 1:23.4  -6.2 dB
        b = 0:00.0  -inf
        main  -3.1 dB
        ? all keys  q quit

        """)
  }

  @Test func `the chosen deck's name is highlighted and nothing else`() {
    let size = TerminalSize(columns: 80, rows: 24)
    let lines = MixLayout.lines(Self.view, for: .play, size: size, .utf8)
    #expect(lines.map(\.highlightedCount) == [1, 0, 0, 0])
  }

  @Test func `a message stays in view and goes before the hints where rows are few`() {
    var view = Self.view
    view.message = "set.toml:9:6: error: no bus is named 'pari'"
    #expect(
      Self.screen(view, 40, 12) == """
        a ▶ 1:23.4  −3:12   Artist – …  −6.2 dB
        b ‖ 0:00.0  −4:40   other.mp3   −inf
        main  −3.1 dB    left ●────┼───── right
        set.toml:9:6: error: no bus is named 'p…
        space play/pause  ? all keys  q quit

        """)
    #expect(
      Self.screen(view, 20, 5) == """
        a ▶ 1:23.4  −6.2 dB
        b ‖ 0:00.0  −inf
        main  −3.1 dB
        set.toml:9:6: error…

        """)
  }

  @Test func `a recording is seen as long as there is room for a number`() {
    var view = Self.view
    view.recorded = 12.9
    #expect(
      Self.screen(view, 80, 24).split(separator: "\n")[2]
        == "main  −3.1 dB    left ●────┼───── right   rec 0:12   pulse: Built-in, 41 ms")
    #expect(
      Self.screen(view, 40, 12).split(separator: "\n")[2]
        == "main  −3.1 dB    ●────┼─────   rec 0:12")
    #expect(Self.screen(view, 20, 5).split(separator: "\n")[2] == "−3.1 dB   rec 0:12")
    #expect(Self.screen(view, 10, 5).split(separator: "\n")[2] == "rec 0:12")
  }

  @Test func `an output in trouble says so before anything else is said of it`() {
    var view = Self.view
    view.output.trouble = "reconnecting"
    view.output.underruns = 3
    view.crossfader = nil
    #expect(
      Self.screen(view, 80, 24).split(separator: "\n")[2]
        == "main  −3.1 dB    pulse: Built-in, reconnecting, 3 underruns")
    #expect(
      Self.screen(view, 48, 24).split(separator: "\n")[2]
        == "main  −3.1 dB    pulse: Built-in, reconnecting")
  }

  @Test func `without a crossfader, a recorder and a second deck their keys are not named`() {
    var view = Self.view
    view.decks.removeLast()
    view.crossfader = nil
    view.hasRecorder = false
    #expect(
      Self.screen(view, 80, 24).split(separator: "\n")[2]
        == "space play/pause  ←→ seek  ↑↓ gain  ? all keys  q quit")
  }

  @Test func `asked for, the keys are all shown`() {
    var view = Self.view
    view.help = KeyBinding.help(for: .run, .utf8)
    let lines = Self.screen(view, 80, 24, for: .run)
    #expect(
      lines == """
        a ▶ 1:23.4  −3:12   Artist – Title                        ▇▇▇▇▇▇▇▇▅▄▁   −6.2 dB
        b ‖ 0:00.0  −4:40   other.mp3                                           −inf
        main  −3.1 dB    left ●────┼───── right   pulse: Built-in, 41 ms, 0 underruns
        space     play, pause
        1–4, Tab  choose a deck
        ←, →      5 s back, on; with Shift 60 s
        ↑, ↓      1 dB louder, softer
        m         mute
        , .       crossfader a tenth to the left, right
        f         crossfader to the other side in 8 s
        l         load the next file
        r         record, end the take
        R         read the session again
        ?         show, hide these keys
        q         quit

        """)
    #expect(Self.screen(view, 20, 5, for: .run).split(separator: "\n").count == 4)
  }

  @Test func `columns stand under each other whatever the decks are`() {
    let view = MixView(
      decks: [
        DeckView(
          name: "drums", state: .playing, position: 3725.04, remaining: 754.2,
          title: "音響効果のとても長い名前のファイル.flac", level: 0.5),
        DeckView(name: "b", state: .empty),
        DeckView(
          name: "a-very-long-name", state: .ended, position: 59.96, title: "a\u{1B}[31mb\n",
          level: -31.7, isSelected: true, isMuted: true),
      ], output: OutputView(name: "null"))
    #expect(
      Self.screen(view, 80, 24) == """
        drums        ▶ 1:02:05.0  −12:35  音響効果のとても長い…   ▇▇▇▇▇▇▇▇▇▇▇▇  +0.5 dB
        b            -                    empty
        a-very-long… ■    0:59.9          a\\x1B[31mb\\n                          muted
        main  −inf       null
        space play/pause  1 2 3 deck  ←→ seek  ↑↓ gain  ? all keys  q quit

        """)
  }

  @Test func `with more decks than rows the chosen one is among those shown`() {
    let names = (1...30).map { "p\($0)" }
    for chosen in 0..<30 {
      let decks = names.enumerated().map {
        DeckView(name: $0.element, state: .loaded, isSelected: $0.offset == chosen)
      }
      let view = MixView(decks: decks, output: OutputView(name: "null"))
      let lines = MixLayout.lines(
        view, for: .run, size: TerminalSize(columns: 40, rows: 10), .utf8)
      #expect(lines.count == 9)
      #expect(lines.contains { $0.highlightedCount > 0 && $0.text.hasPrefix(names[chosen]) })
    }
  }

  @Test func `no line is too wide and no block too high, at any size`() {
    var views = [Self.view, MixView(decks: [], output: OutputView(name: "null"))]
    var full = Self.view
    full.decks[0].title = "音響効果 👍 e\u{301}"
    full.decks[0].position = 36_000
    full.message = "some message"
    full.help = KeyBinding.help(for: .run, .utf8)
    full.recorded = 100
    views.append(full)
    for view in views {
      for encoding in [TextEncoding.utf8, .ascii] {
        for columns in 1...130 {
          for rows in [1, 2, 3, 4, 5, 8, 14, 24] {
            let size = TerminalSize(columns: columns, rows: rows)
            let lines = MixLayout.lines(view, for: .run, size: size, encoding)
            #expect(lines.count <= max(1, rows - 1))
            for line in lines {
              #expect(TextWidth.cells(of: line.text) <= columns)
              #expect(line.highlightedCount <= line.text.count)
              #expect(encoding == .utf8 || line.text.utf8.allSatisfy { $0 < 0x80 })
            }
          }
        }
      }
    }
  }

  @Test func `where there is no screen one line tells of the mix`() {
    #expect(
      MixLayout.summary(Self.view, .utf8) == """
        a ▶ 1:23.4 −3:12 Artist – Title; b ‖ 0:00.0 −4:40 other.mp3; main −3.1 dB; \
        pulse: Built-in, 41 ms, 0 underruns
        """)
  }

  @Test func `the JSON twin has the readings' names`() {
    var json = JSONWriter()
    json.object { Self.view.write(to: &$0) }
    #expect(
      json.text == """
        {"decks":[{"name":"a","state":"playing","position":83.45,"remaining":191.2,\
        "title":"Artist – Title","level":-6.2,"mute":false},\
        {"name":"b","state":"loaded","position":0.0,"remaining":280.0,"title":"other.mp3",\
        "level":null,"mute":false}],"inputs":[],"main":{"level":-3.1},\
        "crossfader":{"position":-1.0},\
        "output":{"name":"pulse: Built-in","latency_ms":41.3,"underruns":0},"outputs":[]}
        """)
  }
}
