import Glibc
import MixTestSupport
import Testing

/// The program in a real terminal.
@Suite(
  .serialized, .enabled(if: TerminalBench.isInstalled, "\(TerminalBench.reason)"))
struct ScreenTests {
  private let bench: MixBench

  init() throws {
    bench = try MixBench()
    // Half a minute, small: 8000 Hz.
    let tone = Signals.sine(400, 240_000, rate: 8000, amplitude: 0.5)
    try bench.write(tone, to: "low.wav", .pcm16, rate: 8000)
    try bench.write(
      Signals.sine(500, 240_000, rate: 8000, amplitude: 0.25), to: "high.wav", .pcm16, rate: 8000)
    try bench.write(
      """
      [player.a]
      file = "low.wav"
      crossfade = "left"
      [player.b]
      file = "high.wav"
      start = "manual"
      crossfade = "right"
      [crossfader]
      position = -1
      [recorder.take]
      start = "manual"
      encoding = "float"
      """)
  }

  private func terminal(
    _ columns: Int = 80, _ rows: Int = 24, locale: String = "C.UTF-8"
  ) throws -> TerminalBench {
    try TerminalBench(columns, rows, in: bench.directory.path, locale: locale)
  }

  static let run = "$STACKDECK run set.toml -o null"
  static let play = "$STACKDECK play low.wav high.wav -o null"

  // MARK: Sizes and locales

  static let sizes = [(80, 24), (40, 12), (20, 5)]
  static let locales = ["C.UTF-8", "C"]

  @Test(arguments: sizes, locales)
  func `the screen has its parts, and nothing wraps`(
    _ size: (Int, Int), _ locale: String
  ) throws {
    let terminal = try terminal(size.0, size.1, locale: locale)
    let isPlain = locale == "C"
    for command in [Self.run, Self.play] {
      try terminal.type("clear; " + command)
      let playing = isPlain ? "a > 0:0" : "a ▶ 0:0"
      let waiting = isPlain ? "b = 0:0" : "b ‖ 0:0"
      let isShown = terminal.waitFor { $0.contains(playing) && $0.contains(waiting) }
      #expect(isShown, "\(terminal.screen)")
      let screen = terminal.screen
      let first = try #require(screen.firstIndex { $0.hasPrefix(playing) })
      let lines = Array(screen[first...])
      #expect(lines.count == 4)
      #expect(lines[1].hasPrefix(waiting))
      #expect(lines[2].hasPrefix("main  \(isPlain ? "-" : "−")"))
      #expect(lines[3].hasSuffix("? all keys  q quit"))
      if size.0 == 80 {
        #expect(lines[0].contains("low.wav") && lines[0].hasSuffix(" dB"))
        #expect(lines[2].contains(isPlain ? "left O----+----- right" : "left ●────┼───── right"))
        #expect(lines[2].contains("null, 40 ms"))
        #expect(lines[3].hasPrefix("space play/pause  1 2 deck"))
      }
      if isPlain { #expect(screen.allSatisfy { $0.utf8.allSatisfy { $0 < 0x80 } }) }
      #expect(try !terminal.hasWrapped())
      // The help for keys fits, too.
      try terminal.press("?")
      #expect(terminal.waitFor("space     play, p"), "\(terminal.screen)")
      #expect(try !terminal.hasWrapped())
      try terminal.press("q")
      #expect(terminal.waitFor { $0.last == "$" })
    }
  }

  @Test func `the screen follows the terminal's size`() throws {
    let terminal = try terminal()
    try terminal.type(Self.run)
    #expect(terminal.waitFor("space play/pause"))
    try terminal.tmux("resize-window", "-x", "20", "-y", "5")
    #expect(
      terminal.waitFor { $0.last == "? all keys  q quit" && $0.contains { $0.hasPrefix("a ▶") } })
    try terminal.tmux("resize-window", "-x", "100", "-y", "20")
    #expect(terminal.waitFor("space play/pause"))
    try terminal.press("q")
    #expect(terminal.waitFor { $0.last == "$" })
  }

  // MARK: Keys

  @Test func `keys play, pause, seek, mute and choose`() throws {
    let terminal = try terminal()
    try terminal.type("clear; " + Self.run)
    func deck(_ name: String) -> String {
      terminal.screen.first { $0.hasPrefix("\(name) ") } ?? ""
    }
    /// Seconds of a deck's position.
    func position(_ name: String) -> Double {
      let words = deck(name).split(separator: " ")
      guard words.count > 2, let seconds = words[2].split(separator: ":").last else { return -1 }
      return Double(seconds) ?? -1
    }
    #expect(terminal.waitFor { $0.contains("a ▶ 0:0") })
    try terminal.press("Space")
    #expect(terminal.waitFor { $0.contains("a ‖ 0:0") })
    let paused = position("a")
    try terminal.press("Right")
    #expect(terminal.waitFor { _ in abs(position("a") - paused - 5) < 0.11 }, "\(terminal.screen)")
    try terminal.press("Right", "Left", "Left")
    #expect(terminal.waitFor { _ in abs(position("a") - paused) < 0.11 }, "\(terminal.screen)")
    try terminal.press("Space")
    #expect(terminal.waitFor { $0.contains("a ▶ 0:0") && $0.contains("−6.0 dB") })

    try terminal.press("Down", "Down")
    #expect(
      terminal.waitFor { $0.contains { $0.hasPrefix("main  −8.0 dB") } }, "\(terminal.screen)")
    try terminal.press("Up")
    #expect(terminal.waitFor { $0.contains { $0.hasPrefix("main  −7.0 dB") } })
    try terminal.press("m")
    #expect(terminal.waitFor { $0.contains { $0.hasPrefix("a ▶") && $0.hasSuffix("muted") } })
    try terminal.press("m")
    #expect(terminal.waitFor { !$0.contains("muted") })

    // The other deck.
    try terminal.press("2", "Space")
    #expect(terminal.waitFor { $0.contains("b ▶ 0:0") && $0.contains("a ▶ 0:0") })
    try terminal.press("Tab", "Space")
    #expect(terminal.waitFor { $0.contains("a ‖ 0:") && $0.contains("b ▶ 0:0") })

    // The crossfader by hand, then by itself.
    try terminal.press(".", ".")
    #expect(terminal.waitFor { $0.contains("left ─●") || $0.contains("left ──●") })
    try terminal.press("f")
    #expect(terminal.waitFor { $0.contains("┼────● right") }, "\(terminal.screen)")

    // A take.
    try terminal.press("r")
    #expect(terminal.waitFor("rec 0:0"))
    #expect(bench.waitForTake("take.wav", seconds: 0.2))
    try terminal.press("r")
    #expect(terminal.waitFor("recorder.take: take.wav, 0:0"))
    #expect(terminal.waitFor { !$0.contains("rec 0:") })

    try terminal.press("?")
    #expect(terminal.waitFor("crossfader a tenth to the left, right"))
    try terminal.press("?")
    #expect(terminal.waitFor { !$0.contains("crossfader a tenth") && $0.contains("q quit") })
    try terminal.press("q")
    #expect(terminal.waitFor { $0.last == "$" })
    #expect(Measurements.peak(try bench.wave("take.wav").left) > 0.2)
  }

  @Test func `values moved by hand stay when the file is saved with others`() throws {
    let terminal = try terminal()
    let text = try bench.directory.text(of: "set.toml")
    try terminal.type("clear; " + Self.run + " --watch")
    #expect(
      terminal.waitFor { $0.contains { $0.hasPrefix("main  −6.0 dB") } }, "\(terminal.screen)")
    try terminal.press("Down", "Down")
    #expect(terminal.waitFor { $0.contains { $0.hasPrefix("main  −8.0 dB") } })
    try bench.write(text + "\n[bus.main]\ngain = -10\n")
    #expect(terminal.waitFor("reloaded: "), "\(terminal.screen)")
    #expect(
      terminal.waitFor { $0.contains { $0.hasPrefix("main  −18.0 dB") } }, "\(terminal.screen)")

    // With a mistake the old one plays on, and the mistake stays in view.
    try bench.write(text + "\n[bus.main]\ngain = 40\n")
    #expect(terminal.waitFor("error: gain must be −inf…12 dB, not 40 dB"))
    #expect(terminal.waitFor("set.toml has mistakes; the session from before plays on"))
    #expect(terminal.waitFor { $0.contains { $0.hasPrefix("main  −18.0 dB") } })

    // Without --watch the same happens by R; a key that did change in the file moves.
    try bench.write(
      text.replacing("crossfade = \"left\"", with: "crossfade = \"left\"\ngain = -1")
        + "\n[bus.main]\ngain = -10\n")
    #expect(
      terminal.waitFor { $0.contains { $0.hasPrefix("main  −17.0 dB") } }, "\(terminal.screen)")
    try terminal.press("q")
    #expect(terminal.waitFor { $0.last == "$" })
  }

  // MARK: Ways out

  enum WayOut: String, CaseIterable, Sendable {
    case quit, interrupt, terminate, suspend
  }

  @Test(arguments: WayOut.allCases)
  func `the terminal is restored on every way out`(_ way: WayOut) throws {
    let terminal = try terminal()
    let before = try terminal.settings("before", in: bench.directory)
    try terminal.type("clear; \(Self.run); echo status $?")
    #expect(terminal.waitFor("q quit"))
    #expect(try terminal.tmux("display", "-p", "#{cursor_flag}") == "0\n")
    let status: Int
    switch way {
    case .quit:
      try terminal.press("q")
      status = 0
    case .interrupt:
      try terminal.press("C-c")
      status = 130
    case .terminate:
      #expect(kill(try terminal.child(), SIGTERM) == 0)
      status = 143
    case .suspend:
      try terminal.press("C-z")
      #expect(terminal.waitFor("Stopped"))
      let stopped = try terminal.settings("stopped", in: bench.directory)
      #expect(stopped == before)
      #expect(try terminal.tmux("display", "-p", "#{cursor_flag}") == "1\n")
      try terminal.type("clear; fg; echo status $?")
      #expect(terminal.waitFor { $0.contains("q quit") && $0.contains("a ▶ 0:0") })
      try terminal.press("q")
      status = 0
    }
    #expect(terminal.waitFor { $0.contains("status \(status)") && $0.last == "$" })
    #expect(try terminal.tmux("display", "-p", "#{cursor_flag}") == "1\n")
    #expect(try terminal.settings("after", in: bench.directory) == before)
    // What is typed is seen, and works.
    try terminal.type("clear; echo $((40 + 2))")
    #expect(terminal.waitFor { $0.first == "42" })
  }

  @Test func `a session whose players have all ended ends by itself`() throws {
    try bench.write(
      "[player.a]\nfile = \"low.wav\"\nregion = [0, 0.5]\n[recorder.take]\n", to: "short.toml")
    let terminal = try terminal()
    try terminal.type("clear; $STACKDECK run short.toml -o null; echo status $?")
    #expect(terminal.waitFor("recorder.take: take.wav, 0:0"))
    #expect(terminal.waitFor("status 0"))
  }
}
