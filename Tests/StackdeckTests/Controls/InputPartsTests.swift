import MixEngine
import Testing

@testable import stackdeck

@Suite struct InputPartsTests {
  static let port = MIDIPort.ID(client: 20, port: 0)

  /// What a port sends, decoded, one message a millisecond.
  static func heard(_ messages: [MIDIMessage], every gap: Int64 = 1_000_000) -> [HeardInput] {
    var decoder = MIDIDecoder()
    var heard: [HeardInput] = []
    var time: Int64 = 0
    for message in messages {
      time += gap
      decoder.decode(message, from: port, at: time) {
        heard.append(HeardInput(port: $0, input: $1, time: time))
      }
    }
    decoder.flush(at: time + 100_000_000) {
      heard.append(HeardInput(port: $0, input: $1, time: time))
    }
    return heard
  }

  static func cc(_ number: Int, _ value: Int) -> MIDIMessage {
    MIDIMessage(.controlChange, channel: 0, number: number, value: value)
  }

  static func whole(_ messages: [MIDIMessage], every gap: Int64 = 1_000_000) -> [String] {
    var parts = InputParts()
    let heard = heard(messages, every: gap)
    return zip(heard, parts.roles(of: heard)).filter { $0.1 == .whole }.map {
      switch $0.0.input.value {
      case .coarse(let value), .fine(let value): "\($0.0.input.control.text): \(value)"
      case .steps(let steps): "\($0.0.input.control.text): \(steps) steps"
      }
    }
  }

  @Test func `a plain fader is a plain fader`() {
    #expect(Self.whole([Self.cc(7, 1), Self.cc(7, 2)]) == ["cc 7: 1", "cc 7: 2"])
  }

  @Test func `two controls whose numbers are 32 apart are two, unless they move together`() {
    // The first fader and the first button of many a controller.
    #expect(
      Self.whole([Self.cc(0, 1), Self.cc(32, 127), Self.cc(0, 2)], every: 50_000_000)
        == ["cc 0: 1", "cc 32: 127", "cc 0: 2"])
  }

  @Test func `what looked like a pair for a moment is two controls again`() {
    // A button is pressed while the fader moves.
    var parts = InputParts()
    func roles(_ messages: [MIDIMessage]) -> [InputParts.Role] {
      let heard = Self.heard(messages, every: 5_000_000)
      return zip(heard, parts.roles(of: heard)).filter { $0.0.input.control.kind == .cc }.map(\.1)
    }
    #expect(roles([Self.cc(0, 1), Self.cc(32, 127)]) == [.part, .part])
    #expect(roles([Self.cc(0, 2), Self.cc(0, 3)]) == [.whole, .whole])
  }

  @Test func `a fine fader is one control`() {
    #expect(
      Self.whole([Self.cc(7, 64), Self.cc(39, 1), Self.cc(7, 64), Self.cc(39, 2)])
        == ["cc14 7: 8193", "cc14 7: 8194"])
  }

  @Test func `a parameter's selection and its data are no controls beside it`() {
    #expect(
      Self.whole([Self.cc(99, 2), Self.cc(98, 44), Self.cc(6, 39), Self.cc(38, 8)])
        == ["nrpn 300: 5000"])
  }

  @Test func `a port that is gone is forgotten`() {
    var parts = InputParts()
    _ = parts.roles(of: Self.heard([Self.cc(7, 64), Self.cc(39, 1)]))
    parts.forget(Self.port)
    let alone = Self.heard([Self.cc(7, 64)])
    #expect(parts.roles(of: alone).first == .whole)
  }
}

@Suite struct HeardLineTests {
  static func line(_ kind: MIDIControl.Kind, _ value: MIDIInput.Value, _ to: [String]?) -> HeardLine
  {
    HeardLine(
      port: "nano", input: MIDIInput(MIDIControl(kind, 7), channel: 9, value), addresses: to)
  }

  @Test func `a line says port, control, channel, value, and what moves`() {
    #expect(
      Self.line(.cc, .coarse(64), ["player.a.gain", "player.b.gain"]).text(.utf8)
        == "nano: cc 7, channel 10: 64 → player.a.gain, player.b.gain")
    #expect(Self.line(.cc, .coarse(64), []).text(.utf8) == "nano: cc 7, channel 10: 64 → nothing")
    #expect(Self.line(.cc, .coarse(0), nil).text(.utf8) == "nano: cc 7, channel 10: 0")
    #expect(Self.line(.note, .coarse(0), nil).text(.utf8) == "nano: note 7, channel 10: off")
    #expect(Self.line(.nrpn, .steps(-1), ["x"]).text(.utf8) == "nano: nrpn 7, channel 10: −1 → x")
    #expect(Self.line(.nrpn, .steps(-1), ["x"]).text(.ascii) == "nano: nrpn 7, channel 10: -1 -> x")
    #expect(
      Self.line(.pitchBend, .fine(8192), nil).text(.utf8) == "nano: pitchbend, channel 10: 8192")
  }

  @Test func `the same in JSON`() {
    #expect(
      Self.line(.cc, .coarse(64), ["player.a.gain"]).json
        == "{\"event\":\"input\",\"port\":\"nano\",\"kind\":\"cc\",\"number\":7,\"channel\":10,"
        + "\"value\":64,\"to\":[\"player.a.gain\"]}\n")
    #expect(
      Self.line(.pitchBend, .fine(0), nil).json
        == "{\"event\":\"input\",\"port\":\"nano\",\"kind\":\"pitchbend\",\"channel\":10,"
        + "\"value\":0}\n")
    #expect(Self.line(.nrpn, .steps(1), []).json.contains("\"steps\":1,\"to\":[]"))
  }
}
