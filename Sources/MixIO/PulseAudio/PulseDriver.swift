import CPulse
import CRealtime
import MixEngine
import Synchronization

/// The thread "stackdeck-out": opens streams, watches them, and makes new ones when they are lost.
///
/// Everything here belongs to that thread but what says otherwise. Streams run on a threaded main
/// loop of their own, whose thread is the render thread; it is locked for moments only, to open,
/// close and ask. Questions and subscriptions go over a connection that plays nothing.
///
/// There are at most two streams: `current`, whose requests are rendered, and a candidate, which is
/// silent. A current one that has gone quiet is kept, silent as well, until it wakes up or the
/// candidate is heard, whichever comes first.
final class PulseDriver: @unchecked Sendable {
  private let settings: PulseSettings
  private let rate: SampleRate
  private let feed: OutputFeed
  private let journal: OutputJournal
  private let counters: PulseCounters
  private let client: PulseClient
  private let loop: PulseLoop

  private var current: PulsePlayback?
  private var candidate: PulseCandidate?
  private var backoff = Backoff()
  private var problem: OutputProblem?
  private var volume = PulseVolume()
  private let virtual: PulseVirtualDevices?
  /// Where sound was heard last.
  private var device: OutputDevice?
  /// Whether that is not where the stream began.
  private var hasMoved = false
  private var moves = 0
  private var isSuspended = false
  /// Requests of the current stream when it was found to have gone quiet.
  private var quietSince: Int?
  private var clientRetry: Int64 = 0
  private var hasGivenUp = false
  private var tickIsLong = false

  // Written by this thread (release), read by whoever starts the output.
  private let hasOutcome = Atomic<Bool>(false)
  private let outcome = WaitPoint()

  /// No request for so long means that nobody listens any more.
  private static let quietNanoseconds: Int64 = 300_000_000

  init(
    _ settings: PulseSettings, feed: OutputFeed, journal: OutputJournal,
    counters: PulseCounters
  ) throws(OutputProblem) {
    self.settings = settings
    virtual = settings.virtualSource.map { PulseVirtualDevices(PulseVirtualDevice(.source, $0)) }
    rate = feed.sampleRate
    self.feed = feed
    self.journal = journal
    self.counters = counters
    client = try PulseClient(name: "stackdeck control")
    loop = try PulseLoop()
  }

  // MARK: Another thread

  /// Waits until the first attempt has come to something.
  func waitForOutcome() { outcome.wait { hasOutcome.load(ordering: .acquiring) } }

  /// Lets `run` end.
  func end() { client.interrupt() }

  // MARK: The thread

  /// Until `end` is called, or the first attempt fails and nobody wants to wait.
  func run() {
    journal.enter(.connecting)
    if startLoop() {
      while !client.isInterrupted, !hasGivenUp {
        step()
        if hasGivenUp || client.isInterrupted { break }
        waitForNews()
      }
      finish()
    }
    tellOutcome()
  }

  private func startLoop() -> Bool {
    if loop.start(name: "stackdeck-audio", realtime: settings.asksForRealtime ? counters : nil) {
      return true
    }
    journal.enter(.failed(.refused(doing: "start a thread", reason: "no thread is left")))
    return false
  }

  private func waitForNews() {
    let now = crt_monotonic_ns()
    // In turn, so that it is not always after as many of a server's cycles.
    tickIsLong.toggle()
    let tick = now + (tickIsLong ? 50_000_000 : 37_000_000)
    let isTrying = current == nil || quietSince != nil
    client.turn(until: isTrying && candidate == nil ? min(tick, backoff.due) : tick)
  }

  private func step() {
    let changes = client.takeChanges()
    if !changes.isDisjoint(with: [.sinks, .server]) { backoff.hurry() }
    if let current { supervise(current) }
    if quietSince == nil, !isSuspended { current?.askForTiming() }
    if current == nil || quietSince != nil { pursue() }
    keepClient()
    if changes.contains(.inputs), let current,
      let new = volume.check(current.index, client)
    {
      journal.tell(new)
    }
  }

  // MARK: The current stream

  private func supervise(_ current: PulsePlayback) {
    if current.takeNews() {
      if case .failed(let problem) = current.phase { return lose(problem) }
      let suspended = current.isSuspended
      if suspended, !isSuspended { return suspend(current) }
      if !suspended, isSuspended { return resume(current) }
    }
    if isSuspended { return }
    if current.moveCount != moves { return follow(current) }
    if let requests = quietSince {
      if current.requestCount != requests { resume(current) }
    } else if crt_monotonic_ns() - current.lastActivityNanoseconds > Self.quietNanoseconds {
      current.hold()
      quietSince = current.requestCount
      if let device { journal.enter(.suspended(device)) }
      beginAnew(.stalled)
    }
  }

  private func suspend(_ current: PulsePlayback) {
    current.hold()
    isSuspended = true
    quietSince = nil
    dropCandidate()
    if let device { journal.enter(.suspended(device)) }
  }

  /// Sound is taken again by a stream that was quiet for a while.
  private func resume(_ current: PulsePlayback) {
    isSuspended = false
    quietSince = nil
    dropCandidate()
    moves = current.moveCount
    play(current, flushing: true)
  }

  private func follow(_ current: PulsePlayback) {
    moves = current.moveCount
    if current.isSilent {
      // It was silenced when it was moved; if it is still at home it goes on.
      play(current, flushing: false)
    } else {
      announce(current, at: whereabouts(of: current))
    }
  }

  /// Renders into a stream, if it is where it should be.
  private func play(_ playback: PulsePlayback, flushing: Bool) {
    let found = whereabouts(of: playback)
    if settings.isPinned, let device, found.name != device.name {
      return lose(.lostDevice(name: device.name, reason: "the stream was moved"))
    }
    playback.goLive(flushing: flushing)
    announce(playback, at: found)
  }

  private func announce(_ playback: PulsePlayback, at new: OutputDevice) {
    let latency = playback.grantedLatency
    if let device, device.name != new.name { hasMoved = true }
    device = new
    journal.enter(hasMoved ? .moved(new, latency: latency) : .running(new, latency: latency))
    tellOutcome()
  }

  /// Asks the server: what the library believes is wrong on some.
  private func whereabouts(of playback: PulsePlayback) -> OutputDevice {
    let deadline = PulseClient.deadline(milliseconds: 500)
    if let input = try? client.input(playback.index, before: deadline),
      let sinks = try? client.sinks(before: deadline),
      let sink = sinks.first(where: { $0.index == input.sink })
    {
      return sink.outputDevice
    }
    let name = playback.deviceName
    return OutputDevice(name: name, description: name)
  }

  private func lose(_ lost: OutputProblem) {
    var problem = lost
    // A stream that has failed does not know its device any more.
    if case .lostDevice("", let reason) = lost {
      problem = .lostDevice(name: device?.name ?? "", reason: reason)
    }
    current?.dispose()
    current = nil
    isSuspended = false
    quietSince = nil
    hasMoved = false
    counters.forgetHeard()
    counters.latencyMicroseconds.store(-1, ordering: .relaxed)
    journal.enter(.reconnecting(problem, attempt: 1))
    beginAnew(problem)
  }

  // MARK: The candidate

  private func beginAnew(_ problem: OutputProblem) {
    dropCandidate()
    self.problem = problem
    backoff = Backoff()
  }

  private func dropCandidate() {
    candidate?.playback.dispose()
    candidate = nil
  }

  private func pursue() {
    if candidate == nil {
      guard crt_monotonic_ns() >= backoff.due else { return }
      backoff.begin()
      if let problem { journal.enter(.reconnecting(problem, attempt: backoff.attempt)) }
      do throws(OutputProblem) { candidate = try makeCandidate() } catch { return fail(error) }
    }
    guard let playback = candidate?.playback else { return }
    let result = candidate?.advance(rate: rate) { volume.apply(to: playback.index, client) }
    switch result {
    case .proven?, .suspended?: adopt(playback, result)
    case .failed(let problem)?: fail(problem)
    case .pending?, nil: break
    }
  }

  private func makeCandidate() throws(OutputProblem) -> PulseCandidate {
    let deadline = PulseClient.deadline(milliseconds: 2000)
    try client.connect(to: settings.server, before: deadline)
    let isPipeWire = try client.about(before: deadline).isPipeWire
    var sink: PulseDevice?
    if let virtual {
      sink = try virtual.make(client, before: deadline)
    } else if let wanted = settings.device {
      sink = try PulseDevices.find(wanted, in: try client.sinks(before: deadline))
    }
    var channels = PulseChannels.stereo
    if let sink, let wanted = settings.channels {
      channels = try PulseChannels(wanted, of: sink)
    }
    volume.channelCount = channels.count
    let name = sink?.name
    let client = client
    let playback = PulsePlayback(
      on: loop.pointer, server: settings.server, feed: feed, counters: counters,
      buffer: PulseBuffer(
        latencyMilliseconds: settings.latencyMilliseconds, rate: rate,
        channelCount: channels.count),
      channels: channels, rate: rate, isPinned: name != nil, isPipeWire: isPipeWire,
      wakeUp: { client.wakeUp() })
    try playback.connect()
    return PulseCandidate(playback, settings: settings, device: name)
  }

  private func adopt(_ playback: PulsePlayback, _ result: PulseCandidate.Result?) {
    current?.dispose()
    candidate = nil
    current = playback
    quietSince = nil
    problem = nil
    moves = playback.moveCount
    backoff = Backoff()
    if case .suspended? = result {
      isSuspended = true
      let found = whereabouts(of: playback)
      device = found
      journal.enter(.suspended(found))
      tellOutcome()
    } else {
      isSuspended = false
      play(playback, flushing: false)
    }
  }

  private func fail(_ new: OutputProblem) {
    dropCandidate()
    backoff.fail(at: crt_monotonic_ns())
    if !hasOutcome.load(ordering: .relaxed), !settings.waitsForDevice {
      hasGivenUp = true
      journal.enter(.failed(new))
      return
    }
    problem = new
    journal.enter(.reconnecting(new, attempt: max(backoff.attempt, 1)))
    tellOutcome()
  }

  // MARK: Odds and ends

  /// The connection that asks may end alone.
  private func keepClient() {
    guard current != nil, quietSince == nil, !client.isConnected else { return }
    let now = crt_monotonic_ns()
    guard now >= clientRetry else { return }
    clientRetry = now + 1_000_000_000
    try? client.connect(to: settings.server, before: now + 200_000_000)
  }

  private func tellOutcome() {
    hasOutcome.store(true, ordering: .releasing)
    outcome.signal()
  }

  /// Fades out, lets what was rendered be heard, and closes everything; all within the latency and
  /// a tenth of a second, whatever the server does.
  private func finish() {
    dropCandidate()
    if let current, !isSuspended, quietSince == nil {
      let latency = current.grantedLatency
      let deadline =
        crt_monotonic_ns() + 100_000_000
        + Int64(latency.components.attoseconds / 1_000_000_000)
        + latency.components.seconds * 1_000_000_000
      current.end()
      while !current.isEnded, crt_monotonic_ns() < deadline { client.turn(until: deadline) }
      if current.isEnded { current.drain() }
      while current.isEnded, !current.hasDrained, crt_monotonic_ns() < deadline {
        client.turn(until: deadline)
      }
    }
    current?.dispose()
    current = nil
    counters.forgetHeard()
    client.allowWaits()
    virtual?.remove(client, before: PulseClient.deadline(milliseconds: 300))
    client.disconnect()
    loop.stop()
    if !hasGivenUp { journal.enter(.closed) }
  }
}
