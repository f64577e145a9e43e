import CALSA
import MixEngine
import Testing

@testable import MixIO

@Suite struct SequencerEventTests {
  private func control(
    _ type: snd_seq_event_type, channel: UInt8, _ number: UInt32, _ value: Int32
  ) -> snd_seq_event_t {
    var event = snd_seq_event_t()
    event.type = UInt8(type.rawValue)
    event.source = snd_seq_addr_t(client: 128, port: 1)
    event.data.control.channel = channel
    event.data.control.param = number
    event.data.control.value = value
    return event
  }

  @Test func `whatever a software client writes, a value is held in its range`() {
    func value(_ type: snd_seq_event_type, _ value: Int32) -> UInt16? {
      MIDIMessage(control(type, channel: 0, 1, value))?.value
    }
    #expect(value(SND_SEQ_EVENT_CONTROLLER, 128) == 127)
    #expect(value(SND_SEQ_EVENT_CONTROLLER, -1) == 0)
    #expect(value(SND_SEQ_EVENT_CONTROL14, .max) == 16383)
    #expect(value(SND_SEQ_EVENT_CHANPRESS, .min) == 0)
    #expect(value(SND_SEQ_EVENT_PITCHBEND, 8192) == 16383)
    #expect(value(SND_SEQ_EVENT_PITCHBEND, -8193) == 0)
    #expect(value(SND_SEQ_EVENT_PITCHBEND, .min) == 0)
  }

  @Test func `what has a channel or number that MIDI does not have means nothing`() {
    #expect(MIDIMessage(control(SND_SEQ_EVENT_CONTROLLER, channel: 16, 1, 1)) == nil)
    #expect(MIDIMessage(control(SND_SEQ_EVENT_CONTROLLER, channel: 0, 128, 1)) == nil)
    #expect(MIDIMessage(control(SND_SEQ_EVENT_CONTROLLER, channel: 0, .max, 1)) == nil)
    #expect(MIDIMessage(control(SND_SEQ_EVENT_CONTROL14, channel: 0, 32, 1)) == nil)
    #expect(MIDIMessage(control(SND_SEQ_EVENT_NONREGPARAM, channel: 0, 16384, 1)) == nil)
    #expect(MIDIMessage(control(SND_SEQ_EVENT_PGMCHANGE, channel: 0, 0, 128)) == nil)
    #expect(MIDIMessage(control(SND_SEQ_EVENT_PGMCHANGE, channel: 0, 0, -1)) == nil)
    #expect(MIDIMessage(control(SND_SEQ_EVENT_CLOCK, channel: 0, 0, 0)) == nil)
    #expect(MIDIMessage(control(SND_SEQ_EVENT_SENSING, channel: 0, 0, 0)) == nil)
  }

  @Test func `only the system announces ports`() {
    var event = snd_seq_event_t()
    event.type = UInt8(SND_SEQ_EVENT_PORT_EXIT.rawValue)
    event.data.addr = snd_seq_addr_t(client: 20, port: 1)
    event.source = snd_seq_addr_t(client: 0, port: 1)
    #expect(SequencerEvent(event)?.content == .portExited(MIDIPort.ID(client: 20, port: 1)))
    event.source = snd_seq_addr_t(client: 128, port: 1)
    #expect(SequencerEvent(event) == nil)
  }

  @Test func `what is sent in parts is sent the most significant first`() {
    func parts(_ kind: MIDIMessage.Kind, _ number: Int, _ value: Int) -> [[UInt16]] {
      let message = MIDIMessage(kind, channel: 3, number: number, value: value)
      #expect(message.parts.allSatisfy { $0.channel == 3 && $0.kind == .controlChange })
      #expect(message.byteCount == 3 * message.parts.count)
      return message.parts.map { [$0.number, $0.value] }
    }
    #expect(parts(.control14, 7, 8193) == [[7, 64], [39, 1]])
    #expect(parts(.nrpn, 300, 16383) == [[99, 2], [98, 44], [6, 127], [38, 127]])
    #expect(parts(.rpn, 1, 8192) == [[101, 0], [100, 1], [6, 64], [38, 0]])
    let note = MIDIMessage(.noteOn, channel: 1, number: 2, value: 3)
    #expect(note.parts == [note])
  }

  @Test(arguments: [
    MIDIMessage.Kind.noteOff, .noteOn, .keyPressure, .controlChange, .programChange,
    .channelPressure, .pitchBend,
  ])
  func `what is sent as an event is read as the same message`(_ kind: MIDIMessage.Kind) {
    for channel in 0..<16 {
      for n in stride(from: 0, to: 128, by: 9) {
        let hasNumber = kind != .channelPressure && kind != .pitchBend
        let message = MIDIMessage(
          kind, channel: channel, number: hasNumber ? n : 0,
          value: kind == .programChange ? 127 : kind == .pitchBend ? n * 129 : 127 - n)
        #expect(MIDIMessage(message.event) == message)
      }
    }
  }
}
