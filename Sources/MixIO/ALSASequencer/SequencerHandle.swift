import CALSA
import Glibc
import MixEngine

/// A client of the sequencer: the only place that calls the C library. One thread at a time.
final class SequencerHandle {
  /// What reading gives.
  enum Reading {
    case event(SequencerEvent)
    /// An event that means nothing to us.
    case nothing
    case empty
    /// The kernel's queue was full: all that was in it is lost.
    case overflowed
    case failed(reason: String)
  }

  enum Sending: Equatable {
    case sent, busy, failed
  }

  /// The largest that the kernel grants; more is ignored silently.
  static let inputPool = 2000

  let client: Int
  /// What is heard by us and what is sent by us; zero for a handle that only asks.
  private(set) var input = MIDIPort.ID(client: 0, port: 0)
  private(set) var output = MIDIPort.ID(client: 0, port: 0)
  private let sequencer: OpaquePointer

  /// Opens the sequencer without waiting for anything.
  ///
  /// - Parameter hasPorts: false for a client that only lists what is there.
  init(name: String, hasPorts: Bool) throws(SequencerProblem) {
    calsa_silence_errors()
    var opened: OpaquePointer?
    let error = snd_seq_open(&opened, "default", SND_SEQ_OPEN_DUPLEX, SND_SEQ_NONBLOCK)
    guard error == 0, let opened else {
      throw .noSequencer(
        reason: systemReason(-error), isForbidden: error == -EACCES || error == -EPERM)
    }
    sequencer = opened
    client = Int(snd_seq_client_id(opened))
    snd_seq_set_client_name(sequencer, name)
    guard hasPorts else { return }
    snd_seq_set_client_pool_input(sequencer, Self.inputPool)
    snd_seq_set_input_buffer_size(sequencer, Self.inputPool * MemoryLayout<snd_seq_event_t>.size)
    input = try port("controls", SND_SEQ_PORT_CAP_WRITE | SND_SEQ_PORT_CAP_SUBS_WRITE)
    output = try port("lights", SND_SEQ_PORT_CAP_READ | SND_SEQ_PORT_CAP_SUBS_READ)
    let announced = snd_seq_connect_from(
      sequencer, Int32(input.port), Int32(SND_SEQ_CLIENT_SYSTEM),
      Int32(SND_SEQ_PORT_SYSTEM_ANNOUNCE))
    guard announced == 0 else {
      throw .refused(doing: "tell of new devices", reason: systemReason(-announced))
    }
  }

  deinit { snd_seq_close(sequencer) }

  private func port(
    _ name: String, _ capabilities: some BinaryInteger
  ) throws(SequencerProblem) -> MIDIPort.ID {
    let number = snd_seq_create_simple_port(
      sequencer, name, UInt32(capabilities),
      UInt32(SND_SEQ_PORT_TYPE_MIDI_GENERIC | SND_SEQ_PORT_TYPE_APPLICATION))
    guard number >= 0 else {
      throw .refused(doing: "make a port", reason: systemReason(-number))
    }
    return MIDIPort.ID(client: client, port: Int(number))
  }

  // MARK: What is there

  /// All ports of others that send or receive, the sequencer's own aside.
  func ports() -> [MIDIPort] {
    var ports: [MIDIPort] = []
    eachClient { other in ports += self.ports(of: other) }
    return ports
  }

  /// The ports of one client, which may be gone already.
  func ports(of other: Int) -> [MIDIPort] {
    guard other != client, other != Int(SND_SEQ_CLIENT_SYSTEM) else { return [] }
    var info: OpaquePointer?
    guard snd_seq_port_info_malloc(&info) == 0, let info else { return [] }
    defer { snd_seq_port_info_free(info) }
    var clientName: String?
    var ports: [MIDIPort] = []
    snd_seq_port_info_set_client(info, Int32(other))
    snd_seq_port_info_set_port(info, -1)
    while snd_seq_query_next_port(sequencer, info) >= 0 {
      guard let name = clientName ?? self.name(of: other) else { return ports }
      clientName = name
      let port = port(info, of: other, clientName: name)
      let isHidden =
        snd_seq_port_info_get_capability(info) & UInt32(SND_SEQ_PORT_CAP_NO_EXPORT) != 0
      if port.sends || port.receives, !isHidden { ports.append(port) }
    }
    return ports
  }

  /// A port that is connected with our input, although nobody else may connect it. Nil: it is gone.
  func sendingPort(_ id: MIDIPort.ID) -> MIDIPort? {
    var info: OpaquePointer?
    guard snd_seq_port_info_malloc(&info) == 0, let info else { return nil }
    defer { snd_seq_port_info_free(info) }
    guard !id.isSystem, isConnected(id, input), let clientName = name(of: id.client),
      snd_seq_get_any_port_info(sequencer, Int32(id.client), Int32(id.port), info) == 0
    else { return nil }
    var port = port(info, of: id.client, clientName: clientName)
    port.sends = true
    return port
  }

  private func port(_ info: OpaquePointer, of other: Int, clientName: String) -> MIDIPort {
    let has = snd_seq_port_info_get_capability(info)
    func can(_ capabilities: some BinaryInteger) -> Bool {
      has & UInt32(capabilities) == UInt32(capabilities)
    }
    let sends = can(SND_SEQ_PORT_CAP_READ | SND_SEQ_PORT_CAP_SUBS_READ)
    let receives = can(SND_SEQ_PORT_CAP_WRITE | SND_SEQ_PORT_CAP_SUBS_WRITE)
    let type = snd_seq_port_info_get_type(info)
    return MIDIPort(
      id: MIDIPort.ID(client: other, port: Int(snd_seq_port_info_get_port(info))),
      clientName: clientName, portName: Self.text(snd_seq_port_info_get_name(info)),
      isHardware: type & UInt32(SND_SEQ_PORT_TYPE_HARDWARE) != 0, sends: sends, receives: receives)
  }

  private func name(of other: Int) -> String? {
    var info: OpaquePointer?
    guard snd_seq_client_info_malloc(&info) == 0, let info else { return nil }
    defer { snd_seq_client_info_free(info) }
    guard snd_seq_get_any_client_info(sequencer, Int32(other), info) >= 0 else { return nil }
    return Self.text(snd_seq_client_info_get_name(info))
  }

  private func eachClient(_ body: (Int) -> Void) {
    var info: OpaquePointer?
    guard snd_seq_client_info_malloc(&info) == 0, let info else { return }
    defer { snd_seq_client_info_free(info) }
    snd_seq_client_info_set_client(info, -1)
    while snd_seq_query_next_client(sequencer, info) >= 0 {
      body(Int(snd_seq_client_info_get_client(info)))
    }
  }

  /// Some drivers fill names up with blanks.
  private static func text(_ name: UnsafePointer<CChar>?) -> String {
    guard let name else { return "" }
    let text = String(cString: name)
    guard let last = text.lastIndex(where: { $0 != " " }) else { return "" }
    return String(text[text.firstIndex { $0 != " " }!...last])
  }

  // MARK: Connections

  /// Connects a port with our ports, in the directions that it has.
  ///
  /// - Returns: whether a connection was made that was not there before. Nil reason: it is connected.
  func connect(_ port: MIDIPort) -> (isNew: Bool, refusal: String?) {
    var isNew = false
    for (from, to) in ways(of: port) {
      switch subscribe(from, to) {
      case 0: isNew = true
      case -EBUSY where isConnected(from, to): break
      case let error:
        disconnect(port)
        return (false, systemReason(-error))
      }
    }
    return (isNew, nil)
  }

  func disconnect(_ port: MIDIPort) {
    for (from, to) in ways(of: port) {
      withSubscription(from, to) { _ = snd_seq_unsubscribe_port(sequencer, $0) }
    }
  }

  func isConnected(_ from: MIDIPort.ID, _ to: MIDIPort.ID) -> Bool {
    withSubscription(from, to) { snd_seq_get_port_subscription(sequencer, $0) } == 0
  }

  private func ways(of port: MIDIPort) -> [(MIDIPort.ID, MIDIPort.ID)] {
    (port.sends ? [(port.id, input)] : []) + (port.receives ? [(output, port.id)] : [])
  }

  private func subscribe(_ from: MIDIPort.ID, _ to: MIDIPort.ID) -> Int32 {
    withSubscription(from, to) { snd_seq_subscribe_port(sequencer, $0) } ?? -ENOMEM
  }

  private func withSubscription<Result>(
    _ from: MIDIPort.ID, _ to: MIDIPort.ID, _ body: (OpaquePointer) -> Result
  ) -> Result? {
    var subscription: OpaquePointer?
    guard snd_seq_port_subscribe_malloc(&subscription) == 0, let subscription else { return nil }
    defer { snd_seq_port_subscribe_free(subscription) }
    var address = snd_seq_addr_t(from)
    snd_seq_port_subscribe_set_sender(subscription, &address)
    address = snd_seq_addr_t(to)
    snd_seq_port_subscribe_set_dest(subscription, &address)
    return body(subscription)
  }

  // MARK: Events

  /// What to wait on until there is something to read.
  var descriptors: [pollfd] {
    let count = snd_seq_poll_descriptors_count(sequencer, Int16(POLLIN))
    var descriptors = [pollfd](repeating: pollfd(), count: Int(count))
    snd_seq_poll_descriptors(sequencer, &descriptors, UInt32(count), Int16(POLLIN))
    return descriptors
  }

  /// Reads one event, without waiting.
  func read() -> Reading {
    var event: UnsafeMutablePointer<snd_seq_event_t>?
    switch snd_seq_event_input(sequencer, &event) {
    case -EAGAIN: return .empty
    case -EINTR: return .nothing
    case -ENOSPC: return .overflowed
    case let error where error < 0: return .failed(reason: systemReason(-error))
    default: return event.flatMap { SequencerEvent($0.pointee) }.map(Reading.event) ?? .nothing
    }
  }

  /// Sends at once, to this port alone.
  func send(_ item: PacedOutput.Item, to id: MIDIPort.ID) -> Sending {
    switch item {
    case .message(let message):
      return send(message.event, to: id)
    case .exclusive(var bytes):
      return bytes.withUnsafeMutableBytes { bytes in
        var event = snd_seq_event_t()
        event.queue = UInt8(SND_SEQ_QUEUE_DIRECT)
        event.type = UInt8(SND_SEQ_EVENT_SYSEX.rawValue)
        event.flags = UInt8(SND_SEQ_EVENT_LENGTH_VARIABLE)
        event.data.ext.len = UInt32(bytes.count)
        event.data.ext.ptr = bytes.baseAddress
        return send(event, to: id)
      }
    }
  }

  private func send(_ event: snd_seq_event_t, to id: MIDIPort.ID) -> Sending {
    var event = event
    event.source.port = UInt8(output.port)
    event.dest = snd_seq_addr_t(id)
    switch snd_seq_event_output_direct(sequencer, &event) {
    // No memory: the device's own buffer is full.
    case -EAGAIN, -ENOMEM, -EINTR: return .busy
    case let result where result < 0: return .failed
    default: return .sent
    }
  }
}

extension snd_seq_addr_t {
  fileprivate init(_ id: MIDIPort.ID) {
    self.init(client: UInt8(id.client), port: UInt8(id.port))
  }
}
