/// What a `PulseCapture` listens to, and how.
public struct PulseCaptureSettings: Sendable {
  /// What is heard. A text is any part of a name or description; one that names several devices is
  /// an error.
  public enum Place: Equatable, Sendable {
    /// The server's default source, wherever that is; never what a sink plays, nor what this program
    /// itself offers as a source.
    case defaultSource
    /// A source; what a sink plays only if that is its whole name.
    case source(String)
    /// What a sink plays.
    case monitor(of: String)
    /// A sink of this name that is made for it; other programs play into it.
    case virtualSink(String)
  }

  public var place: Place
  /// As in PULSE_SERVER; nil: what PULSE_SERVER says, else the user's own.
  public var server: String?
  /// The device's channels, counted from 1: two, left and right, or one for both sides. Nil: the
  /// first two; a device of one channel is heard on both sides.
  public var channels: [Int]?
  /// The pieces in which frames are to come: 1…1000; servers grant what they can.
  public var latencyMilliseconds = 10
  /// What mixers show beside the program's name.
  public var streamName = "input"
  /// Under what PulseAudio keeps what its user does with the stream's volume.
  public var identity = "stackdeck:input"
  /// Whether `start` returns, and tries on, when there is no server or no device yet.
  public var waitsForDevice = true
  /// Whether the thread that brings frames asks for real-time priority.
  public var asksForRealtime = true
  /// The stream's rate where that is not to be the bridge's: the clocks then seem to drift. For tests.
  public var streamRate: Int?

  public init(_ place: Place = .defaultSource, server: String? = nil, channels: [Int]? = nil) {
    self.place = place
    self.server = server
    self.channels = channels
  }
}
