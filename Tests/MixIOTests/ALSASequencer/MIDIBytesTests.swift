import MixEngine
import Testing

@testable import MixIO

/// Status bytes and lengths: MIDI 1.0, tables I to VI.
@Suite struct MIDIBytesTests {
  private static func message(
    _ kind: MIDIMessage.Kind, _ channel: Int, _ number: Int, _ value: Int
  ) -> PacedOutput.Item {
    .message(MIDIMessage(kind, channel: channel, number: number, value: value))
  }

  static let cases: [(name: String, bytes: [UInt8], items: [PacedOutput.Item])] = [
    ("nothing", [], []),
    ("note on", [0x90, 60, 100], [message(.noteOn, 0, 60, 100)]),
    ("note off", [0x8F, 60, 64], [message(.noteOff, 15, 60, 64)]),
    ("key pressure", [0xA1, 1, 2], [message(.keyPressure, 1, 1, 2)]),
    ("control change", [0xB2, 7, 127], [message(.controlChange, 2, 7, 127)]),
    ("program change", [0xC3, 9], [message(.programChange, 3, 9, 127)]),
    ("channel pressure", [0xD4, 99], [message(.channelPressure, 4, 0, 99)]),
    ("pitch bend, the low part first", [0xE5, 1, 64], [message(.pitchBend, 5, 0, 8193)]),
    (
      "running status", [0x90, 1, 2, 3, 4, 0xC0, 5, 6],
      [
        message(.noteOn, 0, 1, 2), message(.noteOn, 0, 3, 4), message(.programChange, 0, 5, 127),
        message(.programChange, 0, 6, 127),
      ]
    ),
    ("exclusive", [0xF0, 0x7E, 1, 0xF7], [.exclusive([0xF0, 0x7E, 1, 0xF7])]),
    (
      "a clock anywhere", [0x90, 0xF8, 1, 0xFE, 2, 0xF0, 0xF8, 3, 0xF7],
      [message(.noteOn, 0, 1, 2), .exclusive([0xF0, 3, 0xF7])]
    ),
    (
      "exclusive ends running status", [0x90, 1, 2, 0xF0, 0xF7, 3, 4],
      [
        message(.noteOn, 0, 1, 2), .exclusive([0xF0, 0xF7]),
      ]
    ),
    ("an exclusive message without an end", [0xF0, 1, 2, 0x90, 3, 4], [message(.noteOn, 0, 3, 4)]),
    (
      "other system messages", [0xF1, 5, 0xF2, 1, 2, 0xF3, 1, 0xF6, 0x90, 1, 1],
      [
        message(.noteOn, 0, 1, 1)
      ]
    ),
    ("data without a status", [1, 2, 3], []),
    ("an end without a beginning", [0xF7, 0x90, 1, 1], [message(.noteOn, 0, 1, 1)]),
    ("half a message", [0xB0, 7], []),
    ("half a message before another", [0xB0, 7, 0x90, 1, 1], [message(.noteOn, 0, 1, 1)]),
  ]

  @Test(arguments: cases)
  func `bytes are cut into messages`(
    _ one: (name: String, bytes: [UInt8], items: [PacedOutput.Item])
  ) {
    #expect(MIDIBytes.items(one.bytes) == one.items, "\(one.name)")
  }
}
