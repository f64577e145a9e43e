import CRealtime
import Glibc
import MixEngine
import Synchronization

/// The one client of the ALSA sequencer that a program has, and its thread, the MIDI thread.
///
/// It connects the ports that its receiver wants, those that are there and those that come, whatever
/// numbers they have, and gives it what they send. Nothing waits for anybody: what a device can't
/// take now is sent later. While nothing happens the thread sleeps.
public final class ALSASequencer: Sendable {
  private struct Requests {
    var ports: [MIDIPort] = []
    var work: [@Sendable () -> Void] = []
    var isClosing = false
  }

  private let requests = Mutex(Requests())
  private let wakeDescriptor: WakeDescriptor
  private let lostMessages = Atomic<Int>(0)
  private let unsentMessages = Atomic<Int>(0)
  private let turns = Atomic<Int>(0)
  private let thread = Mutex<OutputThread?>(nil)
  /// Belongs to the MIDI thread once that runs.
  private let connections: SequencerConnections

  /// Opens the sequencer and begins: the ports that are there are told to `receiver` at once, on the
  /// MIDI thread. `close` must be called at the end; until then both are kept alive.
  public init(
    clientName: String = "stackdeck", receiver: any MIDIReceiver
  ) throws(SequencerProblem) {
    let handle = try SequencerHandle(name: clientName, hasPorts: true)
    guard let wakeDescriptor = WakeDescriptor() else {
      throw .refused(doing: "work", reason: systemReason(errno))
    }
    self.wakeDescriptor = wakeDescriptor
    // Known from the beginning, and not only once the thread runs.
    let present = handle.ports()
    requests.withLock { $0.ports = present }
    connections = SequencerConnections(handle: handle, receiver: receiver)
    guard let started = OutputThread(name: "midi", { [self] in connections.run(self) }) else {
      throw .refused(doing: "work", reason: "no thread is left")
    }
    thread.withLock { $0 = started }
  }

  /// The ports that are there now, for who wants to know nothing else. Any thread.
  public static func ports() throws(SequencerProblem) -> [MIDIPort] {
    try SequencerHandle(name: "stackdeck", hasPorts: false).ports()
  }

  // MARK: Any thread

  /// All ports that are there, connected or not.
  public var ports: [MIDIPort] { requests.withLock { $0.ports } }

  /// How many messages were lost before they could be read: this many at least.
  public var lostCount: Int { lostMessages.load(ordering: .relaxed) }

  /// How many were not sent because a device would not take them in time.
  public var unsentCount: Int { unsentMessages.load(ordering: .relaxed) }

  /// How often the MIDI thread went through its loop.
  var turnCount: Int { turns.load(ordering: .relaxed) }

  /// Makes the MIDI thread run through its loop: the receiver is asked for its ticks anew.
  public func wake() { wakeDescriptor.wake() }

  /// Runs `work` on the MIDI thread, soon. Nothing happens once it is closed.
  public func run(_ work: @escaping @Sendable () -> Void) {
    requests.withLock { $0.work.append(work) }
    wake()
  }

  /// Asks the receiver anew which ports it wants, connects those, and disconnects the others.
  public func reconsider() {
    run { [self] in connections.reconsider(self) }
  }

  /// Ends the MIDI thread and the client. Not from the MIDI thread. A second call does nothing.
  public func close() {
    requests.withLock { $0.isClosing = true }
    wake()
    let running = thread.withLock { thread in
      defer { thread = nil }
      return thread
    }
    running?.join()
  }

  // MARK: MIDI thread

  /// Sends a message to a connected port, now or as soon as the device can take it.
  public func send(_ message: MIDIMessage, to id: MIDIPort.ID) {
    for part in message.parts { connections.send(.message(part), to: id, self) }
  }

  /// Sends what these bytes stand for: messages and system exclusive ones. What is not whole is left
  /// out.
  public func send(_ bytes: [UInt8], to id: MIDIPort.ID) {
    for item in MIDIBytes.items(bytes) { connections.send(item, to: id, self) }
  }

  // MARK: For the loop

  var isClosing: Bool { requests.withLock { $0.isClosing } }

  func takeWork() -> [@Sendable () -> Void] {
    requests.withLock { requests in
      defer { requests.work = [] }
      return requests.work
    }
  }

  func publish(_ ports: [MIDIPort]) { requests.withLock { $0.ports = ports } }

  func countTurn() { turns.add(1, ordering: .relaxed) }

  func countLost(_ count: Int) { lostMessages.add(count, ordering: .relaxed) }

  func countUnsent(_ count: Int) { unsentMessages.add(count, ordering: .relaxed) }

  var wakePoll: pollfd {
    pollfd(fd: wakeDescriptor.descriptor, events: Int16(POLLIN), revents: 0)
  }

  func clearWake() { wakeDescriptor.clear() }
}
