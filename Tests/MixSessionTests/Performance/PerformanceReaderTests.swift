import MixEngine
import MixSession
import Testing

/// Events files: what they mean, and one wrong line each.
struct PerformanceReaderTests {
  static let session = """
    [player.a]
    file = "a.wav"
    crossfade = "left"
    [player.b]
    crossfade = "right"
    [effect.echo]
    type = "delay"
    [bus.main]
    effects = "echo"
    [recorder.take]
    """

  private func read(
    _ text: String
  ) throws -> (performance: Performance?, diagnostics: [Diagnostic]) {
    PerformanceReader.read(
      bytes: Array(text.utf8), file: "set.events", for: try plan(Self.session))
  }

  private func performance(_ text: String) throws -> Performance {
    let read = try read(text)
    #expect(read.diagnostics.map(\.text) == [])
    return try #require(read.performance)
  }

  // MARK: What lines mean

  @Test func `lines are sorted by frame, those of one frame stay in order`() throws {
    let performance = try performance(
      """
      {"frame":30,"to":"player.a.play","value":true}
      {"frame":10,"to":"player.a.stop"}

      {"frame":30,"to":"player.a.play","value":false}
      { "to" : "player.b.restart" , "frame" : 20 }\r
      """)
    #expect(performance.entries.map(\.frame) == [10, 20, 30, 30])
    #expect(performance.entries.map(\.range.start.line) == [2, 5, 1, 4])
    #expect(performance.endFrame == nil)
  }

  @Test func `every kind of line becomes what the engine is told`() throws {
    let performance = try performance(
      """
      {"performance":1,"stackdeck":"0.1.0","sample_rate":48000,"session":"x","set":[],"files":{"a":"00"}}
      {"frame":-64,"to":"player.a.gain","value":"-inf","over_frames":0}
      {"frame":1,"to":"player.a.gain","value":-6.1}
      {"frame":2,"to":"player.a.mute","value":true,"in_turn":true}
      {"frame":3,"to":"crossfader.position","value":0.1,"over_frames":100}
      {"frame":4,"to":"player.a.seek","value":"1:02.5"}
      {"frame":5,"to":"player.a.loop_in"}
      {"frame":6,"to":"player.a.loop_out","value":2.25e0}
      {"frame":7,"player":"a","skip":-5}
      {"frame":8,"to":"recorder.take.record","value":false}
      {"frame":9,"to":"session.stop"}
      {"frame":10,"to":"session.fade","value":2}
      {"frame":11,"player":"b","pages":"late"}
      {"frame":12,"player":"b","pages":"here"}
      {"frame":13,"player":"b","pages":"missing","left":17}
      {"frame":100,"end":true}
      """)
    let engine = Engine(sampleRate: SampleRate(48_000), isOffline: true)
    let build = try SessionBuilder(engine: engine).build(try plan(Self.session))
    let actions = performance.schedule(for: build)
    func slot(_ address: String) -> Int32 {
      engine.parameters.parameter(named: address)?.index ?? build.graph[address]?.module?.slot ?? -1
    }
    let (a, b) = (slot("player.a"), slot("player.b"))
    let told = actions.map {
      "\($0.frame) \($0.verb) \($0.target) \($0.value) \($0.duration) \($0.origin)"
    }
    #expect(
      told == [
        "-64 set \(slot("player.a.gain")) -inf 0 hand",
        "1 set \(slot("player.a.gain")) \(Double(Float(-6.1))) 0 hand",
        "2 set \(slot("player.a.mute")) 1.0 0 sent",
        "3 move \(slot("crossfader.position")) \(Double(Float(0.1))) 100 sent",
        "4 seek \(a) 62.5 0 sent", "5 loopIn \(a) nan 0 sent", "6 loopOut \(a) 2.25 0 sent",
        "7 skip \(a) -5.0 0 sent", "8 endTake \(slot("recorder.take")) 0.0 0 sent",
        "9 stop \(a) 0.0 0 sent", "9 stop \(b) 0.0 0 sent",
        "10 cross \(slot("crossfader.position")) 0.0 96000 sent",
      ])
    let lapses = performance.lapses(of: "b")
    #expect(lapses.map(\.kind) == [.late, .over, .broken])
    #expect(lapses.map(\.frame) == [11, 12, 13])
    #expect(lapses.last?.frameCount == 17)
    #expect(performance.lapses(of: "a").isEmpty)
    #expect(performance.endFrame == 100)
    #expect(performance.header.sampleRate?.value == 48_000)
    #expect(performance.header.files.map(\.player) == ["a"])
  }

  @Test func `a mark has its title, which may look like a number`() throws {
    let performance = try performance(
      """
      {"frame":1,"to":"recorder.take.mark","value":"Interview"}
      {"frame":2,"to":"recorder.take.mark"}
      {"frame":3,"to":"recorder.take.mark","value":"-inf"}
      {"frame":4,"to":"recorder.take.mark","value":"Interview"}
      """)
    let engine = Engine(sampleRate: SampleRate(48_000), isOffline: true)
    let build = try SessionBuilder(engine: engine).build(try plan(Self.session))
    let tap = try #require(build.recorders["take"])
    let actions = performance.schedule(for: build)
    #expect(actions.map(\.verb) == [.markTake, .markTake, .markTake, .markTake])
    #expect(actions.allSatisfy { $0.target == tap.slot && $0.origin == .sent })
    let titles = actions.map { tap.titles[Int($0.value)] }
    #expect(titles == ["Interview", nil, "-inf", "Interview"])
    #expect(actions[0].value == actions[3].value)
  }

  @Test(arguments: [0.1, -6.1, 0.3, 33.333332, -99.99999, 1e-30, -0.0] as [Float])
  func `a number is the same 32 bits again`(value: Float) throws {
    let performance = try performance(
      "{\"frame\":0,\"to\":\"effect.echo.feedback\",\"value\":\(value)}")
    guard case .change(_, .number(let read), _)? = performance.entries.first?.deed else {
      Issue.record("no change")
      return
    }
    #expect(Float(read).bitPattern == value.bitPattern)
  }

  @Test func `a session that was read again has its own addresses`() throws {
    let text = "[player.c]\\nfile = \\\"c.wav\\\"\\n"
    let performance = try performance(
      """
      {"frame":64,"to":"player.a.gain","value":-1}
      {"frame":640,"reload":"\(text)","done":1024}
      {"frame":1023,"to":"player.a.gain","value":-2}
      {"frame":1024,"to":"player.c.gain","value":-3}
      """)
    let reload = try #require(performance.reloads.first)
    #expect(reload.begin == 640 && reload.done == 1024)
    #expect(reload.plan.strips.map(\.address) == ["player.c", "bus.main"])
    let read = try read(
      """
      {"frame":640,"reload":"\(text)"}
      {"frame":704,"to":"player.a.gain","value":-2}
      """)
    #expect(
      read.diagnostics.map(\.text) == [
        "set.events:2:19: error: 'player.a.gain' is not an address\nhelp: did you mean player.c.gain?"
      ])
  }

  @Test func `a last line that is broken off is left out, with a warning`() throws {
    let whole = "{\"frame\":64,\"to\":\"player.a.play\",\"value\":true}"
    let text = whole + "\n" + whole
    for length in (whole.utf8.count + 2)..<text.utf8.count {
      let read = try read(String(text.prefix(length)))
      #expect(read.performance?.entries.count == 1)
      #expect(read.diagnostics.map(\.severity) == [.warning])
      #expect(read.diagnostics.first?.message == "the last line is broken off: it is left out")
    }
    #expect(try performance(text).entries.count == 2)
    // In the middle it is a mistake.
    #expect(try read(String(whole.dropLast()) + "\n" + whole).performance == nil)
  }

  @Test func `lost events are told where they are missing`() throws {
    let read = try read("{\"frame\":64,\"lost\":12}\n")
    #expect(read.performance != nil)
    #expect(
      read.diagnostics.map(\.text) == [
        "set.events:1:20: warning: 12 events were lost here\nhelp: what follows may not be what was heard"
      ])
  }

  @Test func `the example of the manual is right`() throws {
    let manual = try ShippedFile.text("man/stackdeck-session.5")
    let section = try #require(manual.split(separator: ".Sh EVENTS FILES\n").last)
    let lines = section.split(separator: "\n").filter { $0.hasPrefix("{") }
    #expect(lines.count >= 5)
    let performance = try performance(lines.joined(separator: "\n"))
    #expect(performance.endFrame == 1_440_000)
  }

  // MARK: Mistakes

  struct Case: Sendable, CustomTestStringConvertible {
    let line: String
    let text: String
    var testDescription: String { text }
    init(_ line: String, _ text: String) {
      self.line = line
      self.text = text
    }
  }

  static let cases = [
    Case(
      "«x»", "a line is an object\nhelp: {\"frame\":48000,\"to\":\"player.a.play\",\"value\":true}"),
    Case(
      #"{"frame":1,"to":«"player.a.vol"»,"value":1}"#,
      "'player.a.vol' is not an address\nhelp: did you mean player.a.gain?"),
    Case(#"{"frame":1,"to":"player.a.gain","value":«40»}"#, "gain must be −inf…12 dB, not 40 dB"),
    Case(
      #"{"frame":1,"to":"player.a.mute","value":«"on"»}"#,
      "mute is true or false, not text\nhelp: without quotes: mute = true"),
    Case(#"«{"frame":1,"to":"player.a.gain"}»"#, "player.a.gain needs a value"),
    Case(
      #"{"frame":1,"to":"player.a.stop",«"value"»:1}"#,
      "player.a.stop has no value\nhelp: leave it out"),
    Case(
      #"{"frame":1,"to":"player.a.play","value":true,«"over_frames"»:10}"#,
      "over_frames is for numbers, player.a.play is an action"),
    Case(
      #"{"frame":1,"to":"recorder.take.mark","value":«true»}"#,
      "the title of a mark is text, not true\nhelp: in quotes: value = \"true\""),
    Case(#"{"frame":1,"to":«"session.reload"»}"#, "session.reload can't be an event"),
    Case(#"{"frame":«1.5»,"to":"player.a.stop"}"#, "frame is a whole number, not 1.5"),
    Case(#"{"frame":«"1"»,"to":"player.a.stop"}"#, "frame is a number, not text"),
    Case(
      #"{"frame":«99999999999999999999»,"to":"player.a.stop"}"#, "frame must be within 100 days"),
    Case(#"«{"to":"player.a.stop"}»"#, "an event needs 'frame'"),
    Case(
      #"«{"frame":1}»"#,
      "nothing says what happens here\nhelp: \"to\":\"player.a.gain\",\"value\":-6"),
    Case(
      #"{"frame":1,"to":"player.a.gain",«"vlaue"»:1}"#,
      "'vlaue' is not a key of an event with 'to'\nhelp: did you mean 'value'?"),
    Case(
      #"{"frame":1,"frame":2}"#.replacing(#""frame":2"#, with: #"«"frame"»:2"#),
      "'frame' stands here twice"),
    Case(#"{"frame":1,"player":«"c"»,"skip":5}"#, "no player is named 'c'"),
    Case(
      #"{"frame":1,"player":"a","pages":«"gone"»}"#,
      "pages is \"missing\", \"late\" or \"here\", not \"gone\""),
    Case(#"{"frame":1,"end":«false»}"#, "end is true"),
    Case(
      #"{"frame":1,"reload":«"[player.a]\ngain = 99"»}"#,
      "the session that was read here has mistakes\nhelp: its line 2: gain must be −inf…12 dB, not 99 dB"
    ),
    Case(#"{"frame":01}"#.replacing("01", with: "«0»1"), "a number can't begin with 0"),
    Case(#"{"frame":1 «"to"»:"x"}"#.replacing("«\"to\"»", with: "«\"»to\""), "a comma is missing"),
    Case(
      #"{"frame":1,"to":«"a\q"»}"#.replacing("«\"a\\q\"»", with: "\"a«\\q»\""),
      "JSON knows no such escape\nhelp: \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\u0000"),
    Case(#"{"frame":1,"end":true} «x»"#, "the line goes on behind its object"),
  ]

  @Test(arguments: cases)
  func `a mistake is shown where it is`(_ wrong: Case) throws {
    // The line before must not be counted as wrong, and the one behind is looked at, too.
    let marked = MarkedSession(
      "{\"frame\":0,\"to\":\"player.a.stop\"}\n" + wrong.line + "\n{\"frame\":0,\"end\":true}\n")
    let read = try read(marked.text)
    #expect(read.performance == nil)
    let found = try #require(read.diagnostics.first)
    #expect(read.diagnostics.count == 1, "\(read.diagnostics.map(\.text))")
    #expect(found.place.range == marked.range, "\(found.text)")
    let lines = found.text.split(separator: "\n", maxSplits: 1)
    let help = lines.count > 1 ? "\n" + lines[1] : ""
    #expect(found.message + help == wrong.text)
  }

  @Test func `all mistakes are told at once, in the order of the text`() throws {
    let read = try read(
      """
      {"performance":2,"sample_rate":44100,"sesion":"x"}
      {"frame":9,"to":"player.x.gain","value":1}
      {"frame":1,"to":"player.a.gain","value":1000}
      {"performance":1}
      """)
    #expect(
      read.diagnostics.map { "\($0.place.line):\($0.place.column) \($0.message)" } == [
        "1:16 this is an events file of version 2, and version 1 is understood",
        "1:32 this was performed at 44100 Hz, and the session has 48000 Hz",
        "1:38 'sesion' is not a key of the first line",
        "2:17 'player.x.gain' is not an address",
        "3:41 gain must be −inf…12 dB, not 1000 dB",
        "4:2 this belongs into the first line",
      ])
  }

  @Test func `nonsense is refused, whatever it is`() throws {
    for text in [
      "{", "}", "[]", "\"", "{\"", "{\"a", "{\"frame\":", "{\"frame\":-", "\u{0}", "\\", "{}{}",
      "{\"frame\":1,\"to\":\"\\ud800\"}", "{\"frame\":1,\"to\":\"\\ud800\\u0041\"}",
      String(repeating: "{\"frame\":", count: 2000), String(repeating: "[", count: 10_000),
    ] {
      // With a line end behind: it is not taken for a line that was broken off.
      #expect(try read(text + "\n").performance == nil, "\(text.prefix(20))")
    }
    for bytes in [[0xFF], [0x7B, 0x22, 0xC3, 0x28, 0x22], [0xEF, 0xBB, 0xBF]] as [[UInt8]] {
      let read = PerformanceReader.read(
        bytes: bytes + [10], file: "x", for: try plan(Self.session))
      #expect(read.performance == nil)
    }
    #expect(try performance("").entries.isEmpty)
    #expect(try performance("\n\n").entries.isEmpty)
  }
}
