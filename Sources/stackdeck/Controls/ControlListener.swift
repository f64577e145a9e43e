import Glibc
import MixEngine
import MixIO
import MixSession
import Synchronization

/// Listens to controllers for a command that only looks: what they do is handed to the control
/// thread, a moment's worth at a time.
///
/// What does not say otherwise runs on the MIDI thread.
final class ControlListener: MIDIReceiver, @unchecked Sendable {
  /// What has happened.
  enum News: Sendable {
    case appeared(MIDIPort)
    case vanished(MIDIPort)
    case refused(MIDIPort, reason: String)
    /// All that came within a moment: the parts of one message stand together.
    case inputs([HeardInput])
    /// So many messages, or more, were lost.
    case lost(Int)
    case failed(reason: String)
  }

  /// How long a moment is: what belongs together has come within it, also where the machine is busy.
  static let moment: Int64 = 20_000_000
  /// So much is kept for a control thread that is slow to ask, as it is where its output is.
  private static let capacity = 100_000

  private let names: [[String]]
  private let sections: [MIDISectionPlan]
  private let news = Mutex<[News]>([])
  private let opened = Mutex<ALSASequencer?>(nil)
  // MIDI thread.
  private var decoder = MIDIDecoder()
  private var batch: [HeardInput] = []
  private var connected: [MIDIPort] = []

  /// - Parameters:
  ///   - names: Names of ports for each part of a map; an empty list: every hardware port.
  ///   - plan: The session whose devices are told how to begin, as when it runs: what they send may
  ///     depend on that.
  init(_ names: [[String]], for plan: SessionPlan?) {
    self.names = names
    sections = plan?.midi.sections ?? []
  }

  // MARK: Control thread

  /// Begins to listen.
  func open() throws(SequencerProblem) {
    let sequencer = try ALSASequencer(receiver: self)
    opened.withLock { $0 = sequencer }
  }

  func close() {
    opened.withLock { sequencer in
      defer { sequencer = nil }
      return sequencer
    }?.close()
  }

  /// All ports that there are.
  var ports: [MIDIPort] { opened.withLock { $0 }?.ports ?? [] }

  /// What has happened since the last time.
  func take() -> [News] {
    news.withLock { news in
      defer { news = [] }
      return news
    }
  }

  // MARK: MIDIReceiver

  func wants(_ port: MIDIPort, among ports: [MIDIPort]) -> Bool {
    guard port.sends else { return false }
    let all = MIDIPortNames(ports)
    return names.contains { all.matching(anyOf: $0).contains { $0.id == port.id } }
  }

  func portAppeared(_ port: MIDIPort, sequencer: ALSASequencer) {
    connected.append(port)
    if port.receives {
      let all = MIDIPortNames(sequencer.ports)
      for section in sections
      where all.matching(anyOf: section.connect.map(\.value)).contains(where: { $0.id == port.id })
      {
        for message in section.initMessages { sequencer.send(message, to: port.id) }
      }
    }
    tell(.appeared(port))
  }

  func portVanished(_ id: MIDIPort.ID, sequencer: ALSASequencer) {
    decoder.forget(id)
    publish()
    guard let place = connected.firstIndex(where: { $0.id == id }) else { return }
    tell(.vanished(connected.remove(at: place)))
  }

  func portRefused(_ port: MIDIPort, reason: String) { tell(.refused(port, reason: reason)) }

  func received(_ message: MIDIMessage, from id: MIDIPort.ID, sequencer: ALSASequencer) {
    let now = MonotonicClock.nanoseconds
    decoder.decode(message, from: id, at: now) { hear($1, from: $0, at: now) }
  }

  func lost(_ count: Int, sequencer: ALSASequencer) {
    publish()
    tell(.lost(count))
  }

  var tickMilliseconds: Int? {
    let moment = batch.first.map { $0.time + Self.moment }
    guard let next = [decoder.deadline, moment].compactMap({ $0 }).min() else { return nil }
    return Int(min(max((next - MonotonicClock.nanoseconds + 999_999) / 1_000_000, 1), 1000))
  }

  func tick(sequencer: ALSASequencer) {
    let now = MonotonicClock.nanoseconds
    decoder.flush(at: now) { hear($1, from: $0, at: now) }
    if let first = batch.first, now >= first.time + Self.moment { publish() }
  }

  func willClose(sequencer: ALSASequencer) { publish() }

  func failed(_ reason: String) { tell(.failed(reason: reason)) }

  private func hear(_ input: MIDIInput, from id: MIDIPort.ID, at time: Int64) {
    batch.append(HeardInput(port: id, input: input, time: time))
  }

  private func publish() {
    guard !batch.isEmpty else { return }
    tell(.inputs(batch))
    batch = []
  }

  private func tell(_ new: News) {
    news.withLock { if $0.count < Self.capacity { $0.append(new) } }
    EventLoop.wake()
  }
}
