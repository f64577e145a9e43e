/// What an input does just now.
public enum InputState: Equatable, Sendable {
  /// It was not started yet.
  case idle
  /// It looks for its server and its device.
  case connecting
  /// Its device brings sound. `latency` is how long a frame takes to the bridge's reader.
  case running(InputDevice, latency: Duration)
  /// Its device brings nothing, since it was suspended. Silence is heard.
  case suspended(InputDevice)
  /// The server or the device is not there; it is tried again and again. Silence is heard. `attempt`
  /// counts from 1.
  case waiting(OutputProblem, attempt: Int)
  /// It could not be started, and does not try again.
  case failed(OutputProblem)
  /// It was closed.
  case closed

  /// The device, where there is one.
  public var device: InputDevice? {
    switch self {
    case .running(let device, _), .suspended(let device): device
    default: nil
    }
  }

  /// Whether the device brings sound.
  public var isRunning: Bool { if case .running = self { true } else { false } }
}
