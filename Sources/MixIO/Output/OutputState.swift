/// What an output does just now.
public enum OutputState: Equatable, Sendable {
  /// It was not started yet.
  case idle
  /// It looks for its server and its device.
  case connecting
  /// Its device takes sound. `latency` is what was granted, which need not be what was asked for.
  case running(OutputDevice, latency: Duration)
  /// As `running`, but since the server moved it the device is another one.
  case moved(OutputDevice, latency: Duration)
  /// Its device takes no sound: it was suspended, or nothing was asked for any more. The render
  /// clock stands still.
  case suspended(OutputDevice)
  /// The server or the device is gone; it is tried again and again. The render clock stands still.
  /// `attempt` counts from 1.
  case reconnecting(OutputProblem, attempt: Int)
  /// It could not be started, and does not try again.
  case failed(OutputProblem)
  /// It was closed.
  case closed

  /// The device, where there is one.
  public var device: OutputDevice? {
    switch self {
    case .running(let device, _), .moved(let device, _), .suspended(let device): device
    default: nil
    }
  }

  /// What was granted: how long a frame takes from rendering to the device. Nil while nothing plays.
  public var grantedLatency: Duration? {
    switch self {
    case .running(_, let latency), .moved(_, let latency): latency
    default: nil
    }
  }

  /// Whether the device takes sound, so that the render clock goes on.
  public var isPlaying: Bool { grantedLatency != nil }
}
