import Testing

@testable import stackdeck

/// Live inputs and other outputs on the screen and in its JSON twin.
@Suite struct DeviceLineTests {
  static let view = MixView(
    decks: MixLayoutTests.view.decks,
    inputs: [
      DeviceView(
        name: "voice", state: .running, device: "USB Microphone", level: -12.3, drift: 3.2),
      DeviceView(name: "web", state: .waiting, level: -.infinity),
    ],
    outputs: [
      DeviceView(name: "studio", state: .running, device: "Studio", drift: -1.4, underruns: 2)
    ],
    mainLevel: -3.1, output: OutputView(name: "pulse: Built-in", latency: 41.3, underruns: 0))

  @Test func `at 80 columns each has its device, its level and its drift`() {
    #expect(
      MixLayoutTests.screen(Self.view, 80, 24) == """
        a ▶ 1:23.4  −3:12   Artist – Title                        ▇▇▇▇▇▇▇▇▅▄▁   −6.2 dB
        b ‖ 0:00.0  −4:40   other.mp3                                           −inf
        voice    ● USB Microphone  −12.3 dB  drift +3 ppm
        web      ○ waiting         −inf
        → studio ● Studio                    drift −1 ppm, 2 underruns
        main  −3.1 dB    pulse: Built-in, 41 ms, 0 underruns
        space play/pause  1 2 deck  ←→ seek  ↑↓ gain  ? all keys  q quit

        """)
  }

  @Test func `at 40 columns the drift is a number`() {
    #expect(
      MixLayoutTests.screen(Self.view, 40, 12) == """
        a ▶ 1:23.4  −3:12   Artist – …  −6.2 dB
        b ‖ 0:00.0  −4:40   other.mp3   −inf
        voice    ● USB Microp…  −12.3 dB  +3 ppm
        web      ○ waiting      −inf
        → studio ● Studio                 −1 ppm
        main  −3.1 dB    pulse: Built-in, 41 ms
        space play/pause  ? all keys  q quit

        """)
  }

  @Test func `at 20 columns and 5 rows decks and main stay`() {
    #expect(
      MixLayoutTests.screen(Self.view, 20, 5) == """
        a ▶ 1:23.4  −6.2 dB
        b ‖ 0:00.0  −inf
        voice    ●  −12.3 dB
        main  −3.1 dB

        """)
  }

  @Test func `in ASCII every sign has a similar one`() {
    var view = Self.view
    view.decks = []
    view.inputs[0].state = .suspended
    view.inputs[1].isMuted = true
    view.outputs[0].state = .failed
    #expect(
      MixLayoutTests.screen(view, 80, 24, .ascii) == """
        voice     = suspended  -12.3 dB  drift +3 ppm
        web       o waiting    muted
        -> studio x failed               drift -1 ppm, 2 underruns
        main  -3.1 dB    pulse: Built-in, 41 ms, 0 underruns
        space play/pause  left/right seek  up/down gain  ? all keys  q quit

        """)
  }

  @Test func `keys that were asked for go before devices`() {
    var view = Self.view
    view.help = KeyBinding.help(for: .run, .utf8)
    let lines = MixLayoutTests.screen(view, 80, view.help.count + 5, for: .run)
      .split(separator: "\n")
    #expect(lines.count == view.help.count + 4)
    #expect(lines[2].hasPrefix("voice") && lines[3].hasPrefix("main"))
  }

  @Test func `no line is too wide and no block too high, at any size`() {
    var full = Self.view
    full.inputs[0].device = "音響効果 👍 e\u{301}\u{1B}[31m"
    full.inputs[0].name = "a-very-long-name-of-an-input"
    full.inputs[1].underruns = 123_456
    full.inputs[1].overruns = 1
    full.inputs += (1...20).map { DeviceView(name: "i\($0)", state: .connecting, level: -3) }
    var outputs = full
    outputs.inputs = []
    var alone = full
    alone.decks = []
    alone.message = "some message"
    for view in [full, outputs, alone] {
      for encoding in [TextEncoding.utf8, .ascii] {
        for columns in 1...130 {
          for rows in [1, 2, 3, 4, 5, 8, 14, 24] {
            let size = TerminalSize(columns: columns, rows: rows)
            let lines = MixLayout.lines(view, for: .run, size: size, encoding)
            #expect(lines.count <= max(1, rows - 1))
            for line in lines {
              #expect(TextWidth.cells(of: line.text) <= columns)
              #expect(encoding == .utf8 || line.text.utf8.allSatisfy { $0 < 0x80 })
            }
          }
        }
      }
    }
  }

  @Test func `where there is no screen the line of the mix tells of them`() {
    var view = Self.view
    view.decks = []
    #expect(
      MixLayout.summary(view, .utf8) == """
        voice ● −12.3 dB; web ○ waiting; → studio ●; main −3.1 dB; \
        pulse: Built-in, 41 ms, 0 underruns
        """)
  }

  @Test func `the JSON twin has all of them`() {
    var view = Self.view
    view.decks = []
    var json = JSONWriter()
    json.object { view.write(to: &$0) }
    #expect(
      json.text == """
        {"decks":[],"inputs":[{"name":"voice","state":"running","device":"USB Microphone",\
        "level":-12.3,"mute":false,"drift":3.2,"underruns":0,"overruns":0},\
        {"name":"web","state":"waiting","device":"","level":null,"mute":false,"drift":null,\
        "underruns":0,"overruns":0}],"main":{"level":-3.1},\
        "output":{"name":"pulse: Built-in","latency_ms":41.3,"underruns":0},\
        "outputs":[{"name":"studio","state":"running","device":"Studio","drift":-1.4,\
        "underruns":2,"overruns":0}]}
        """)
  }
}
