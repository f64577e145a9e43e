import MixEngine

/// Captures a source of a PulseAudio server, or of PipeWire's, into a `ClockBridge`.
///
/// The library's thread that brings frames ("stackdeck-in") writes the bridge; a thread of its own
/// ("stackdeck-find") finds the device, watches it and comes back to it. While there is none the
/// bridge's reader has silence. It is heard from the device that was named and from no other, and
/// the default source is never what a sink plays. Works on PulseAudio 16.1 and pipewire-pulse 0.3.65.
public final class PulseCapture: AudioInput, @unchecked Sendable {
  private let bridge: ClockBridge
  private let settings: PulseCaptureSettings
  private let journal = InputJournal()
  private let counters = PulseCounters()
  // Control thread.
  private var driver: PulseCaptureDriver?
  private var thread: OutputThread?
  private var isClosed = false

  /// - Parameter bridge: one that nobody else writes; its rate is the stream's.
  public init(_ bridge: ClockBridge, _ settings: PulseCaptureSettings = PulseCaptureSettings()) {
    self.bridge = bridge
    self.settings = settings
  }

  deinit { close() }

  /// Connects and begins to listen: returns when frames come, the device says that it is suspended,
  /// or the first attempt was in vain.
  ///
  /// Starting twice does nothing.
  /// - Throws: without `waitsForDevice`: why it can't listen; it does not try on then.
  public func start() throws(OutputProblem) {
    guard driver == nil, !isClosed else { return }
    let driver = try PulseCaptureDriver(
      settings, bridge: bridge, journal: journal, counters: counters)
    self.driver = driver
    thread = OutputThread(name: "stackdeck-find") { driver.run() }
    guard thread != nil else {
      throw .refused(doing: "start a thread", reason: "no thread is left")
    }
    driver.waitForOutcome()
    if case .failed(let problem) = journal.state { throw problem }
  }

  public func close() {
    isClosed = true
    driver?.end()
    thread?.join()
    thread = nil
    driver = nil
    // One that never ran is closed too; why another failed stays to be read.
    if journal.state == .idle { journal.enter(.closed) }
  }

  public var state: InputState { journal.state }
  public func takeNotices() -> [InputNotice] { journal.take() }

  public var latency: Duration? {
    if case .running(_, let latency) = journal.state { latency } else { nil }
  }
}
