import CRealtime
import Glibc
import MixEngine

/// The MIDI thread's side of an `ALSASequencer`: which ports are there and connected, what was read
/// and is not given yet, what waits to be sent.
///
/// Unchecked: all of it belongs to the MIDI thread, which is started after it is made.
final class SequencerConnections: @unchecked Sendable {
  private struct Connection {
    var port: MIDIPort
    var output = PacedOutput()
    /// Somebody else made it: it is not ours to end.
    var isByHand = false
  }

  /// How much may wait here while a receiver is slow; what the kernel keeps comes on top.
  private static let waitingLimit = 65_536
  /// After how many messages the kernel's queue is emptied anew, so that it doesn't get full while
  /// the receiver works.
  private static let refillCount = 32

  /// Nil once the sequencer is gone.
  private var handle: SequencerHandle?
  private let receiver: any MIDIReceiver
  private var ports: [MIDIPort] = []
  private var connections: [MIDIPort.ID: Connection] = [:]
  private var waiting: [SequencerEvent] = []
  /// Since it was last told.
  private var lost = 0
  private var nextTick: Int64?

  init(handle: SequencerHandle, receiver: any MIDIReceiver) {
    self.handle = handle
    self.receiver = receiver
  }

  // MARK: The loop

  func run(_ sequencer: ALSASequencer) {
    scan(sequencer)
    receiver.batchEnded(sequencer: sequencer)
    while !sequencer.isClosing {
      sequencer.countTurn()
      sendWhatIsDue(sequencer)
      let readable = wait(sequencer)
      for work in sequencer.takeWork() { work() }
      if readable { giveAll(sequencer) }
      tick(sequencer)
    }
    receiver.willClose(sequencer: sequencer)
    sendWhatIsDue(sequencer)
    handle = nil
  }

  /// Sleeps until something happens or is due.
  /// - Returns: whether there is something to read.
  private func wait(_ sequencer: ALSASequencer) -> Bool {
    var descriptors = (handle?.descriptors ?? []) + [sequencer.wakePoll]
    let now = crt_monotonic_ns()
    schedule(at: now)
    let dues = connections.values.compactMap(\.output.dueTime) + [nextTick].compactMap(\.self)
    // Rounded up: a wait that ends too early would be a busy one.
    let timeout = dues.min().map { due in
      due <= now ? 0 : Int32(clamping: (due - now + 999_999) / 1_000_000)
    }
    guard poll(&descriptors, nfds_t(descriptors.count), timeout ?? -1) > 0 else { return false }
    if descriptors.removeLast().revents != 0 { sequencer.clearWake() }
    let broken = Int16(POLLERR | POLLHUP | POLLNVAL)
    if descriptors.contains(where: { $0.revents & broken != 0 }) {
      fail("its device is gone", sequencer)
      return false
    }
    return descriptors.contains { $0.revents != 0 }
  }

  private func schedule(at now: Int64) {
    guard let interval = receiver.tickMilliseconds else {
      nextTick = nil
      return
    }
    let next = now + Int64(max(1, interval)) * 1_000_000
    nextTick = min(nextTick ?? next, next)
  }

  private func tick(_ sequencer: ALSASequencer) {
    guard let due = nextTick, due <= crt_monotonic_ns() else { return }
    nextTick = nil
    receiver.tick(sequencer: sequencer)
  }

  /// The sequencer itself does not answer any more: waiting on it would be a busy loop.
  private func fail(_ reason: String, _ sequencer: ALSASequencer) {
    handle = nil
    ports = []
    sequencer.publish(ports)
    for id in connections.keys.sorted(by: <) { vanish(id, sequencer) }
    receiver.failed(reason)
  }

  // MARK: Reading

  private func giveAll(_ sequencer: ALSASequencer) {
    fill(sequencer)
    var first = 0
    while first < waiting.count {
      take(waiting[first], sequencer)
      first += 1
      if first % Self.refillCount == 0 { fill(sequencer) }
    }
    // A clock that only ticks disturbs nobody.
    guard first > 0 || lost > 0 else { return }
    waiting.removeAll(keepingCapacity: true)
    if lost > 0 { tellLost(sequencer) }
    receiver.batchEnded(sequencer: sequencer)
  }

  /// Empties the kernel's queue.
  private func fill(_ sequencer: ALSASequencer) {
    while let handle {
      switch handle.read() {
      case .event(let event):
        if waiting.count < Self.waitingLimit {
          waiting.append(event)
        } else {
          lost += 1
        }
      case .nothing: break
      case .empty: return
      case .overflowed: lost += 1
      case .failed(let reason):
        waiting = []
        return fail(reason, sequencer)
      }
    }
  }

  private func tellLost(_ sequencer: ALSASequencer) {
    let count = lost
    lost = 0
    sequencer.countLost(count)
    receiver.lost(count, sequencer: sequencer)
    scan(sequencer)
  }

  private func take(_ event: SequencerEvent, _ sequencer: ALSASequencer) {
    switch event.content {
    case .message(let message):
      guard connections[event.source] != nil else { return }
      receiver.received(message, from: event.source, sequencer: sequencer)
    case .portStarted(let id): look(at: id.client, sequencer, started: id)
    case .portChanged(let id): look(at: id.client, sequencer)
    case .clientChanged(let client): look(at: client, sequencer)
    case .portExited(let id):
      forget(sequencer) { $0 == id }
    case .clientExited(let client):
      forget(sequencer) { $0.client == client }
    case .connected(let from, let to):
      if to == handle?.input { patched(from, sequencer) }
    case .disconnected(let from, let to):
      // Ours is ended before it is told; and a new one may have been made since.
      if let handle, to == handle.input, !handle.isConnected(from, to) { vanish(from, sequencer) }
    }
  }

  // MARK: Ports

  /// Brings what is known up to date with what is there, after a start or a loss.
  private func scan(_ sequencer: ALSASequencer) {
    guard let handle else { return }
    let before = Set(ports.map(\.id))
    ports = handle.ports()
    sequencer.publish(ports)
    for id in connections.keys.sorted(by: <) {
      if connections[id]?.isByHand == true {
        if !handle.isConnected(id, handle.input) { vanish(id, sequencer) }
      } else if let port = ports.first(where: { $0.id == id }) {
        // A connection that has to be made anew tells of a port that was away meanwhile.
        guard handle.connect(port).isNew else { continue }
        vanish(id, sequencer)
        offer(port, sequencer)
      } else {
        vanish(id, sequencer)
      }
    }
    for port in ports where connections[port.id] == nil && !before.contains(port.id) {
      offer(port, sequencer)
    }
  }

  /// Looks at the ports of one client: names may have changed, or a port may have come.
  private func look(at client: Int, _ sequencer: ALSASequencer, started: MIDIPort.ID? = nil) {
    guard let handle, client != handle.client else { return }
    // A port that came back under its old numbers is not the one that was connected, and has no
    // connection any more; one that still has it was found before its start was read.
    if let started, !handle.isConnected(started, handle.input) {
      forget(sequencer) { $0 == started }
    }
    let found = handle.ports(of: client)
    let before = ports.filter { $0.id.client == client }
    guard found != before else { return }
    ports = ports.filter { $0.id.client != client } + found
    ports.sort { $0.id < $1.id }
    sequencer.publish(ports)
    for port in found where !before.contains(port) { offer(port, sequencer) }
  }

  /// Connects a port if it is wanted and is not connected yet.
  private func offer(_ port: MIDIPort, _ sequencer: ALSASequencer) {
    guard let handle, connections[port.id] == nil else { return }
    guard receiver.wants(port, among: ports) else {
      patched(port.id, sequencer)
      return
    }
    if let reason = handle.connect(port).refusal {
      receiver.portRefused(port, reason: reason)
      return
    }
    connections[port.id] = Connection(port: port)
    receiver.portAppeared(port, sequencer: sequencer)
  }

  /// Somebody has connected a port with our input.
  private func patched(_ id: MIDIPort.ID, _ sequencer: ALSASequencer) {
    guard connections[id] == nil, let port = handle?.sendingPort(id) else { return }
    connections[id] = Connection(port: port, isByHand: true)
    receiver.portAppeared(port, sequencer: sequencer)
  }

  private func forget(_ sequencer: ALSASequencer, _ isGone: (MIDIPort.ID) -> Bool) {
    ports.removeAll { isGone($0.id) }
    sequencer.publish(ports)
    for id in connections.keys.sorted(by: <) where isGone(id) { vanish(id, sequencer) }
  }

  private func vanish(_ id: MIDIPort.ID, _ sequencer: ALSASequencer) {
    guard connections.removeValue(forKey: id) != nil else { return }
    receiver.portVanished(id, sequencer: sequencer)
  }

  func reconsider(_ sequencer: ALSASequencer) {
    guard let handle else { return }
    for id in connections.keys.sorted(by: <) {
      guard let connection = connections[id], !connection.isByHand,
        !receiver.wants(connection.port, among: ports)
      else { continue }
      handle.disconnect(connection.port)
      vanish(id, sequencer)
    }
    for port in ports { offer(port, sequencer) }
  }

  // MARK: Sending

  func send(_ item: PacedOutput.Item, to id: MIDIPort.ID, _ sequencer: ALSASequencer) {
    guard connections[id]?.port.receives == true else { return }
    if connections[id]?.output.append(item) == false { sequencer.countUnsent(1) }
  }

  private func sendWhatIsDue(_ sequencer: ALSASequencer) {
    guard let handle else { return }
    for id in connections.keys {
      while let item = connections[id]?.output.next(at: crt_monotonic_ns()) {
        switch handle.send(item, to: id) {
        case .sent:
          connections[id]?.output.sent(at: crt_monotonic_ns())
        case .busy:
          connections[id]?.output.refused(at: crt_monotonic_ns())
        case .failed:
          // The port is gone; that it is will be read soon.
          connections[id]?.output.sent(at: crt_monotonic_ns())
          sequencer.countUnsent(1)
        }
      }
    }
  }
}

extension MIDIPort.ID {
  fileprivate static func < (a: MIDIPort.ID, b: MIDIPort.ID) -> Bool {
    (a.client, a.port) < (b.client, b.port)
  }
}
