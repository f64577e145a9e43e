import CRealtime
import Glibc
import MixEngine
import Testing

@Suite struct MIDIDecoderTests {
  private static let port = MIDIPort.ID(client: 20, port: 0)
  private static let other = MIDIPort.ID(client: 24, port: 1)

  /// What came of which port, as text: `20 1 cc14 7 = 255`.
  private struct Line {
    var decoder = MIDIDecoder()
    var heard: [String] = []

    mutating func send(_ message: MIDIMessage, from port: MIDIPort.ID = port, ms: Double = 0) {
      var heard: [String] = []
      decoder.decode(message, from: port, at: Int64(ms * 1e6)) { heard.append(Self.text($0, $1)) }
      self.heard += heard
    }

    mutating func control(
      _ number: Int, _ value: Int, channel: Int = 0, from port: MIDIPort.ID = port, ms: Double = 0
    ) {
      send(
        MIDIMessage(.controlChange, channel: channel, number: number, value: value), from: port,
        ms: ms)
    }

    mutating func flush(ms: Double) {
      var heard: [String] = []
      decoder.flush(at: Int64(ms * 1e6)) { heard.append(Self.text($0, $1)) }
      self.heard += heard
    }

    /// Without the plain controllers.
    var fine: [String] { heard.filter { !$0.contains(" cc ") } }

    static func text(_ port: MIDIPort.ID, _ input: MIDIInput) -> String {
      let value =
        switch input.value {
        case .coarse(let value): "\(value)"
        case .fine(let value): "fine \(value)"
        case .steps(let count): "steps \(count)"
        }
      return "\(port.client) \(input.channel + 1) \(input.control.text) = \(value)"
    }
  }

  @Test(
    arguments: [
      (MIDIMessage(.noteOn, channel: 9, number: 36, value: 100), ["20 10 note 36 = 100"]),
      (MIDIMessage(.noteOn, channel: 9, number: 36, value: 0), ["20 10 note 36 = 0"]),
      (MIDIMessage(.noteOff, channel: 9, number: 36, value: 64), ["20 10 note 36 = 0"]),
      (MIDIMessage(.keyPressure, channel: 0, number: 36, value: 5), ["20 1 key_pressure 36 = 5"]),
      (
        MIDIMessage(.programChange, channel: 2, number: 127, value: 127),
        ["20 3 program 127 = 127"]
      ),
      (MIDIMessage(.channelPressure, channel: 15, value: 127), ["20 16 pressure = 127"]),
      (MIDIMessage(.pitchBend, channel: 0, value: 0), ["20 1 pitchbend = fine 0"]),
      (MIDIMessage(.pitchBend, channel: 0, value: 8192), ["20 1 pitchbend = fine 8192"]),
      (MIDIMessage(.pitchBend, channel: 0, value: 16383), ["20 1 pitchbend = fine 16383"]),
      (MIDIMessage(.controlChange, channel: 0, number: 64, value: 127), ["20 1 cc 64 = 127"]),
      (MIDIMessage(.controlChange, channel: 0, number: 127, value: 0), ["20 1 cc 127 = 0"]),
      (
        MIDIMessage(.control14, channel: 0, number: 7, value: 255),
        ["20 1 cc 7 = 1", "20 1 cc 39 = 127", "20 1 cc14 7 = fine 255"]
      ),
      (MIDIMessage(.control14, channel: 0, number: 70, value: 99), ["20 1 cc 70 = 99"]),
      (MIDIMessage(.nrpn, channel: 3, number: 300, value: 9000), ["20 4 nrpn 300 = fine 9000"]),
      (MIDIMessage(.rpn, channel: 0, number: 0, value: 256), ["20 1 rpn 0 = fine 256"]),
      (MIDIMessage(.rpn, channel: 0, number: 16383, value: 256), []),
      // What software sends beyond what MIDI has.
      (MIDIMessage(.controlChange, channel: 0, number: 128, value: 1), []),
      (MIDIMessage(.controlChange, channel: 0, number: 64, value: 200), ["20 1 cc 64 = 127"]),
      (MIDIMessage(.noteOn, channel: 0, number: 128, value: 1), []),
      (MIDIMessage(.pitchBend, channel: 0, value: 65535), ["20 1 pitchbend = fine 16383"]),
      (MIDIMessage(.nrpn, channel: 0, number: 16384, value: 1), []),
    ])
  func `a message that stands alone is its control`(_ row: (MIDIMessage, [String])) {
    var line = Line()
    line.send(row.0)
    #expect(line.heard == row.1)
    #expect(line.decoder.deadline == nil)
  }

  struct Pairs: Sendable, CustomTestStringConvertible {
    var testDescription: String
    /// Controller, value, milliseconds.
    var messages: [(Int, Int, Double)]
    var expected: [String]

    init(_ name: String, _ messages: [(Int, Int, Double)], _ expected: [String]) {
      testDescription = name
      self.messages = messages
      self.expected = expected.map { "20 1 \($0)" }
    }
  }

  static let pairs = [
    Pairs(
      "a lower half is not carried to the next upper one",
      [(7, 1, 0), (39, 127, 1), (7, 2, 2)], ["cc14 7 = fine 255", "cc14 7 = fine 256"]),
    Pairs(
      "the same, at rest between them",
      [(7, 1, 0), (39, 127, 10), (7, 2, 20)],
      ["cc14 7 = fine 128", "cc14 7 = fine 255", "cc14 7 = fine 256"]),
    Pairs(
      "upper halves first, close together",
      [(0, 10, 0), (32, 1, 0.6), (0, 10, 1.2), (32, 90, 1.8), (0, 11, 2.4), (32, 3, 3)],
      ["cc14 0 = fine 1281", "cc14 0 = fine 1370", "cc14 0 = fine 1411"]),
    Pairs(
      "lower halves first, close together",
      [(32, 1, 0), (0, 10, 0.6), (32, 90, 1.2), (0, 10, 1.8), (32, 3, 2.4), (0, 11, 3)],
      ["cc14 0 = fine 1281", "cc14 0 = fine 1370", "cc14 0 = fine 1411"]),
    Pairs(
      "lower halves first, pairs far apart",
      [(32, 1, 0), (0, 10, 0.6), (32, 90, 20), (0, 11, 20.6), (32, 91, 40), (0, 11, 40.6)],
      ["cc14 0 = fine 1281", "cc14 0 = fine 1498", "cc14 0 = fine 1499"]),
    Pairs("a lower half alone, at the start, is nothing", [(33, 5, 0), (33, 6, 10)], []),
    Pairs(
      "an old lower half does not belong to an upper one",
      [(33, 5, 0), (1, 2, 10)], ["cc14 1 = fine 256"]),
    Pairs(
      "lower halves refine",
      [(1, 2, 0), (33, 5, 1), (33, 6, 10), (33, 7, 10.5)],
      ["cc14 1 = fine 261", "cc14 1 = fine 262", "cc14 1 = fine 263"]),
    Pairs(
      "lower halves refine where they come first",
      [(33, 5, 0), (1, 2, 1), (33, 6, 10), (33, 7, 20), (1, 3, 21)],
      ["cc14 1 = fine 261", "cc14 1 = fine 262", "cc14 1 = fine 391"]),
    Pairs(
      "upper halves only",
      [(1, 2, 0), (1, 3, 10), (1, 4, 10.1), (1, 5, 10.2)],
      ["cc14 1 = fine 256", "cc14 1 = fine 384", "cc14 1 = fine 512", "cc14 1 = fine 640"]),
    Pairs(
      "listened in from the middle of a pair, upper halves first",
      [(33, 1, 0), (1, 3, 50), (33, 9, 50.6), (1, 3, 60), (33, 10, 60.6)],
      ["cc14 1 = fine 393", "cc14 1 = fine 394"]),
    Pairs(
      "full scale", [(31, 127, 0), (63, 127, 0), (31, 0, 10), (63, 0, 10)],
      ["cc14 31 = fine 16383", "cc14 31 = fine 0"]),
    Pairs(
      "halves of two controllers between each other",
      [(1, 10, 0), (2, 20, 0.3), (33, 1, 0.6), (34, 2, 0.9)],
      ["cc14 1 = fine 1281", "cc14 2 = fine 2562"]),
    Pairs(
      "a jog wheel's pairs are never heard in halves",
      [(1, 127, 0), (33, 127, 0.6), (1, 0, 5), (33, 1, 5.6), (1, 127, 10), (33, 126, 10.6)],
      ["cc14 1 = fine 16383", "cc14 1 = fine 1", "cc14 1 = fine 16382"]),
    // Parameters. Beside them the data are what their numbers say.
    Pairs(
      "NRPN, upper half first", [(99, 2, 0), (98, 44, 0), (6, 70, 0.5), (38, 40, 1)],
      ["cc14 6 = fine 9000", "nrpn 300 = fine 9000"]),
    Pairs(
      "NRPN, lower half first", [(99, 2, 0), (98, 44, 0), (38, 40, 0.5), (6, 70, 1)],
      ["cc14 6 = fine 9000", "nrpn 300 = fine 9000"]),
    Pairs(
      "RPN", [(101, 0, 0), (100, 1, 0), (6, 64, 0.5), (38, 0, 1)],
      ["cc14 6 = fine 8192", "rpn 1 = fine 8192"]),
    Pairs(
      "parameter halves in the other order", [(98, 44, 0), (99, 2, 0), (6, 70, 0.5), (38, 40, 1)],
      ["cc14 6 = fine 9000", "nrpn 300 = fine 9000"]),
    Pairs("half a selection is none", [(99, 2, 0), (96, 0, 1), (38, 40, 2)], []),
    Pairs(
      "steps", [(99, 2, 0), (98, 44, 0), (96, 0, 1), (97, 127, 2), (97, 0, 3)],
      ["nrpn 300 = steps 1", "nrpn 300 = steps -1", "nrpn 300 = steps -1"]),
    Pairs(
      "closed by the null parameter",
      [
        (99, 2, 0), (98, 44, 0), (6, 1, 1), (38, 0, 1), (99, 127, 2), (98, 127, 2), (96, 0, 3),
        (38, 5, 9),
      ], ["cc14 6 = fine 128", "nrpn 300 = fine 128", "cc14 6 = fine 133"]),
    Pairs(
      "an RPN null closes an NRPN",
      [(99, 2, 0), (98, 44, 0), (101, 127, 1), (100, 127, 1), (96, 0, 2)], []),
    Pairs(
      "the last selection counts",
      [(99, 2, 0), (98, 44, 0), (101, 0, 1), (100, 1, 1), (96, 0, 2), (98, 45, 3), (96, 0, 4)],
      ["rpn 1 = steps 1", "nrpn 301 = steps 1"]),
    Pairs(
      "a held upper half belongs to what was selected when it came",
      [(99, 0, 0), (98, 1, 0), (6, 9, 0), (98, 2, 1), (6, 10, 1), (98, 3, 2), (6, 11, 2)],
      [
        "nrpn 1 = fine 1152", "cc14 6 = fine 1152", "cc14 6 = fine 1280", "nrpn 2 = fine 1280",
        "cc14 6 = fine 1408", "nrpn 3 = fine 1408",
      ]),
    Pairs(
      "a lower half refines no other parameter's upper one",
      [(99, 0, 0), (98, 1, 0), (6, 9, 0), (38, 1, 0), (98, 2, 5), (38, 3, 5)],
      ["cc14 6 = fine 1153", "nrpn 1 = fine 1153", "cc14 6 = fine 1155"]),
    Pairs(
      "selected before every value, lower half first",
      [
        (99, 0, 0), (98, 1, 0), (38, 5, 0), (6, 9, 0),
        (99, 0, 1), (98, 1, 1), (38, 6, 1), (6, 9, 1),
      ],
      [
        "cc14 6 = fine 1157", "nrpn 1 = fine 1157", "cc14 6 = fine 1158", "nrpn 1 = fine 1158",
      ]),
  ]

  @Test(arguments: pairs)
  func `halves make what they make`(_ test: Pairs) {
    var line = Line()
    for (number, value, ms) in test.messages { line.control(number, value, ms: ms) }
    line.flush(ms: 1000)
    #expect(line.fine == test.expected)
    #expect(line.decoder.deadline == nil)
    // Each is a plain controller as well, at once.
    #expect(
      line.heard.filter { $0.contains(" cc ") }
        == test.messages.map { "20 1 cc \($0.0) = \($0.1)" })
  }

  @Test func `four fine faders of two ports and two channels move at once`() {
    var line = Line()
    let places = [(Self.port, 0), (Self.port, 1), (Self.other, 0), (Self.other, 1)]
    var expected: [String] = []
    for step in 0..<1000 {
      let ms = Double(step) * 5
      for (index, (port, channel)) in places.enumerated() {
        line.control(3, (step + index) & 127, channel: channel, from: port, ms: ms)
      }
      for (index, (port, channel)) in places.enumerated().reversed() {
        let lower = (7 * step + 31 * index) & 127
        line.control(35, lower, channel: channel, from: port, ms: ms + 1)
        let value = ((step + index) & 127) * 128 + lower
        expected.append("\(port.client) \(channel + 1) cc14 3 = fine \(value)")
      }
    }
    #expect(line.fine == expected)
  }

  @Test func `a selection is of its port and channel alone`() {
    var line = Line()
    for (port, channel, number) in [(Self.port, 0, 1), (Self.port, 1, 2), (Self.other, 0, 3)] {
      line.control(99, 0, channel: channel, from: port)
      line.control(98, number, channel: channel, from: port)
    }
    for (port, channel) in [(Self.port, 0), (Self.other, 1), (Self.other, 0), (Self.port, 1)] {
      line.control(96, 0, channel: channel, from: port)
    }
    #expect(
      line.fine == ["20 1 nrpn 1 = steps 1", "24 1 nrpn 3 = steps 1", "20 2 nrpn 2 = steps 1"])
  }

  @Test func `an upper half is held for 3 ms, and no more once it stood alone`() {
    var line = Line()
    line.control(7, 5, ms: 100)
    #expect(line.fine == [] && line.decoder.deadline == 103_000_000)
    line.flush(ms: 102.9)
    #expect(line.fine == [])
    line.flush(ms: 103)
    #expect(line.fine == ["20 1 cc14 7 = fine 640"] && line.decoder.deadline == nil)
    line.control(7, 6, ms: 110)
    #expect(line.fine.last == "20 1 cc14 7 = fine 768" && line.decoder.deadline == nil)
    // It has a lower half after all.
    line.control(39, 1, ms: 111)
    line.control(7, 7, ms: 120)
    #expect(line.fine.last == "20 1 cc14 7 = fine 769" && line.decoder.deadline == 123_000_000)
  }

  @Test func `what is due at a later message is given before it, whoever sent that`() {
    var line = Line()
    line.control(7, 5, ms: 0)
    line.control(8, 5, channel: 3, ms: 1)
    line.send(MIDIMessage(.noteOn, channel: 0, number: 1, value: 1), from: Self.other, ms: 3.5)
    #expect(line.fine == ["20 1 cc14 7 = fine 640", "24 1 note 1 = 1"])
    #expect(line.decoder.deadline == 4_000_000)
  }

  @Test func `a device that sends lower halves first heals after a lost half`() {
    var line = Line()
    // The first lower half was lost: this looks like upper halves first.
    line.control(7, 1, ms: 0)
    for step in 1...5 {
      line.control(39, step, ms: Double(step))
      line.control(7, 1, ms: Double(step) + 0.5)
    }
    // After a rest it is seen where a pair begins.
    line.control(39, 9, ms: 60)
    line.control(7, 2, ms: 60.5)
    line.flush(ms: 70)
    #expect(line.fine.last == "20 1 cc14 7 = fine 265")
    line.control(39, 10, ms: 80)
    line.control(7, 3, ms: 80.5)
    #expect(line.fine.last == "20 1 cc14 7 = fine 394" && line.decoder.deadline == nil)
  }

  @Test func `a port that is gone leaves nothing behind`() {
    var line = Line()
    line.control(7, 1)
    line.control(99, 0)
    line.control(98, 1)
    line.decoder.forget(Self.port)
    #expect(line.decoder.deadline == nil)
    line.flush(ms: 10)
    line.control(39, 1, ms: 20)
    line.control(96, 0, ms: 20)
    line.flush(ms: 30)
    #expect(line.fine == [])
  }

  @Test func `any messages in any order give values in range, and all that is held is given`() {
    var random = SplitMix(seed: 11)
    var decoder = MIDIDecoder()
    let kinds: [MIDIMessage.Kind] = [
      .noteOff, .noteOn, .keyPressure, .controlChange, .programChange, .channelPressure, .pitchBend,
      .control14, .nrpn, .rpn,
    ]
    var time: Int64 = 0
    func check(_ port: MIDIPort.ID, _ input: MIDIInput) {
      switch input.value {
      case .coarse(let value): #expect((0...127).contains(value))
      case .fine(let value): #expect((0...16383).contains(value))
      case .steps(let count): #expect(abs(count) == 1)
      }
      #expect(input.control.number <= input.control.kind.greatestNumber ?? 0)
    }
    for _ in 0..<200_000 {
      let bits = random.next()
      let message = MIDIMessage(
        bits & 64 == 0 ? .controlChange : kinds[Int(bits >> 8) % kinds.count],
        channel: Int(bits & 1), number: Int(bits >> 20) & (bits & 2 == 0 ? 127 : 0xFFFF),
        value: Int(bits >> 40) & (bits & 4 == 0 ? 127 : 0xFFFF))
      decoder.decode(message, from: bits & 8 == 0 ? Self.port : Self.other, at: time, check)
      if let deadline = decoder.deadline { #expect(deadline > time) }
      time += Int64(bits >> 50) * 100
    }
    decoder.flush(at: .max, check)
    #expect(decoder.deadline == nil)
  }

  /// Proves something where RealtimeSanitizer is linked in.
  @Test func `a message of a port that is known allocates nothing`() async {
    await #expect(processExitsWith: .exitCode(0)) {
      var decoder = MIDIDecoder()
      var random = SplitMix(seed: 2)
      var time: Int64 = 0
      var heard = 0
      func decode(_ count: Int) {
        for _ in 0..<count {
          let bits = random.next()
          let message = MIDIMessage(
            .controlChange, channel: Int(bits & 15), number: Int(bits >> 8 & 127),
            value: Int(bits >> 16 & 127))
          let port = MIDIPort.ID(client: Int(bits >> 30 & 3), port: 0)
          decoder.decode(message, from: port, at: time) { _, _ in heard += 1 }
          time += 1_333_333
        }
      }
      decode(1000)
      crt_realtime_enter()
      decode(10_000)
      crt_realtime_exit()
      exit(heard > 11_000 ? 0 : 1)
    }
  }
}
