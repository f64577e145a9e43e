/// The two sound servers that every device test runs on.
///
///     @Test(.enabled(if: ServerKind.isAnyInstalled, ServerKind.reason), arguments: ServerKind.installed)
///     func `…`(_ kind: ServerKind) throws {
///       let rig = try kind.makeRig()
///       try rig.start()
public enum ServerKind: String, CaseIterable, Sendable, CustomStringConvertible {
  case pulseAudio = "PulseAudio"
  case pipeWire = "PipeWire"

  /// Those whose programs are there.
  public static let installed = allCases.filter(\.isInstalled)
  public static let isAnyInstalled = !installed.isEmpty
  /// Why a test is skipped where neither is there.
  public static let reason: String = "neither pulseaudio nor pipewire-pulse is installed"

  public var isInstalled: Bool {
    switch self {
    case .pulseAudio: PulseRig.isInstalled
    case .pipeWire: PipeWireRig.isInstalled
    }
  }

  public var description: String { rawValue }

  /// A rig of this kind, not started yet.
  public func makeRig() throws -> ServerRig {
    switch self {
    case .pulseAudio: try PulseRig()
    case .pipeWire: try PipeWireRig()
    }
  }
}
