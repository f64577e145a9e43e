/// A PulseAudio daemon of a test's own.
///
///     @Test(.enabled(if: PulseRig.isInstalled, PulseRig.reason))
///     func `…`() throws {
///       let rig = try PulseRig()
///       try rig.start()
///
/// Besides the sinks and sources of every rig it has the sources `pipe` and `tone`, a 1 kHz sine.
/// A test may write its own `default.pa` into `directory` before the first start.
public final class PulseRig: ServerRig {
  /// Whether the programs that it needs are there.
  public static let isInstalled =
    Command.isInstalled("pulseaudio") && Command.isInstalled("pactl")
  /// Why a test is skipped where they are not.
  public static let reason: String = "pulseaudio or pulseaudio-utils is not installed"

  public init() throws {
    try super.init(script: "pulse-rig")
  }

  /// Stops the daemon where it stands (SIGSTOP), as a machine does that has no time for it.
  public func freeze() throws {
    try call("freeze")
  }

  /// Lets a frozen daemon go on.
  public func thaw() throws {
    try call("thaw")
  }
}
