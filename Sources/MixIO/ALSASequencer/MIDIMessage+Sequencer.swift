import CALSA
import MixEngine

extension MIDIMessage {
  /// The message that an event of the sequencer stands for. Nil: none, or one with a number that
  /// MIDI does not have; a value is held in its range.
  ///
  /// A note with a duration is not among them: the kernel makes two events of it.
  init?(_ event: snd_seq_event_t) {
    let note = event.data.note
    let control = event.data.control
    func seven(_ value: some BinaryInteger) -> Int { min(max(Int(value), 0), 127) }
    func fourteen(_ value: some BinaryInteger) -> Int { min(max(Int(value), 0), 16383) }
    let kind: Kind
    var channel = Int(control.channel)
    var number = 0
    var numberCount = 1
    let value: Int
    func ofNote(_ kind: Kind) -> (Kind, Int, Int, Int, Int) {
      (kind, Int(note.channel), Int(note.note), 128, seven(note.velocity))
    }
    func ofParameter(_ kind: Kind, _ count: Int) -> (Kind, Int, Int, Int, Int) {
      (
        kind, Int(control.channel), Int(control.param), count,
        count == 128 ? seven(control.value) : fourteen(control.value)
      )
    }
    switch snd_seq_event_type(rawValue: UInt32(event.type)) {
    case SND_SEQ_EVENT_NOTEON:
      (kind, channel, number, numberCount, value) = ofNote(.noteOn)
    case SND_SEQ_EVENT_NOTEOFF:
      (kind, channel, number, numberCount, value) = ofNote(.noteOff)
    case SND_SEQ_EVENT_KEYPRESS:
      (kind, channel, number, numberCount, value) = ofNote(.keyPressure)
    case SND_SEQ_EVENT_CONTROLLER:
      (kind, channel, number, numberCount, value) = ofParameter(.controlChange, 128)
    case SND_SEQ_EVENT_CONTROL14:
      (kind, channel, number, numberCount, value) = ofParameter(.control14, 32)
    case SND_SEQ_EVENT_NONREGPARAM:
      (kind, channel, number, numberCount, value) = ofParameter(.nrpn, 16384)
    case SND_SEQ_EVENT_REGPARAM:
      (kind, channel, number, numberCount, value) = ofParameter(.rpn, 16384)
    case SND_SEQ_EVENT_PGMCHANGE:
      (kind, number, numberCount, value) = (.programChange, Int(control.value), 128, 127)
    case SND_SEQ_EVENT_CHANPRESS:
      (kind, value) = (.channelPressure, seven(control.value))
    case SND_SEQ_EVENT_PITCHBEND:
      (kind, value) = (.pitchBend, fourteen(Int(control.value) + 8192))
    default: return nil
    }
    guard channel < 16, (0..<numberCount).contains(number) else { return nil }
    self.init(kind, channel: channel, number: number, value: value)
  }

  /// What is sent for this message: more than one where it comes in parts over a cable. The kernel
  /// would take it apart too, but has no room for all the bytes where the device is a virtual one.
  var parts: [MIDIMessage] {
    func control(_ number: Int, _ value: UInt16) -> MIDIMessage {
      MIDIMessage(.controlChange, channel: Int(channel), number: number, value: Int(value))
    }
    func parameter(_ first: Int) -> [MIDIMessage] {
      [
        control(first, self.number >> 7), control(first - 1, self.number & 127),
        control(6, value >> 7), control(38, value & 127),
      ]
    }
    return switch kind {
    case .control14: [control(Int(number), value >> 7), control(Int(number) + 32, value & 127)]
    case .nrpn: parameter(99)
    case .rpn: parameter(101)
    default: [self]
    }
  }

  /// The event that stands for one of the parts, without addresses.
  var event: snd_seq_event_t {
    var event = snd_seq_event_t()
    event.queue = UInt8(SND_SEQ_QUEUE_DIRECT)
    func set(_ type: snd_seq_event_type) { event.type = UInt8(type.rawValue) }
    func setNote(_ type: snd_seq_event_type) {
      set(type)
      event.data.note.channel = channel
      event.data.note.note = UInt8(truncatingIfNeeded: number)
      event.data.note.velocity = UInt8(truncatingIfNeeded: value)
    }
    func setControl(_ type: snd_seq_event_type, value: Int) {
      set(type)
      event.data.control.channel = channel
      event.data.control.param = UInt32(number)
      event.data.control.value = Int32(value)
    }
    switch kind {
    case .noteOn: setNote(SND_SEQ_EVENT_NOTEON)
    case .noteOff: setNote(SND_SEQ_EVENT_NOTEOFF)
    case .keyPressure: setNote(SND_SEQ_EVENT_KEYPRESS)
    case .controlChange: setControl(SND_SEQ_EVENT_CONTROLLER, value: Int(value))
    case .programChange: setControl(SND_SEQ_EVENT_PGMCHANGE, value: Int(number))
    case .channelPressure: setControl(SND_SEQ_EVENT_CHANPRESS, value: Int(value))
    case .pitchBend: setControl(SND_SEQ_EVENT_PITCHBEND, value: Int(value) - 8192)
    case .control14, .nrpn, .rpn: preconditionFailure("sent in parts")
    }
    return event
  }

  /// How many bytes a device's cable carries for it.
  var byteCount: Int {
    switch kind {
    case .programChange, .channelPressure: 2
    case .noteOn, .noteOff, .keyPressure, .controlChange, .pitchBend: 3
    case .control14, .nrpn, .rpn: parts.count * 3
    }
  }
}
