import Glibc
import MixEngine
import MixIO
import MixSession
import Synchronization

/// The controllers of a mix: what comes in moves it, and its lights go out.
///
/// What does not say otherwise runs on the MIDI thread, or on the one that plays a file of messages:
/// one at a time has the mapper.
final class Controllers: MIDIReceiver, MIDIDesk, @unchecked Sendable {
  /// What the control thread is told, or asked for.
  enum News: Sendable {
    case notice(MIDINotice)
    case request(ActionKind, AddressValue)
    case refused(MIDIPort, reason: String)
    case failed(reason: String)
  }

  private struct Board {
    var news: [News] = []
    /// Only the latest is of use.
    var wait: MIDINotice?
    var connected: [MIDIPort] = []
  }

  /// So many are kept for a control thread that is slow to ask.
  private static let newsCapacity = 256
  private static let tickNanoseconds = Int64(1_000_000_000 / MIDIMapper.ticksPerSecond)

  private let renderer: Renderer
  private let board = Mutex(Board())
  private let opened = Mutex<ALSASequencer?>(nil)
  /// Who holds it has what follows.
  private let hand = Mutex<Void>(())
  private var decoder = MIDIDecoder()
  private lazy var mapper = MIDIMapper(MIDIMap(), desk: self)
  private var nextTick: Int64 = 0
  private var sequencer: ALSASequencer?
  private let follower = Mutex<ClockFollower?>(nil)
  private let filePlays = Atomic<Bool>(false)

  init(_ map: MIDIMap, _ renderer: Renderer) {
    self.renderer = renderer
    mapper.update(to: map)
  }

  // MARK: Control thread

  /// Begins to listen.
  func open() throws(SequencerProblem) {
    let sequencer = try ALSASequencer(receiver: self)
    opened.withLock { $0 = sequencer }
  }

  /// Plays a file of messages as the clock goes on.
  func play(_ file: StandardMIDIFile, named name: String) {
    let hands = MIDIFileHands(file, renderer.sampleRate)
    hand.withLock { _ in MIDIFileHands.plug(into: mapper, named: name) }
    filePlays.store(true, ordering: .relaxed)
    nonisolated(unsafe) let held = hands
    let follower = ClockFollower(renderer) { [self] now in
      hand.withLock { _ in
        held.play(before: now) { input, port, _ in mapper.receive(input, from: port) }
        let next = held.nextFrame
        if next == nil { filePlays.store(false, ordering: .relaxed) }
        return next
      }
    }
    self.follower.withLock { $0 = follower }
  }

  /// Whether a file of messages has more to come.
  var isPlayingFile: Bool { filePlays.load(ordering: .relaxed) }

  /// All ports that there are.
  var ports: [MIDIPort] { opened.withLock { $0 }?.ports ?? [] }

  /// Goes on with another map.
  func update(to map: MIDIMap) {
    hand.withLock { _ in mapper.update(to: map) }
    opened.withLock { $0 }?.reconsider()
  }

  func close() {
    follower.withLock { $0 }?.close()
    opened.withLock { sequencer in
      defer { sequencer = nil }
      return sequencer
    }?.close()
  }

  /// What has happened since the last time.
  func take() -> [News] {
    board.withLock { board in
      defer {
        board.news = []
        board.wait = nil
      }
      return board.news + (board.wait.map { [.notice($0)] } ?? [])
    }
  }

  /// The controllers that are connected.
  var connected: [MIDIPort] { board.withLock { $0.connected } }

  /// Messages that were lost, as far as anybody knows.
  var lostCount: Int { opened.withLock { $0 }?.lostCount ?? 0 }

  /// What another thread than the MIDI thread does. Any thread.
  func request(_ kind: ActionKind, _ value: AddressValue) {
    tell(.request(kind, value))
    EventLoop.wake()
  }

  private func tell(_ news: News) {
    board.withLock { board in
      if board.news.count < Self.newsCapacity { board.news.append(news) }
    }
  }

  // MARK: MIDIReceiver

  func wants(_ port: MIDIPort, among ports: [MIDIPort]) -> Bool {
    port.sends && hand.withLock { _ in mapper.wants(port, among: ports) }
  }

  func portAppeared(_ port: MIDIPort, sequencer: ALSASequencer) {
    hand.withLock { _ in
      self.sequencer = sequencer
      mapper.portAppeared(port, among: sequencer.ports)
    }
    board.withLock { $0.connected.append(port) }
    tell(.notice(.connected(port)))
  }

  func portVanished(_ id: MIDIPort.ID, sequencer: ALSASequencer) {
    hand.withLock { _ in
      self.sequencer = sequencer
      decoder.forget(id)
      mapper.portVanished(id)
    }
    let gone = board.withLock { board -> MIDIPort? in
      guard let place = board.connected.firstIndex(where: { $0.id == id }) else { return nil }
      return board.connected.remove(at: place)
    }
    if let gone { tell(.notice(.gone(gone))) }
  }

  func portRefused(_ port: MIDIPort, reason: String) { tell(.refused(port, reason: reason)) }

  func received(_ message: MIDIMessage, from id: MIDIPort.ID, sequencer: ALSASequencer) {
    hand.withLock { _ in
      self.sequencer = sequencer
      decoder.decode(message, from: id, at: MonotonicClock.nanoseconds) {
        mapper.receive($1, from: $0)
      }
    }
  }

  func lost(_ count: Int, sequencer: ALSASequencer) {
    hand.withLock { _ in
      self.sequencer = sequencer
      mapper.resynchronise()
    }
    tell(.notice(.lost(count)))
  }

  var tickMilliseconds: Int? {
    let now = MonotonicClock.nanoseconds
    let next = hand.withLock { _ in
      [decoder.deadline, mapper.hasLights ? nextTick : nil].compactMap { $0 }.min()
    }
    return next.map { Int(min(max(($0 - now + 999_999) / 1_000_000, 1), 1000)) }
  }

  func tick(sequencer: ALSASequencer) {
    hand.withLock { _ in
      self.sequencer = sequencer
      let now = MonotonicClock.nanoseconds
      decoder.flush(at: now) { mapper.receive($1, from: $0) }
      guard now >= nextTick else { return }
      nextTick = max(nextTick + Self.tickNanoseconds, now)
      mapper.tick()
    }
  }

  func willClose(sequencer: ALSASequencer) {
    hand.withLock { _ in
      self.sequencer = sequencer
      mapper.darken()
    }
  }

  func failed(_ reason: String) { tell(.failed(reason: reason)) }

  // MARK: MIDIDesk

  var arrivalFrame: Int64 { renderer.arrivalFrame }
  var renderedFrame: Int64 { renderer.clock.frame }

  func perform(_ action: Action) { renderer.send(action, from: .midi) }

  func send(_ bytes: [UInt8], to port: MIDIPort.ID) { sequencer?.send(bytes, to: port) }

  func notice(_ notice: MIDINotice) {
    switch notice {
    case .waits, .caught: board.withLock { $0.wait = notice }
    default: tell(.notice(notice))
    }
  }
}
