import Testing

@testable import stackdeck

/// Times, levels, bars and progress.
@Suite struct ScreenPartsTests {
  @Test(
    arguments: [
      (0.0, "0:00.0"), (83.4, "1:23.4"), (83.49, "1:23.4"), (59.96, "0:59.9"), (599.95, "9:59.9"),
      (3600, "1:00:00.0"), (3723.45, "1:02:03.4"), (-1, "0:00.0"), (.nan, "0:00.0"),
      (.infinity, "0:00.0"), (0.3 - 0.1 + 0.1, "0:00.3"),
    ] as [(Double, String)])
  func `a position is rounded down to tenths`(_ seconds: Double, _ expected: String) {
    #expect(TimeText.position(seconds) == expected)
  }

  @Test(
    arguments: [
      (192.0, "−3:12"), (191.2, "−3:12"), (0.01, "−0:01"), (0, "−0:00"), (3661, "−1:01:01"),
    ] as [(Double, String)])
  func `remaining time is rounded up to seconds`(_ seconds: Double, _ expected: String) {
    #expect(TimeText.remaining(seconds, .utf8) == expected)
    #expect(TimeText.remaining(seconds, .ascii) == "-" + expected.dropFirst())
  }

  @Test(
    arguments: [
      (-6.2, "−6.2 dB"), (0, "0.0 dB"), (-0.04, "0.0 dB"), (0.05, "+0.1 dB"), (-12.34, "−12.3 dB"),
      (-99.94, "−99.9 dB"), (-100, "−inf"), (-.infinity, "−inf"), (.infinity, "+999.0 dB"),
    ] as [(Double, String)])
  func `levels have one decimal`(_ level: Double, _ expected: String) {
    #expect(LevelText.level(level, .utf8) == expected)
  }

  @Test(
    arguments: [
      (-.infinity, 0.0), (-70, 0), (-60, 0.05), (-50, 0.075), (-40, 0.15), (-30, 0.3), (-20, 0.5),
      (-10, 0.75), (0, 1), (6, 1), (-65, 0.025),
    ] as [(Double, Double)])
  func `the meter's scale gives half of the length to the upper 20 dB`(
    _ level: Double, _ reach: Double
  ) {
    #expect(abs(MeterBar.reach(of: level) - reach) < 1e-12)
  }

  @Test(
    arguments: [
      (-6.2, "▇▇▇▇▆▅▃ "), (0, "▇▇▇▇▇▇▇▇"), (-.infinity, "        "), (-20, "▇▇▅▄    "),
      (-0.1, "▇▇▇▇▇▆▅▄"), (-30, "▆▄▂     "),
    ] as [(Double, String)])
  func `a bar is round at its end`(_ level: Double, _ expected: String) {
    #expect(MeterBar.text(level, width: 8, .utf8) == expected)
  }

  @Test func `a bar never falls while the level rises`() {
    let heights = Array(" ▁▂▃▄▅▆▇")
    var before = [Int](repeating: 0, count: 12)
    for tenth in -750...10 {
      let text = MeterBar.text(Double(tenth) / 10, width: 12, .utf8)
      let bar = text.map { heights.firstIndex(of: $0)! }
      #expect(bar.count == 12)
      #expect(zip(before, bar).allSatisfy { $0 <= $1 })
      #expect(MeterBar.text(Double(tenth) / 10, width: 12, .ascii).utf8.count == 12)
      before = bar
    }
  }

  @Test(
    arguments: [
      (-1.0, "●────┼─────"), (0, "─────●─────"), (1, "─────┼────●"), (-0.2, "────●┼─────"),
      (7, "─────┼────●"), (.nan, "─────●─────"),
    ] as [(Double, String)])
  func `each tenth of the crossfader's way is a cell`(_ position: Double, _ expected: String) {
    #expect(CrossfaderBar.text(position, .utf8) == expected)
  }

  @Test func `progress has bar, part, speed and time left as far as they fit`() {
    let progress = RenderProgress(name: "mix.flac", rendered: 135, total: 300, elapsed: 1.62)
    #expect(
      progress.line(columns: 79, .utf8)
        == "mix.flac  ▇▇▇▇▇▇▇▇▇───────────   45 %  83× real time  0:02 left")
    #expect(progress.line(columns: 50, .utf8) == "mix.flac   45 %  83× real time  0:02 left")
    #expect(progress.line(columns: 20, .ascii) == " 45 %")
    #expect(progress.line(columns: 3, .ascii) == " 45")
    #expect(progress.summary(.utf8) == "mix.flac: 2:15.0 in 1.6 s, 83× real time")
    #expect(progress.summary(.ascii) == "mix.flac: 2:15.0 in 1.6 s, 83x real time")
  }

  @Test func `progress towards an unknown end has no part and no bar`() {
    let progress = RenderProgress(name: "a\nb.wav", rendered: 3, total: nil, elapsed: 2)
    #expect(progress.line(columns: 79, .utf8) == "a\\nb.wav  0:03.0  1.5× real time")
    let beginning = RenderProgress(name: "a.wav", rendered: 0, total: 10, elapsed: 0)
    #expect(beginning.line(columns: 79, .ascii) == "a.wav  --------------------    0 %")
  }
}
