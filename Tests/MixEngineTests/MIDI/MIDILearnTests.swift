import MixEngine
import Testing

@Suite struct MIDILearnTests {
  private static let port = MIDIPort.ID(client: 20, port: 0)

  /// A decoder and what listens to it, as the program has them.
  private struct Listening {
    var decoder = MIDIDecoder()
    var learn = MIDILearn()
    var time: Int64 = 1_000_000_000

    /// - Parameter ms: Time since the message before.
    mutating func send(
      _ message: MIDIMessage, after ms: Double, from port: MIDIPort.ID = MIDILearnTests.port
    ) {
      time += Int64(ms * 1e6)
      var heard: [(MIDIPort.ID, MIDIInput)] = []
      decoder.decode(message, from: port, at: time) { heard.append(($0, $1)) }
      for (port, input) in heard { learn.take(input, from: port, at: time) }
    }

    mutating func cc(_ number: Int, _ values: [Int], channel: Int = 0, every ms: Double = 20) {
      for value in values {
        send(
          MIDIMessage(.controlChange, channel: channel, number: number, value: value), after: ms)
      }
    }

    mutating func rest() {
      time += MIDILearn.rest
      var heard: [(MIDIPort.ID, MIDIInput)] = []
      decoder.flush(at: time) { heard.append(($0, $1)) }
      for (port, input) in heard { learn.take(input, from: port, at: time) }
    }

    mutating func answer() -> MIDILearn.Answer {
      rest()
      return learn.answer
    }
  }

  /// Kind and certainty of the only finding.
  private func one(_ listening: inout Listening) -> MIDILearnFinding? {
    guard case .one(let finding) = listening.answer() else {
      Issue.record("not one control: \(listening.learn.answer)")
      return nil
    }
    return finding
  }

  struct Values: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var values: [Int]
    var kind: MIDILearnFinding.Kind
    var isSure: Bool
    var every: Double

    init(
      _ name: String, _ values: [Int], _ kind: MIDILearnFinding.Kind, sure: Bool,
      every ms: Double = 20
    ) {
      testDescription = name
      self.values = values
      self.kind = kind
      isSure = sure
      every = ms
    }
  }

  static let controllers = [
    Values("a fader, all the way", Array(0...127), .absolute, sure: true),
    Values("a fader thrown down", [127, 101, 60, 22, 3, 0], .absolute, sure: true),
    Values("a fader, a little in its lower part", [10, 11, 12, 13, 14, 15], .absolute, sure: true),
    Values("a fader around its middle", [60, 61, 62, 63, 64, 65, 66], .absolute, sure: true),
    Values("a knob that trembles", [40, 41, 40, 41, 42, 43, 44, 45], .absolute, sure: true),
    Values("a fader, two values", [80, 81], .absolute, sure: false),
    Values("one value", [88], .absolute, sure: false),
    Values(
      "an encoder 1/127, both ways", [1, 1, 1, 127, 127, 127], .encoder(.twosComplement),
      sure: true),
    Values(
      "an encoder 1/127, fast", [1, 2, 5, 9, 6, 2, 127, 124, 118, 126], .encoder(.twosComplement),
      sure: true),
    Values(
      "an encoder 1/127 that makes big steps now and then", [1, 2, 1, 126, 127, 126],
      .encoder(.twosComplement), sure: true),
    Values(
      "a wheel that sends up to 30 clicks", [1, 9, 30, 30, 12, 98, 100, 127],
      .encoder(.twosComplement), sure: true),
    Values(
      "an encoder 65/63, both ways", [65, 65, 65, 63, 63], .encoder(.offset), sure: true),
    Values(
      "an encoder 65/63, fast", [65, 66, 66, 68, 66, 66, 65, 63, 62, 62, 63], .encoder(.offset),
      sure: true),
    Values("an encoder 65/63, left", [63, 63, 62, 62, 63], .encoder(.offset), sure: true),
    Values(
      "an encoder 1/65, both ways", [1, 1, 1, 65, 65, 66], .encoder(.signMagnitude), sure: true),
    Values("an encoder turned right only", [1, 1, 1, 1], .encoder(.twosComplement), sure: false),
    Values("right only, or left of another", [65, 65, 65], .encoder(.offset), sure: false),
    Values("one click", [1], .encoder(.twosComplement), sure: false),
    Values(
      "an encoder 1/127 turned left only", [127, 127, 127, 127], .encoder(.twosComplement),
      sure: true),
    Values("a button", [127, 0], .button(releases: true), sure: true),
    Values("a button, some times", [127, 0, 127, 0, 127, 0], .button(releases: true), sure: true),
    Values("a button held down", [127], .button(releases: false), sure: false),
    Values(
      "a button that does not send its release", [127, 127, 127], .button(releases: false),
      sure: false, every: 400),
  ]

  @Test(arguments: controllers)
  func `a controller is known by its values`(_ test: Values) throws {
    var listening = Listening()
    listening.cc(70, test.values, channel: 3, every: test.every)
    let finding = try #require(one(&listening))
    #expect(finding.kind == test.kind)
    #expect(finding.isSure == test.isSure)
    #expect(finding.control == MIDIControl(.cc, 70) && finding.channel == 3)
    #expect(finding.range == test.values.min()!...test.values.max()!)
    #expect(finding.valueCount == Set(test.values).count)
    #expect(finding.messageCount == test.values.count)
  }

  @Test(arguments: [0, 31, 63])
  func `a coarse fader among the numbers of fine ones is coarse`(_ number: Int) throws {
    var listening = Listening()
    listening.cc(number, Array(0...127))
    let finding = try #require(one(&listening))
    #expect(finding.control == MIDIControl(.cc, number) && finding.kind == .absolute)
    #expect(finding.range == 0...127 && finding.valueCount == 128 && finding.isSure)
  }

  @Test(arguments: [false, true])
  func `a fine fader is one control, whichever half comes first`(_ lowerFirst: Bool) throws {
    var listening = Listening()
    for value in stride(from: 0, through: 16383, by: 381) {
      let halves = [(5, value >> 7, 10.0), (37, value & 127, 0.7)]
      if lowerFirst {
        listening.cc(37, [value & 127], every: 10)
        listening.cc(5, [value >> 7], every: 0.7)
      } else {
        for (number, half, ms) in halves { listening.cc(number, [half], every: ms) }
      }
    }
    let finding = try #require(one(&listening))
    #expect(finding.control == MIDIControl(.cc14, 5) && finding.kind == .absolute)
    #expect(finding.range == 0...16383 && finding.valueCount == 44 && finding.isSure)
  }

  @Test func `a fine fader whose upper half is sent only when it changes is one control`() throws {
    var listening = Listening()
    var upper = -1
    for value in stride(from: 1000, through: 3000, by: 9) {
      if value >> 7 != upper {
        upper = value >> 7
        listening.cc(1, [upper], every: 10)
        listening.cc(33, [value & 127], every: 0.7)
      } else {
        listening.cc(33, [value & 127], every: 10)
      }
    }
    let finding = try #require(one(&listening))
    #expect(finding.control == MIDIControl(.cc14, 1) && finding.range == 1000...2998)
  }

  @Test func `a jog wheel of 14 bits is an encoder`() throws {
    var listening = Listening()
    for value in [1, 2, 9, 9, 3, 1, 16383, 16380, 16380, 16383] {
      listening.cc(1, [value >> 7], every: 10)
      listening.cc(33, [value & 127], every: 0.7)
    }
    let finding = try #require(one(&listening))
    #expect(finding.control == MIDIControl(.cc14, 1))
    #expect(finding.kind == .encoder(.twosComplement) && finding.isSure)
  }

  @Test func `two knobs 32 numbers apart are two controls`() {
    var listening = Listening()
    listening.cc(1, Array(20...60), every: 15)
    listening.cc(33, Array(20...50), every: 15)
    guard case .several(let findings) = listening.answer() else {
      Issue.record("\(listening.learn.answer)")
      return
    }
    #expect(findings.map(\.control) == [MIDIControl(.cc, 1), MIDIControl(.cc, 33)])
  }

  @Test(arguments: [MIDIControl.Kind.nrpn, .rpn])
  func `a parameter is one control, however it is sent`(_ kind: MIDIControl.Kind) throws {
    let select = kind == .nrpn ? [99, 98] : [101, 100]
    for lowerFirst in [false, true] {
      for repeatsSelection in [false, true] {
        var listening = Listening()
        for value in stride(from: 5, through: 16000, by: 333) {
          if value == 5 || repeatsSelection {
            listening.cc(select[0], [2], every: 10)
            listening.cc(select[1], [44], every: 0.7)
          }
          let halves = [(6, value >> 7), (38, value & 127)]
          for (number, half) in lowerFirst ? halves.reversed() : halves {
            listening.cc(number, [half], every: number == (lowerFirst ? 38 : 6) ? 8 : 0.7)
          }
        }
        let finding = try #require(one(&listening))
        #expect(finding.control == MIDIControl(kind, 300) && finding.kind == .absolute)
        #expect(finding.isSure && finding.valueCount == 49)
        #expect(finding.range == 5...15989)
      }
    }
  }

  @Test func `a parameter that is stepped is an encoder without an encoding`() throws {
    var listening = Listening()
    listening.cc(99, [2])
    listening.cc(98, [44])
    listening.cc(96, [0, 0, 0])
    listening.cc(97, [0])
    let finding = try #require(one(&listening))
    #expect(finding.control == MIDIControl(.nrpn, 300) && finding.kind == .encoder(nil))
    #expect(finding.range == -1...1 && finding.messageCount == 4)
  }

  @Test func `pads, programs, bends and pressure are what they are`() throws {
    func heard(_ messages: [MIDIMessage]) throws -> MIDILearnFinding {
      var listening = Listening()
      for message in messages { listening.send(message, after: 50) }
      return try #require(one(&listening))
    }
    let pad = try heard([
      MIDIMessage(.noteOn, channel: 9, number: 36, value: 90),
      MIDIMessage(.keyPressure, channel: 9, number: 36, value: 40),
      MIDIMessage(.channelPressure, channel: 9, value: 50),
      MIDIMessage(.noteOff, channel: 9, number: 36, value: 0),
    ])
    #expect(pad.control == MIDIControl(.note, 36) && pad.channel == 9)
    #expect(pad.kind == .button(releases: true) && pad.isSure)
    let held = try heard([MIDIMessage(.noteOn, channel: 0, number: 1, value: 1)])
    #expect(held.kind == .button(releases: false))
    let program = try heard([
      MIDIMessage(.controlChange, channel: 0, number: 0, value: 1),
      MIDIMessage(.controlChange, channel: 0, number: 32, value: 2),
      MIDIMessage(.programChange, channel: 0, number: 5, value: 127),
    ])
    #expect(program.control == MIDIControl(.program, 5) && program.isSure)
    #expect(program.kind == .button(releases: false))
    let touched = try heard(
      [MIDIMessage(.noteOn, channel: 0, number: 104, value: 127)]
        + (0...20).map { MIDIMessage(.pitchBend, channel: 2, value: 800 * $0) }
        + [MIDIMessage(.noteOn, channel: 0, number: 104, value: 0)])
    #expect(touched.control == MIDIControl(.pitchBend) && touched.channel == 2)
    #expect(touched.kind == .absolute && touched.range == 0...16000 && touched.valueCount == 21)
    let pressure = try heard((0...9).map { MIDIMessage(.channelPressure, channel: 0, value: $0) })
    #expect(pressure.control == MIDIControl(.pressure) && pressure.kind == .absolute)
  }

  @Test func `where two controls moved, the second try takes the one that moved most`() {
    var listening = Listening()
    listening.cc(70, Array(0...9))
    listening.cc(71, Array(0...20))
    guard case .several(let findings) = listening.answer() else {
      Issue.record("\(listening.learn.answer)")
      return
    }
    #expect(findings.map(\.control.number) == [71, 70])
    listening.learn.retry()
    #expect(listening.learn.answer == .nothing && listening.learn.deadline == nil)
    listening.cc(71, [5])
    listening.cc(70, Array(0...20))
    guard case .one(let finding) = listening.answer() else {
      Issue.record("\(listening.learn.answer)")
      return
    }
    #expect(finding.control.number == 70 && !finding.isSure)
  }

  @Test func `the same number on two channels or two ports is two controls`() {
    var listening = Listening()
    listening.cc(70, Array(0...9), channel: 0)
    listening.cc(70, Array(0...9), channel: 1)
    let message = MIDIMessage(.controlChange, channel: 0, number: 70, value: 1)
    listening.send(message, after: 1, from: MIDIPort.ID(client: 21, port: 0))
    guard case .several(let findings) = listening.answer() else {
      Issue.record("\(listening.learn.answer)")
      return
    }
    #expect(findings.count == 3)
  }

  @Test func `it is answered 300 ms after the last message, a press a while later`() {
    var listening = Listening()
    #expect(listening.learn.deadline == nil && listening.learn.answer == .nothing)
    listening.cc(70, [1, 2, 3])
    #expect(listening.learn.deadline == listening.time + 300_000_000)
    listening.learn = MIDILearn()
    listening.send(MIDIMessage(.noteOn, channel: 0, number: 1, value: 9), after: 0)
    #expect(listening.learn.deadline == listening.time + MIDILearn.longRest)
    listening.send(MIDIMessage(.noteOff, channel: 0, number: 1, value: 9), after: 90)
    #expect(listening.learn.deadline == listening.time + 300_000_000)
    // Who never stops is answered too.
    listening.learn = MIDILearn()
    let start = listening.time
    listening.cc(70, (0..<1000).map { $0 & 127 })
    #expect(listening.learn.deadline == start + 20_000_000 + MIDILearn.longest)
  }

  @Test func `letting go of what was pressed before is nothing`() {
    var listening = Listening()
    listening.send(MIDIMessage(.noteOff, channel: 0, number: 1, value: 9), after: 0)
    listening.cc(70, [0])
    listening.cc(7, [0])
    #expect(listening.answer() == .nothing && listening.learn.deadline == nil)
    listening.cc(71, [5, 6, 7, 8])
    #expect(one(&listening)?.control.number == 71)
  }

  @Test func `a parameter that is let go is nothing, and what moves long after it has its time`() {
    var listening = Listening()
    listening.cc(99, [2])
    listening.cc(98, [44])
    listening.cc(6, [0])
    listening.cc(38, [0], every: 0.7)
    #expect(listening.answer() == .nothing && listening.learn.deadline == nil)
    listening.cc(71, [5], every: 20_000)
    #expect(listening.learn.deadline == listening.time + MIDILearn.longRest)
    listening.cc(71, [6, 7, 8])
    #expect(listening.learn.deadline == listening.time + MIDILearn.rest)
    #expect(one(&listening)?.messageCount == 4)
  }

  @Test func `a button whose number is the lower half of a fader's is a button`() throws {
    var listening = Listening()
    listening.cc(0, Array(0...127))
    #expect(one(&listening)?.control == MIDIControl(.cc, 0))
    listening.learn = MIDILearn()
    listening.cc(32, [127, 0], every: 100)
    let button = try #require(one(&listening))
    #expect(button.control == MIDIControl(.cc, 32) && button.kind == .button(releases: true))
    listening.learn = MIDILearn()
    listening.cc(0, (0...127).reversed())
    #expect(one(&listening)?.control == MIDIControl(.cc, 0))
  }

  @Test func `whatever is moved for however long, an answer is found in bounded memory`() {
    var random = SplitMix(seed: 5)
    var listening = Listening()
    let kinds: [MIDIMessage.Kind] = [.noteOn, .controlChange, .pitchBend, .nrpn, .control14]
    for _ in 0..<100_000 {
      let bits = random.next()
      listening.send(
        MIDIMessage(
          kinds[Int(bits & 7) % 5], channel: Int(bits >> 8), number: Int(bits >> 16) & 0x7F,
          value: Int(bits >> 32) & 0x3FFF), after: Double(bits >> 60))
    }
    guard case .several(let findings) = listening.answer() else {
      Issue.record("\(listening.learn.answer)")
      return
    }
    #expect(findings.count <= MIDILearn.mostControls)
    for finding in findings {
      #expect(finding.valueCount <= finding.messageCount)
      #expect(finding.range.lowerBound >= -1 && finding.range.upperBound <= 16383)
    }
  }
}
