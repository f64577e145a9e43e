import MixEngine
import MixSession
import Testing

@testable import stackdeck

/// The talk of `midi learn`, with hands that are made of inputs and keys.
@Suite struct LearnDialogueTests {
  /// A dialogue with what was said so far.
  struct Bench {
    static let port = MIDIPort(
      id: MIDIPort.ID(client: 20, port: 0), clientName: "nanoKONTROL2",
      portName: "nanoKONTROL2 MIDI 1", isHardware: true, sends: true, receives: true)

    var dialogue: LearnDialogue
    var said: [String] = []
    var learnt: [MapLine] = []
    var replaced: [String?] = []
    var hasEnded = false
    private var time: Int64 = 1_000_000_000

    init(_ session: String, isWritten: Bool = true, ports: [MIDIPort] = [Bench.port]) throws {
      let read = SessionReader.read(bytes: Array(session.utf8), file: "set.toml")
      let plan = try #require(read.plan, "\(read.diagnostics.map(\.message))")
      dialogue = LearnDialogue(plan, isWritten: isWritten)
      dialogue.update(ports: ports)
    }

    private mutating func note(_ effects: [LearnDialogue.Effect]) {
      for effect in effects {
        switch effect {
        case .say(let line): said.append(line)
        case .choices(let words): said.append(words.joined(separator: " "))
        case .problem(let problem): said += [problem.message] + problem.help
        case .learnt(let line, let use):
          said.append(line.text)
          learnt.append(line)
          replaced.append(use?.place)
        case .end: hasEnded = true
        }
      }
    }

    /// Moves a control through values, 20 ms each, and waits until that is understood.
    mutating func move(
      _ kind: MIDIControl.Kind, _ number: Int = 0, channel: Int = 1, _ values: [Int],
      port: MIDIPort = Bench.port
    ) {
      send(kind, number, channel: channel, values, port: port)
      rest()
    }

    mutating func send(
      _ kind: MIDIControl.Kind, _ number: Int = 0, channel: Int = 1, _ values: [Int],
      port: MIDIPort = Bench.port
    ) {
      for value in values {
        time += 20_000_000
        let isFine = [.cc14, .nrpn, .rpn, .pitchBend].contains(kind)
        let input = MIDIInput(
          MIDIControl(kind, number), channel: channel - 1, isFine ? .fine(value) : .coarse(value))
        dialogue.take(HeardInput(port: port.id, input: input, time: time))
        note(dialogue.tick(at: time))
      }
    }

    mutating func rest(milliseconds: Int64 = 2000) {
      for _ in 0..<(milliseconds / 40) {
        time += 40_000_000
        note(dialogue.tick(at: time))
      }
    }

    mutating func type(_ text: String) {
      for scalar in text.unicodeScalars { note(dialogue.press(Key(scalar))) }
    }

    mutating func press(_ codes: Key.Code...) {
      for code in codes { note(dialogue.press(Key(code))) }
    }

    mutating func press(_ key: Key) { note(dialogue.press(key)) }
  }

  static let decks = "[player.a]\n[player.b]\n"
  static let way = Array(stride(from: 0, through: 127, by: 3)) + [127]

  @Test func `a fader is named, asked for its address, and becomes a line`() throws {
    var bench = try Bench(Self.decks)
    #expect(LearnDialogue.beginning == .say("move a control … (^C ends)"))
    #expect(bench.dialogue.prompt == nil)
    bench.move(.cc, 0, Self.way)
    #expect(
      bench.said == ["nanoKONTROL2: cc 0, channel 1: fader, absolute, 0–127, 44 values seen"])
    #expect(bench.dialogue.prompt?.label == "target, Tab completes: ")
    bench.type("player.a.ga")
    bench.press(.tab)
    #expect(bench.dialogue.prompt?.typed == "player.a.gain")
    bench.press(.enter)
    #expect(
      bench.said.dropFirst() == [
        "target, Tab completes: player.a.gain", #"{ cc = 0, channel = 1, to = "player.a.gain" }"#,
        "move the next control …",
      ])
    #expect(bench.dialogue.prompt == nil && bench.replaced == [nil])
  }

  @Test func `the next control is learnt as the first was`() throws {
    var bench = try Bench(Self.decks)
    for (number, deck) in [(1, "a"), (2, "b")] {
      bench.move(.cc, number, channel: 3, Self.way)
      bench.type("player.\(deck).trim")
      bench.press(.enter)
    }
    #expect(
      bench.learnt.map(\.text) == [
        #"{ cc = 1, channel = 3, to = "player.a.trim" }"#,
        #"{ cc = 2, channel = 3, to = "player.b.trim" }"#,
      ])
  }

  @Test(arguments: [
    ([1, 1, 2, 1, 127, 127, 126, 127, 1], "1", "127"),
    ([65, 65, 65, 65, 65, 63, 63, 63, 63, 65], "65", "63"),
    ([1, 1, 2, 1, 65, 65, 66, 65, 1], "1", "65"),
  ])
  func `an endless knob is written with its encoding`(
    _ values: [Int], _ right: String, _ left: String
  ) throws {
    var bench = try Bench(Self.decks)
    bench.move(.cc, 16, values)
    #expect(
      bench.said == [
        "nanoKONTROL2: cc 16, channel 1: looks relative, one click right \(right), left \(left): "
          + "relative = \"\(right)/\(left)\""
      ])
    bench.type("player.a.gain")
    bench.press(.enter)
    #expect(
      bench.learnt.map(\.text)
        == [#"{ cc = 16, channel = 1, relative = "\#(right)/\#(left)", to = "player.a.gain" }"#])
  }

  @Test func `h makes a button one that is held, and a second h does not`() throws {
    for (keys, text) in [
      ("h", #"{ note = 36, channel = 10, to = "player.a.mute", hold = true }"#),
      ("hh", #"{ note = 36, channel = 10, to = "player.a.mute" }"#),
    ] {
      var bench = try Bench(Self.decks)
      bench.move(.note, 36, channel: 10, [100, 0, 90, 0])
      #expect(
        bench.said == [
          "nanoKONTROL2: note 36, channel 10: button: press toggles, h: only while held"
        ])
      bench.type(keys)
      #expect(bench.dialogue.prompt?.typed == "")
      #expect((bench.dialogue.prompt?.label.contains("while held") == true) == (keys == "h"))
      bench.type("player.a.mute")
      bench.press(.enter)
      #expect(bench.learnt.map(\.text) == [text])
    }
  }

  @Test func `a fine fader is written as one`() throws {
    var bench = try Bench(Self.decks)
    for value in stride(from: 0, through: 16383, by: 400) {
      // As a decoder gives it: both halves, and the whole.
      bench.send(.cc, 7, [value >> 7])
      bench.dialogue.take(
        HeardInput(
          port: Bench.port.id,
          input: MIDIInput(MIDIControl(.cc, 39), channel: 0, .coarse(value & 127)),
          time: 1_000_000_000 + Int64(value / 400 + 1) * 20_000_000))
      bench.dialogue.take(
        HeardInput(
          port: Bench.port.id,
          input: MIDIInput(MIDIControl(.cc14, 7), channel: 0, .fine(value)),
          time: 1_000_000_000 + Int64(value / 400 + 1) * 20_000_000))
    }
    bench.rest()
    #expect(bench.said.count == 1 && bench.said[0].hasPrefix("nanoKONTROL2: cc14 7, channel 1: "))
    bench.type("player.a.gain")
    bench.press(.enter)
    #expect(bench.learnt.map(\.text) == [#"{ cc14 = 7, channel = 1, to = "player.a.gain" }"#])
  }

  @Test func `of two controls one is asked for once more`() throws {
    var bench = try Bench(Self.decks)
    for value in Self.way {
      bench.send(.cc, 3, [value])
      bench.send(.cc, 4, [value])
    }
    bench.rest()
    #expect(bench.said == ["two controls moved: cc 3 and cc 4; move one slowly once more"])
    #expect(bench.dialogue.prompt == nil)
    bench.move(.cc, 4, Self.way)
    #expect(bench.said.count == 2 && bench.said[1].contains("cc 4, channel 1: fader"))
    #expect(bench.dialogue.prompt != nil)
  }

  @Test func `of what is not clear the hand is asked once more, and then believed`() throws {
    var bench = try Bench(Self.decks)
    bench.move(.cc, 20, [64])
    #expect(bench.said.count == 1)
    #expect(bench.said[0].contains("once more") && bench.dialogue.prompt == nil)
    bench.move(.cc, 20, [64])
    #expect(bench.dialogue.prompt != nil)
  }

  // MARK: In use

  static let used = """
    [player.a]
    [player.b]
    [midi]
    map = [
      { cc = 0, layer = "x", to = "player.b.trim" },
      { cc = 0, channel = 1, to = "player.a.gain" },
      { cc = 0, channel = 2, to = "player.b.gain" },
      { cc = 1, from = "player.a.level" },
    ]
    """

  @Test func `what a control has already is said, and can be replaced`() throws {
    var bench = try Bench(Self.used)
    bench.move(.cc, 0, Self.way)
    #expect(
      bench.said.last
        == "  in use: player.a.gain (set.toml:6), player.b.trim (layer x, set.toml:5). "
        + "r replace, b both, Enter skip")
    #expect(bench.dialogue.prompt == nil)
    bench.type("r")
    bench.type("player.b.balance")
    bench.press(.enter)
    #expect(bench.replaced == ["set.toml:6"])
    #expect(bench.learnt.map(\.to) == [["player.b.balance"]])
  }

  @Test func `both are kept, or it is skipped`() throws {
    var bench = try Bench(Self.used)
    bench.move(.cc, 0, channel: 2, Self.way)
    #expect(bench.said.last?.contains("player.b.gain (set.toml:7)") == true)
    bench.type("b")
    bench.type("player.b.balance")
    bench.press(.enter)
    #expect(bench.replaced == [nil] && bench.learnt.count == 1)
    bench.move(.cc, 0, channel: 2, Self.way)
    bench.press(.enter)
    #expect(bench.said.last == "move the next control …" && bench.learnt.count == 1)
    // What only shows something listens to nothing.
    bench.move(.cc, 1, Self.way)
    #expect(bench.said.last?.contains("fader") == true && bench.dialogue.prompt != nil)
  }

  @Test func `a fine fader uses what its coarse half moves`() throws {
    var bench = try Bench(Self.used)
    bench.move(.cc14, 0, [0, 4000, 8000, 12000, 16383, 3, 9000])
    // A fine value alone, without its halves, is what software sends whole.
    if bench.said.last?.contains("in use") != true { bench.move(.cc, 0, Self.way) }
    #expect(bench.said.last?.contains("player.a.gain (set.toml:6)") == true)
  }

  @Test func `what was just learnt is known where nothing is written`() throws {
    var bench = try Bench(Self.decks, isWritten: false)
    bench.move(.cc, 5, Self.way)
    bench.type("player.a.gain")
    bench.press(.enter)
    bench.move(.cc, 5, Self.way)
    #expect(
      bench.said.last == "  in use: player.a.gain (just learnt). b both, Enter skip")
    bench.type("r")
    #expect(bench.dialogue.prompt == nil)
  }

  @Test func `a port is named where the session's map knows several`() throws {
    let other = MIDIPort(
      id: MIDIPort.ID(client: 24, port: 0), clientName: "APC MINI", portName: "APC MINI MIDI 1",
      isHardware: true, sends: true, receives: true)
    var bench = try Bench(
      "[player.a]\n[midi]\nconnect = [\"nano\", \"apc\"]", ports: [Bench.port, other])
    bench.move(.cc, 48, Self.way, port: other)
    bench.type("player.a.gain")
    bench.press(.enter)
    #expect(
      bench.learnt.map(\.text)
        == [#"{ cc = 48, channel = 1, port = "apc", to = "player.a.gain" }"#])
  }

  // MARK: Typing

  @Test func `a wrong address is told, and can be put right`() throws {
    var bench = try Bench(Self.decks)
    bench.move(.cc, 0, Self.way)
    bench.type("player.a.gian")
    bench.press(.enter)
    #expect(
      bench.said.suffix(3) == [
        "target, Tab completes: player.a.gian", "'player.a.gian' is not an address",
        "did you mean player.a.gain?",
      ])
    bench.press(.backspace, .backspace, .backspace)
    bench.type("ain")
    bench.press(.enter)
    #expect(bench.learnt.map(\.to) == [["player.a.gain"]])
  }

  @Test(arguments: ["player.a.level", "player.a.file"])
  func `what can't be moved is not taken`(_ address: String) throws {
    var bench = try Bench(Self.decks)
    bench.move(.cc, 0, Self.way)
    bench.type(address)
    bench.press(.enter)
    #expect(bench.learnt.isEmpty && bench.said.last?.contains(address) == true)
  }

  @Test func `Tab says what there is, a part after the other`() throws {
    var bench = try Bench(Self.decks)
    bench.move(.cc, 0, Self.way)
    bench.type("pl")
    bench.press(.tab, .tab)
    #expect(bench.dialogue.prompt?.typed == "player.")
    #expect(bench.said.last == "player.a. player.b.")
  }

  @Test func `skipping, clearing and ending`() throws {
    var bench = try Bench(Self.decks)
    bench.move(.cc, 0, Self.way)
    bench.type("nonsense")
    bench.press(Key(.character("u"), .control))
    #expect(bench.dialogue.prompt?.typed == "")
    bench.press(.enter)
    #expect(bench.said.last == "move the next control …" && bench.learnt.isEmpty)
    bench.move(.cc, 0, Self.way)
    bench.type("player")
    bench.press(.escape)
    #expect(bench.dialogue.prompt == nil && !bench.hasEnded)
    bench.press(Key(.character("d"), .control))
    #expect(bench.hasEnded)
  }

  @Test func `while somebody types, a hand on the controller changes nothing`() throws {
    var bench = try Bench(Self.decks)
    bench.move(.cc, 0, Self.way)
    bench.type("player.a.g")
    bench.move(.cc, 9, Self.way)
    #expect(bench.said.count == 1 && bench.dialogue.prompt?.typed == "player.a.g")
    bench.press(.escape)
    bench.rest()
    #expect(bench.said.last == "move the next control …")
  }
}
