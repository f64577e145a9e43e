import CRealtime
import MixEngine
import Synchronization

/// Plays a renderer on a PulseAudio server, or on PipeWire's.
///
/// The server's requests are the render cycles: the library's thread that brings them is the render
/// thread. While there is no server or no device the render clock stands still; sound then goes on
/// with the next frame, faded in over 5 ms, and what a server still held from before is dropped.
/// A thread of its own ("stackdeck-out") finds devices, watches and reconnects.
///
/// A stream that names no device follows the default one; a stream that names one is never heard on
/// another. Its volume in the server's mixer is 100 % whenever the program starts; what the user
/// does to it afterwards is respected, and told. Works on PulseAudio 16.1 and pipewire-pulse 0.3.65.
public final class PulseOutput: AudioOutput, @unchecked Sendable {
  private let settings: PulseSettings
  private let feed: OutputFeed
  private let journal: OutputJournal
  private let counters = PulseCounters()
  // Control thread.
  private var driver: PulseDriver?
  private var thread: OutputThread?
  private var isClosed = false
  /// What came of locking memory: nil when that was not asked for, else 0 or an errno.
  public private(set) var memoryLockError: Int32?

  /// - Parameter renderer: one whose only output is stereo; streams have its rate.
  public init(_ renderer: Renderer, _ settings: PulseSettings = PulseSettings()) {
    self.settings = settings
    feed = OutputFeed(renderer)
    journal = OutputJournal(clock: renderer.clock)
  }

  /// An output besides the one whose requests render: it plays what a bridge carries, by its own
  /// device's clock.
  ///
  /// - Parameters:
  ///   - bridge: one that nobody else reads; streams have its rate.
  ///   - settings: with a device or a virtual source: it never follows the default.
  ///   - clock: of the renderer, whose frames notices tell.
  public init(_ bridge: ClockBridge, _ settings: PulseSettings, clock: RenderClock? = nil) {
    precondition(settings.isPinned, "a second output names its device")
    self.settings = settings
    feed = OutputFeed(bridge)
    journal = OutputJournal(clock: clock)
  }

  deinit { close() }

  /// Connects and begins to play: returns when the device takes sound, or says that it is suspended.
  ///
  /// With `waitsForDevice` it returns after the first attempt, whatever came of it. Starting twice
  /// does nothing.
  /// - Throws: why it can't play; it does not try on then.
  public func start() throws(OutputProblem) {
    guard driver == nil, !isClosed else { return }
    if settings.locksMemory { memoryLockError = crt_lock_memory() }
    let driver = try PulseDriver(
      settings, feed: feed, journal: journal, counters: counters)
    self.driver = driver
    thread = OutputThread(name: "stackdeck-out") { driver.run() }
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

  public var state: OutputState { journal.state }
  public func takeNotices() -> [OutputNotice] { journal.take() }
  public var underrunCount: Int { counters.underruns.load(ordering: .relaxed) }
  public var renderedFrameCount: Int64 { feed.frameCount.load(ordering: .relaxed) }

  /// As the server's library measures it: good to a tenth of a millisecond on PulseAudio, off by up
  /// to 20 ms on PipeWire. Nil while nothing plays.
  public var latency: Duration? {
    let microseconds = counters.latencyMicroseconds.load(ordering: .relaxed)
    return microseconds < 0 ? nil : .microseconds(microseconds)
  }

  /// By the requests, which can only be late: good to some hundredths of a millisecond but for what the
  /// device itself delays. Nil for the first second of a stream, and after an underrun. For an output
  /// that plays a bridge frames are those that were read from it.
  public func heardFrame(at nanoseconds: Int64) -> Double? {
    let place = Double(bitPattern: counters.heardFrame.load(ordering: .relaxed))
    if place.isNaN { return nil }
    return place + Double(nanoseconds) * Double(feed.sampleRate.hertz) / 1_000_000_000
  }

  /// Whether the render thread runs in real time; nil while that is not known.
  public var hasRealtimePriority: Bool? {
    let error = counters.schedulingError.load(ordering: .relaxed)
    return error < 0 ? nil : error == 0
  }

  /// The errno with which real-time priority was refused; nil when it was not, or nobody asked.
  public var realtimeRefusal: Int32? {
    let error = counters.schedulingError.load(ordering: .relaxed)
    return error <= 0 ? nil : error
  }
}
