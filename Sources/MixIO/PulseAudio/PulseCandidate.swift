import CPulse
import CRealtime
import MixEngine

/// A stream on its way: from the attempt to connect until it is known that it is heard.
///
/// Control thread.
struct PulseCandidate {
  enum Result {
    case pending
    /// The device takes sound.
    case proven
    /// The server says that the device takes none for now.
    case suspended
    case failed(OutputProblem)
  }

  let playback: PulsePlayback
  let settings: PulseSettings
  /// The sink's whole name; nil: the default.
  let device: String?
  private var stage = 0
  private var deadline: Int64

  init(_ playback: PulsePlayback, settings: PulseSettings, device: String?) {
    self.playback = playback
    self.settings = settings
    self.device = device
    deadline = PulseClient.deadline(milliseconds: 3000)
  }

  /// Goes on as far as it can now.
  ///
  /// - Parameter whenReady: called once, when the stream is there and still silent.
  mutating func advance(rate: SampleRate, whenReady: () -> Void) -> Result {
    let isLate = crt_monotonic_ns() > deadline
    switch playback.phase {
    case .failed(let problem):
      if case .lostDevice(_, let reason) = problem, stage < 2 {
        return .failed(.refused(doing: "open a stream", reason: reason))
      }
      return .failed(problem)
    case .connecting:
      return isLate ? .failed(.timedOut(doing: "connect")) : .pending
    case .connected:
      stage = 1
      playback.open(
        name: settings.streamName, identity: settings.identity, device: device, rate: rate)
      return .pending
    case .opening:
      return isLate ? .failed(.timedOut(doing: "open a stream")) : .pending
    case .ready:
      if stage < 2 {
        stage = 2
        deadline = PulseClient.deadline(milliseconds: 2000)
        whenReady()
      }
      // The first request is for what the new buffer has room for; the second one comes when the
      // device has taken something.
      if playback.requestCount >= 2 { return .proven }
      if playback.isSuspended { return .suspended }
      return isLate ? .failed(.stalled) : .pending
    }
  }
}
