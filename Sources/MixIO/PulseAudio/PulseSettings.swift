/// How a `PulseOutput` plays.
public struct PulseSettings: Sendable {
  /// Any part of a sink's name or description; nil: the default sink, wherever that is. An output
  /// that names a sink is never heard on another one.
  public var device: String?
  /// A source of this name is made, which other programs listen to; `device` does not count then.
  public var virtualSource: String?
  /// The named device's channels that play left and right, counted from 1; one: it plays both sides at
  /// half. Nil: as the server does with stereo.
  public var channels: [Int]?
  /// As in PULSE_SERVER; nil: what PULSE_SERVER says, else the user's own.
  public var server: String?
  /// How long a frame is to take from rendering to hearing: 5…2000; servers grant at least 10.
  public var latencyMilliseconds = 40
  /// What mixers show beside the program's name: the session's.
  public var streamName = "main"
  /// Under what PulseAudio keeps what its user does with the stream's volume.
  public var identity = "stackdeck:main"
  /// Whether `start` returns, and tries on, when there is no server or no device yet.
  public var waitsForDevice = false
  /// Whether the render thread asks for real-time priority.
  public var asksForRealtime = true
  /// Whether the process's memory is locked where that is permitted without a limit.
  public var locksMemory = false

  /// Whether it is heard on one device, and on no other.
  var isPinned: Bool { device != nil || virtualSource != nil }

  public init(device: String? = nil, server: String? = nil, streamName: String = "main") {
    self.device = device
    self.server = server
    self.streamName = streamName
  }
}
