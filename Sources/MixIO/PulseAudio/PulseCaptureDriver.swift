import CPulse
import CRealtime
import Glibc
import MixEngine
import Synchronization

/// The thread "stackdeck-find": opens a stream that captures, watches it, and makes a new one when it
/// is lost.
///
/// Everything here belongs to that thread but what says otherwise. As in `PulseDriver` the stream runs
/// on a threaded main loop of its own, and questions go over a connection without streams.
final class PulseCaptureDriver: @unchecked Sendable {
  private let settings: PulseCaptureSettings
  private let bridge: ClockBridge
  private let journal: InputJournal
  private let counters: PulseCounters
  private let client: PulseClient
  private let loop: PulseLoop
  private let virtual: PulseVirtualDevices?

  /// The stream, and where it is to listen.
  private var recording: PulseRecording?
  private var source: PulseDevice?
  private var channels = PulseChannels.stereo
  private var isOpened = false
  private var isLive = false
  private var isSuspended = false
  /// Frames have come from it since it went live.
  private var isHeard = false
  private var readsBefore = 0
  private var deadline: Int64 = 0
  private var latency = Duration.zero
  private var quietNanoseconds: Int64 = 300_000_000
  private var isPipeWire = false

  private var backoff = Backoff()
  private var problem: OutputProblem?
  private var clientRetry: Int64 = 0
  private var hasGivenUp = false

  // Written by this thread (release), read by whoever starts the input.
  private let hasOutcome = Atomic<Bool>(false)
  private let outcome = WaitPoint()

  init(
    _ settings: PulseCaptureSettings, bridge: ClockBridge, journal: InputJournal,
    counters: PulseCounters
  ) throws(OutputProblem) {
    self.settings = settings
    self.bridge = bridge
    self.journal = journal
    self.counters = counters
    client = try PulseClient(name: "stackdeck control")
    loop = try PulseLoop()
    if case .virtualSink(let text) = settings.place {
      virtual = PulseVirtualDevices(PulseVirtualDevice(.sink, text))
    } else {
      virtual = nil
    }
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
    if loop.start(name: "stackdeck-in", realtime: settings.asksForRealtime ? counters : nil) {
      while !client.isInterrupted, !hasGivenUp {
        step()
        if hasGivenUp || client.isInterrupted { break }
        client.turn(until: nextTurn)
      }
      finish()
    } else {
      journal.enter(.failed(.refused(doing: "start a thread", reason: "no thread is left")))
    }
    tellOutcome()
  }

  private var nextTurn: Int64 {
    let tick = crt_monotonic_ns() + 50_000_000
    return recording == nil ? min(tick, backoff.due) : tick
  }

  private func step() {
    let changes = client.takeChanges()
    if !changes.isDisjoint(with: [.sinks, .sources, .server]) {
      backoff.hurry()
      if settings.place == .defaultSource { followDefault() }
    }
    if recording == nil, crt_monotonic_ns() >= backoff.due { begin() }
    if let recording { isLive ? supervise(recording) : advance(recording) }
    keepClient()
  }

  // MARK: A new stream

  private func begin() {
    backoff.begin()
    if let problem { journal.enter(.waiting(problem, attempt: backoff.attempt)) }
    do throws(OutputProblem) { try open() } catch { fail(error) }
  }

  private func open() throws(OutputProblem) {
    deadline = PulseClient.deadline(milliseconds: 3000)
    try client.connect(to: settings.server, before: deadline)
    isPipeWire = try client.about(before: deadline).isPipeWire
    let found = try findSource()
    channels = try PulseChannels(settings.channels, of: found)
    let client = client
    let new = PulseRecording(
      on: loop.pointer, server: settings.server, bridge: bridge, channels: channels,
      rate: settings.streamRate ?? bridge.sampleRate.hertz,
      latencyMilliseconds: settings.latencyMilliseconds, wakeUp: { client.wakeUp() })
    try new.connect()
    recording = new
    source = found
    isOpened = false
    isLive = false
    isSuspended = false
    isHeard = false
  }

  private func findSource() throws(OutputProblem) -> PulseDevice {
    switch settings.place {
    case .defaultSource:
      let name = try client.about(before: deadline).source
      return try defaultSource(name, in: try client.sources(before: deadline))
    case .source(let text):
      let all = try client.sources(before: deadline)
      return try PulseDevices.find(text, in: all.filter { !$0.isMonitor || $0.name == text })
    case .monitor(let text):
      let sink = try PulseDevices.find(text, in: try client.sinks(before: deadline))
      return try monitor(of: sink)
    case .virtualSink:
      guard let sink = try virtual?.make(client, before: deadline) else { throw .stalled }
      return try monitor(of: sink)
    }
  }

  private func monitor(of sink: PulseDevice) throws(OutputProblem) -> PulseDevice {
    let name = sink.monitorName ?? sink.name + ".monitor"
    let (client, deadline) = (client, deadline)
    let monitor = try client.find(before: deadline) { () throws(OutputProblem) in
      try client.sources(before: deadline).first { $0.name == name }
    }
    guard var found = monitor else {
      throw .noDevice(name: name, nearest: nil, present: [])
    }
    // What people know is the sink.
    found.description = sink.description
    return found
  }

  /// Hearing what a sink plays, or what we offer ourselves, would be feedback.
  private func defaultSource(
    _ name: String, in sources: [PulseDevice]
  ) throws(OutputProblem) -> PulseDevice {
    guard let found = sources.first(where: { $0.name == name }) else {
      throw .noDevice(name: "default source", nearest: nil, present: [])
    }
    if found.isMonitor || found.owner == getpid() {
      throw .refused(
        doing: "listen to the default source",
        reason: found.isMonitor
          ? "'\(found.description)' is what a sink plays" : "'\(found.description)' is our own")
    }
    return found
  }

  /// Begins anew if the default source is another one now.
  private func followDefault() {
    guard let source, recording != nil else { return }
    let limit = PulseClient.deadline(milliseconds: 500)
    guard let name = try? client.about(before: limit).source, name != source.name else { return }
    dispose()
    backoff = Backoff()
  }

  private func advance(_ recording: PulseRecording) {
    let isLate = crt_monotonic_ns() > deadline
    switch recording.phase {
    case .failed(let problem):
      if case .lostDevice(_, let reason) = problem {
        return fail(.refused(doing: "open a stream", reason: reason))
      }
      fail(problem)
    case .connecting:
      if isLate { fail(.timedOut(doing: "connect")) }
    case .connected:
      isOpened = true
      recording.open(
        name: settings.streamName, identity: settings.identity, source: source?.name ?? "")
    case .opening:
      if isLate { fail(.timedOut(doing: "open a stream")) }
    case .ready:
      guard let source, recording.deviceName == source.name else {
        return fail(
          .lostDevice(
            name: source?.name ?? "", reason: "the server opened '\(recording.deviceName)'"))
      }
      // The server may remember a volume of another run.
      try? client.setCapture(
        PulseClient.normalVolume, of: recording.index, channelCount: channels.count,
        before: PulseClient.deadline(milliseconds: 300))
      isSuspended = recording.isSuspended
      goLive(recording)
      if isSuspended { suspend(recording) }
    }
  }

  private func goLive(_ recording: PulseRecording) {
    let rate = bridge.sampleRate
    let fragment = recording.grantedFragment
    // A graph's cycle is a power of two and not longer than what was asked for.
    let cycle = isPipeWire ? 1 << (Int.bitWidth - 1 - max(fragment, 1).leadingZeroBitCount) : 0
    let target = fragment + cycle + Int(rate.frames(seconds: 0.003))
    latency = .seconds(rate.seconds(frames: Int64(target)))
    quietNanoseconds = max(
      300_000_000, Int64(rate.seconds(frames: Int64(3 * fragment)) * 1_000_000_000))
    isLive = true
    isHeard = false
    readsBefore = recording.readCount
    // Monitors of some sinks take two seconds to begin.
    deadline = PulseClient.deadline(milliseconds: 5000)
    recording.goLive(targetFrameCount: target)
  }

  // MARK: The stream

  private func supervise(_ recording: PulseRecording) {
    if recording.takeNews() {
      if case .failed(let problem) = recording.phase { return lose(problem) }
      let suspended = recording.isSuspended
      if suspended, !isSuspended { return suspend(recording) }
      if !suspended, isSuspended {
        isSuspended = false
        return goLive(recording)
      }
      if recording.deviceName != source?.name {
        return lose(.lostDevice(name: source?.name ?? "", reason: "the stream was moved"))
      }
    }
    if isSuspended { return }
    let now = crt_monotonic_ns()
    if !isHeard {
      if recording.readCount != readsBefore {
        isHeard = true
        problem = nil
        backoff = Backoff()
        if let source { journal.enter(.running(source.inputDevice, latency: latency)) }
        tellOutcome()
      } else if now > deadline {
        fail(silent)
      }
      return
    }
    if now - recording.lastActivityNanoseconds > quietNanoseconds { lose(silent) }
  }

  /// The server says that nothing is wrong, but no frames come.
  private var silent: OutputProblem {
    .refused(doing: "hear '\(source?.description ?? "")'", reason: "it brings no sound")
  }

  private func suspend(_ recording: PulseRecording) {
    recording.hold()
    isSuspended = true
    if let source { journal.enter(.suspended(source.inputDevice)) }
    tellOutcome()
  }

  private func lose(_ lost: OutputProblem) {
    var problem = lost
    // A stream that has failed does not know its device any more.
    if case .lostDevice(_, let reason) = lost {
      problem = .lostDevice(name: source?.name ?? "", reason: reason)
    }
    dispose()
    self.problem = problem
    backoff = Backoff()
    journal.enter(.waiting(problem, attempt: 1))
  }

  private func fail(_ new: OutputProblem) {
    dispose()
    backoff.fail(at: crt_monotonic_ns())
    if !hasOutcome.load(ordering: .relaxed), !settings.waitsForDevice {
      hasGivenUp = true
      journal.enter(.failed(new))
      return
    }
    problem = new
    journal.enter(.waiting(new, attempt: max(backoff.attempt, 1)))
    tellOutcome()
  }

  private func dispose() {
    recording?.hold()
    recording?.dispose()
    recording = nil
    isLive = false
    isSuspended = false
  }

  // MARK: Odds and ends

  /// The connection that asks may end alone.
  private func keepClient() {
    guard recording != nil, isLive, !client.isConnected else { return }
    let now = crt_monotonic_ns()
    guard now >= clientRetry else { return }
    clientRetry = now + 1_000_000_000
    try? client.connect(to: settings.server, before: now + 200_000_000)
  }

  private func tellOutcome() {
    hasOutcome.store(true, ordering: .releasing)
    outcome.signal()
  }

  private func finish() {
    dispose()
    client.allowWaits()
    virtual?.remove(client, before: PulseClient.deadline(milliseconds: 300))
    client.disconnect()
    loop.stop()
    if !hasGivenUp { journal.enter(.closed) }
  }
}
