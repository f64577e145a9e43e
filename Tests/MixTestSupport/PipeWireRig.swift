/// PipeWire, its PulseAudio server and its session manager, of a test's own.
public final class PipeWireRig: ServerRig {
  /// One of the three daemons.
  public enum Daemon: String, CaseIterable, Sendable {
    case pulse
    case core
    case sessionManager = "wp"
  }

  /// Whether the programs that it needs are there.
  public static let isInstalled = ["pipewire", "pipewire-pulse", "wireplumber", "pactl"]
    .allSatisfy(Command.isInstalled)
  /// Why a test is skipped where they are not.
  public static let reason: String =
    "pipewire, pipewire-pulse, wireplumber or pulseaudio-utils is not installed"

  public init() throws {
    try super.init(script: "pipewire-rig")
  }

  public override var server: String { "unix:" + directory["run/pulse/native"] }

  public override var environment: [String: String?] {
    var all = super.environment
    all["PULSE_RUNTIME_PATH"] = directory["run/pulse"]
    all["PIPEWIRE_RUNTIME_DIR"] = directory["run"]
    return all
  }

  /// Ends one of the daemons with SIGKILL.
  public func crash(_ daemon: Daemon) throws {
    try call("crash", daemon.rawValue)
  }
}
