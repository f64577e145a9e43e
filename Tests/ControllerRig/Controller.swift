import CALSA
import Glibc

/// A client of the sequencer with its ports. It prints what comes in.
final class Controller {
  private let name: String
  private let ports: [String]
  private var sequencer: OpaquePointer?
  /// Others that keep numbers from being given again.
  private var placeholders: [OpaquePointer?] = []
  private(set) var heardCount = 0

  init(name: String, ports: [String]) throws {
    self.name = name
    self.ports = ports
    try open()
  }

  private func open() throws {
    try Failure.check(
      snd_seq_open(&sequencer, "default", SND_SEQ_OPEN_DUPLEX, SND_SEQ_NONBLOCK), "open")
    snd_seq_set_client_name(sequencer, name)
    snd_seq_set_client_pool_input(sequencer, 2000)
    for port in ports { try addPort(port) }
    say(now(), "client", snd_seq_client_id(sequencer))
  }

  func addPort(_ port: String) throws {
    let can =
      SND_SEQ_PORT_CAP_READ | SND_SEQ_PORT_CAP_SUBS_READ | SND_SEQ_PORT_CAP_WRITE
      | SND_SEQ_PORT_CAP_SUBS_WRITE
    try Failure.check(
      snd_seq_create_simple_port(
        sequencer, port, UInt32(can),
        UInt32(SND_SEQ_PORT_TYPE_MIDI_GENERIC | SND_SEQ_PORT_TYPE_HARDWARE)), "make a port")
  }

  /// Ends, as a device does whose cable is pulled, and comes back under another number.
  func bearAnew() throws {
    snd_seq_close(sequencer)
    var placeholder: OpaquePointer?
    try Failure.check(
      snd_seq_open(&placeholder, "default", SND_SEQ_OPEN_OUTPUT, SND_SEQ_NONBLOCK), "open")
    placeholders.append(placeholder)
    try open()
  }

  /// Whether somebody listens to a port and can send to it.
  func isConnected(_ port: Int) -> Bool {
    [SND_SEQ_QUERY_SUBS_READ, SND_SEQ_QUERY_SUBS_WRITE].allSatisfy { direction in
      var query: OpaquePointer?
      guard snd_seq_query_subscribe_malloc(&query) == 0 else { return false }
      defer { snd_seq_query_subscribe_free(query) }
      var root = snd_seq_addr_t(
        client: UInt8(snd_seq_client_id(sequencer)), port: UInt8(port))
      snd_seq_query_subscribe_set_root(query, &root)
      snd_seq_query_subscribe_set_type(query, direction)
      snd_seq_query_subscribe_set_index(query, 0)
      return snd_seq_query_port_subscribers(sequencer, query) == 0
    }
  }

  /// Sends to all who listen to a port.
  func send(_ event: snd_seq_event_t, from port: Int) throws {
    var event = event
    event.queue = UInt8(SND_SEQ_QUEUE_DIRECT)
    event.source.port = UInt8(port)
    event.dest.client = UInt8(SND_SEQ_ADDRESS_SUBSCRIBERS)
    event.dest.port = UInt8(SND_SEQ_ADDRESS_UNKNOWN)
    let result = snd_seq_event_output_direct(sequencer, &event)
    // A listener whose queue is full is told by the kernel that it has lost something; one that
    // wants no such message is as good as none.
    guard ![-EAGAIN, -ENOMEM, -ENOENT].contains(result) else { return }
    try Failure.check(result, "send")
  }

  /// Prints what comes in, for so long.
  func listen(milliseconds: Int32) {
    var descriptor = pollfd()
    snd_seq_poll_descriptors(sequencer, &descriptor, 1, Int16(POLLIN))
    guard poll(&descriptor, 1, milliseconds) > 0 else { return }
    while true {
      var event: UnsafeMutablePointer<snd_seq_event_t>?
      let result = snd_seq_event_input(sequencer, &event)
      if result == -ENOSPC { say(now(), "in", "lost") }
      guard result >= 0, let event else { return }
      guard let text = text(of: event.pointee) else { continue }
      heardCount += 1
      say(now(), "in", event.pointee.dest.port, text)
    }
  }

  /// Nil: not a message of a musician.
  private func text(of event: snd_seq_event_t) -> String? {
    let note = event.data.note
    let control = event.data.control
    let channel = Int(control.channel) + 1
    func key(_ word: String) -> String {
      "\(word) \(note.channel + 1) \(note.note) \(note.velocity)"
    }
    func numbered(_ word: String) -> String {
      "\(word) \(channel) \(control.param) \(control.value)"
    }
    return switch snd_seq_event_type(rawValue: UInt32(event.type)) {
    case SND_SEQ_EVENT_NOTEON: key("note")
    case SND_SEQ_EVENT_NOTEOFF: key("off")
    case SND_SEQ_EVENT_KEYPRESS: key("key-pressure")
    case SND_SEQ_EVENT_CONTROLLER: numbered("cc")
    case SND_SEQ_EVENT_CONTROL14: numbered("control14")
    case SND_SEQ_EVENT_NONREGPARAM: numbered("nrpn-event")
    case SND_SEQ_EVENT_REGPARAM: numbered("rpn-event")
    case SND_SEQ_EVENT_PGMCHANGE: "program \(channel) \(control.value)"
    case SND_SEQ_EVENT_CHANPRESS: "pressure \(channel) \(control.value)"
    case SND_SEQ_EVENT_PITCHBEND: "pitchbend \(channel) \(control.value)"
    case SND_SEQ_EVENT_SYSEX:
      "sysex "
        + UnsafeRawBufferPointer(start: event.data.ext.ptr, count: Int(event.data.ext.len))
        .map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }
        .joined(separator: " ")
    default: nil
    }
  }
}

/// Microseconds of CLOCK_MONOTONIC.
func now() -> Int {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return time.tv_sec * 1_000_000 + time.tv_nsec / 1000
}
