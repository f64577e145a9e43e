import CRealtime
import Glibc
import MixEngine
import Synchronization

/// Renders in real time to nowhere: a timer takes the place of a device.
///
/// Frames come due by CLOCK_MONOTONIC and are rendered in whole quanta by a thread of its own. When
/// the machine was away for longer than the latency (suspended, overloaded) that time is not made
/// up for, and counts as one underrun: a device would not make up for it either.
public final class NullOutput: AudioOutput, @unchecked Sendable {
  private let renderer: Renderer
  private let feed: OutputFeed
  private let journal: OutputJournal
  private let latencyFrameCount: Int
  private let device = OutputDevice(name: "null", description: "Null Output")
  // Written by the control thread, read by the timer's thread.
  private let isEnding = Atomic<Bool>(false)
  private let underruns = Atomic<Int>(0)
  // Written by the timer's thread, read by anybody: bits of (frame that is due − rate × time).
  private let heard = Atomic<UInt64>(Double.nan.bitPattern)
  // Control thread.
  private var thread: OutputThread?

  /// - Parameters:
  ///   - renderer: one whose only output is stereo.
  ///   - latencyMilliseconds: 5…2000; how far ahead of the timer it renders.
  public init(_ renderer: Renderer, latencyMilliseconds: Int = 40) {
    self.renderer = renderer
    feed = OutputFeed(renderer)
    journal = OutputJournal(clock: renderer.clock)
    let frames = Int(renderer.sampleRate.frames(seconds: Double(latencyMilliseconds) / 1000))
    latencyFrameCount = max(frames / Quantum.frameCount, 4) * Quantum.frameCount
  }

  deinit { close() }

  private var grantedLatency: Duration {
    .seconds(renderer.sampleRate.seconds(frames: Int64(latencyFrameCount)))
  }

  public func start() throws(OutputProblem) {
    guard thread == nil, !isEnding.load(ordering: .relaxed) else { return }
    journal.enter(.running(device, latency: grantedLatency))
    let run = Run(
      feed: feed, rate: renderer.sampleRate, latencyFrameCount: latencyFrameCount)
    thread = OutputThread(name: "stackdeck-null") { [unowned(unsafe) self] in
      run.go(until: isEnding, underruns, heard)
    }
    guard thread != nil else {
      let problem = OutputProblem.refused(doing: "start a thread", reason: "no thread is left")
      journal.enter(.failed(problem))
      throw problem
    }
  }

  public func close() {
    guard !isEnding.exchange(true, ordering: .relaxed) else { return }
    thread?.join()
    thread = nil
    heard.store(Double.nan.bitPattern, ordering: .relaxed)
    journal.enter(.closed)
  }

  public var state: OutputState { journal.state }
  public func takeNotices() -> [OutputNotice] { journal.take() }
  public var latency: Duration? { state.grantedLatency }
  public var underrunCount: Int { underruns.load(ordering: .relaxed) }
  public var renderedFrameCount: Int64 { feed.frameCount.load(ordering: .relaxed) }

  public func heardFrame(at nanoseconds: Int64) -> Double? {
    let place = Double(bitPattern: heard.load(ordering: .relaxed))
    return place.isNaN
      ? nil : place + Double(nanoseconds) * Double(feed.sampleRate.hertz) / 1_000_000_000
  }

  /// The timer's thread.
  private struct Run: @unchecked Sendable {
    let feed: OutputFeed
    let rate: SampleRate
    let latencyFrameCount: Int

    func go(
      until isEnding: borrowing Atomic<Bool>, _ underruns: borrowing Atomic<Int>,
      _ heard: borrowing Atomic<UInt64>
    ) {
      let samples = UnsafeMutablePointer<Float>.allocate(capacity: 2 * latencyFrameCount)
      samples.initialize(repeating: 0, count: 2 * latencyFrameCount)
      defer { samples.deallocate() }
      let period = min(latencyFrameCount / 4, Int(rate.frames(seconds: 0.01)))
      let piece = max(period / Quantum.frameCount, 1) * Quantum.frameCount
      // Frames are due by the time since `start`; `done` of them are rendered.
      var start = crt_monotonic_ns(), done: Int64 = 0
      tell(heard, start)
      while !isEnding.load(ordering: .relaxed) {
        let due = rate.frames(seconds: Double(crt_monotonic_ns() - start) / 1e9)
        if due > done {
          underruns.add(1, ordering: .relaxed)
          start = crt_monotonic_ns()
          done = 0
          tell(heard, start)
          continue
        }
        let ahead = due + Int64(latencyFrameCount)
        while done + Int64(piece) <= ahead {
          feed.render(into: samples, frameCount: piece, at: crt_monotonic_ns())
          done += Int64(piece)
        }
        let next = done + Int64(piece - latencyFrameCount)
        sleep(until: start + Int64(rate.seconds(frames: next) * 1e9) + 1000)
      }
    }

    /// The next frame to be rendered is the one that is due now.
    private func tell(_ heard: borrowing Atomic<UInt64>, _ now: Int64) {
      let passed = Double(now) * Double(rate.hertz) / 1_000_000_000
      let place = Double(feed.frameCount.load(ordering: .relaxed)) - passed
      heard.store(place.bitPattern, ordering: .relaxed)
    }

    private func sleep(until nanoseconds: Int64) {
      var time = timespec(
        tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
      _ = clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, nil)
    }
  }
}
