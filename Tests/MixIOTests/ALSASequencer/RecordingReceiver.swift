import MixEngine
import MixIO
import MixTestSupport
import Synchronization

/// Wants the ports of some names and writes down all that it hears.
final class RecordingReceiver: MIDIReceiver {
  enum Event: Equatable {
    case appeared(String, MIDIPort.ID)
    case vanished(MIDIPort.ID)
    case message(MIDIMessage, MIDIPort.ID)
    case lost(Int)
    case batchEnded
    case tick
    case closing
  }

  private struct Store {
    var events: [Event] = []
    var tickMilliseconds: Int?
    /// Called with each message, on the MIDI thread.
    var whenReceived: (@Sendable () -> Void)?
    var names: [String] = []
  }

  private let store: Mutex<Store>
  /// Sent to each port that appears.
  private let greeting: [UInt8]

  init(_ names: String..., greeting: [UInt8] = []) {
    store = Mutex(Store(names: names))
    self.greeting = greeting
  }

  // MARK: The test's side

  var events: [Event] { store.withLock { $0.events } }
  var messages: [MIDIMessage] { received.map(\.message) }
  var received: [(message: MIDIMessage, port: MIDIPort.ID)] {
    events.compactMap {
      if case .message(let message, let port) = $0 { (message, port) } else { nil }
    }
  }
  var appeared: [MIDIPort.ID] {
    events.compactMap { if case .appeared(_, let id) = $0 { id } else { nil } }
  }
  var vanished: [MIDIPort.ID] {
    events.compactMap { if case .vanished(let id) = $0 { id } else { nil } }
  }
  var lostCounts: [Int] {
    events.compactMap { if case .lost(let count) = $0 { count } else { nil } }
  }

  func tickEvery(milliseconds: Int?) { store.withLock { $0.tickMilliseconds = milliseconds } }
  func whenReceived(_ body: (@Sendable () -> Void)?) { store.withLock { $0.whenReceived = body } }
  func want(_ names: String...) { store.withLock { $0.names = names } }

  // MARK: The MIDI thread's

  private func note(_ event: Event) { store.withLock { $0.events.append(event) } }

  func wants(_ port: MIDIPort, among ports: [MIDIPort]) -> Bool {
    let names = store.withLock { $0.names }
    return MIDIPortNames(ports).matching(anyOf: names).contains(port)
  }

  func portAppeared(_ port: MIDIPort, sequencer: ALSASequencer) {
    if !greeting.isEmpty { sequencer.send(greeting, to: port.id) }
    note(.appeared(port.portName, port.id))
  }

  func portVanished(_ id: MIDIPort.ID, sequencer: ALSASequencer) { note(.vanished(id)) }

  func received(_ message: MIDIMessage, from id: MIDIPort.ID, sequencer: ALSASequencer) {
    note(.message(message, id))
    store.withLock { $0.whenReceived }?()
  }

  func lost(_ count: Int, sequencer: ALSASequencer) { note(.lost(count)) }
  func batchEnded(sequencer: ALSASequencer) { note(.batchEnded) }
  var tickMilliseconds: Int? { store.withLock { $0.tickMilliseconds } }
  func tick(sequencer: ALSASequencer) { note(.tick) }
  func willClose(sequencer: ALSASequencer) { note(.closing) }
}
