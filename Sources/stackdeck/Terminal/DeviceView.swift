/// What the screen shows of a device beside main's: what a live input listens to, or what another
/// output plays on.
struct DeviceView: Hashable, Sendable {
  /// How it stands. The words are those of the JSON twin.
  enum State: String, Sendable {
    case connecting, running, suspended, waiting, failed

    func sign(_ encoding: TextEncoding) -> String {
      switch self {
      case .running: encoding == .utf8 ? "●" : "*"
      case .connecting, .waiting: encoding == .utf8 ? "○" : "o"
      case .suspended: encoding == .utf8 ? "‖" : "="
      case .failed: encoding == .utf8 ? "×" : "x"
      }
    }
  }

  /// The input's or the output's name.
  var name: String
  var state: State
  /// What the server calls the device; empty where there is none. Any text: what a terminal would
  /// obey is escaped.
  var device = ""
  /// dB of full scale; nil for outputs, whose bus has it.
  var level: Double?
  var isMuted = false
  /// Parts per million by which the device's clock is faster than the mix's; nil until it is known.
  var drift: Double?
  /// How often nothing was there to go on with, or too much was.
  var underruns = 0
  var overruns = 0
}
