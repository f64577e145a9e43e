import CALSA
import MixEngine

/// What the sequencer told, in our words.
struct SequencerEvent {
  enum Content: Equatable {
    case message(MIDIMessage)
    case portStarted(MIDIPort.ID)
    case portExited(MIDIPort.ID)
    case portChanged(MIDIPort.ID)
    case clientChanged(Int)
    case clientExited(Int)
    case connected(from: MIDIPort.ID, to: MIDIPort.ID)
    case disconnected(from: MIDIPort.ID, to: MIDIPort.ID)
  }

  /// Who sent it.
  var source: MIDIPort.ID
  var content: Content

  /// Nil: a type that nobody wants (clock, active sensing, system exclusive), or a value that MIDI
  /// does not have.
  ///
  /// The kernel could keep types from us, but it then tells senders of an error, at which a virtual
  /// device leaves off in the middle of what it was sending.
  init?(_ event: snd_seq_event_t) {
    source = MIDIPort.ID(event.source)
    // Software clients may write any type into an event: announcements count from the system only.
    guard source.isSystem else {
      guard let message = MIDIMessage(event) else { return nil }
      content = .message(message)
      return
    }
    let id = MIDIPort.ID(event.data.addr)
    let ends = event.data.connect
    switch snd_seq_event_type(rawValue: UInt32(event.type)) {
    case SND_SEQ_EVENT_PORT_START: content = .portStarted(id)
    case SND_SEQ_EVENT_PORT_EXIT: content = .portExited(id)
    case SND_SEQ_EVENT_PORT_CHANGE: content = .portChanged(id)
    case SND_SEQ_EVENT_CLIENT_CHANGE: content = .clientChanged(id.client)
    case SND_SEQ_EVENT_CLIENT_EXIT: content = .clientExited(id.client)
    case SND_SEQ_EVENT_PORT_SUBSCRIBED:
      content = .connected(from: MIDIPort.ID(ends.sender), to: MIDIPort.ID(ends.dest))
    case SND_SEQ_EVENT_PORT_UNSUBSCRIBED:
      content = .disconnected(from: MIDIPort.ID(ends.sender), to: MIDIPort.ID(ends.dest))
    default: return nil
    }
  }
}

extension MIDIPort.ID {
  init(_ address: snd_seq_addr_t) {
    self.init(client: Int(address.client), port: Int(address.port))
  }

  var isSystem: Bool { client == Int(SND_SEQ_CLIENT_SYSTEM) }
}
