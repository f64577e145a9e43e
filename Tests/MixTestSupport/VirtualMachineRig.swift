/// A machine of a test's own whose kernel has an ALSA sequencer: the face of `Tests/rigs/vm-run`.
///
/// It runs one command on this machine's files, which it sees at the same paths but can't change;
/// what it writes into `directory` stays. It has Midi Through, four virtual MIDI devices of the
/// driver snd_virmidi, and no sound hardware. Any thread.
public final class VirtualMachineRig: Sendable {
  /// Whether the programs that it needs are there.
  public static let isInstalled = [
    "qemu-system-x86_64", "busybox", "cpio", "xz", "aconnect", "aplaymidi",
  ].allSatisfy(Command.isInstalled)
  /// Why a test is skipped where they are not.
  public static let reason: String =
    "qemu-system-x86, busybox-static, cpio, xz-utils or alsa-utils is not installed"

  /// Can be written from within, at this same path.
  public let directory: TemporaryDirectory

  public init() throws {
    directory = try TemporaryDirectory()
  }

  /// Starts the machine with a command and returns at once.
  ///
  /// - Parameters:
  ///   - environment: variables for the command, which has only PATH, HOME and the locale else.
  ///   - hasSequencer: false: without any sound module.
  ///   - limit: seconds that the command may run. Past it, the exit status is 124; it is 125 when
  ///     the machine failed.
  public func start(
    _ program: String, _ arguments: [String] = [], environment: [String: String] = [:],
    hasSequencer: Bool = true, limit: Int = 120
  ) throws -> RunningCommand {
    var options = ["-t", "\(limit)", "-w", directory.path]
    for (name, value) in environment { options += ["-e", "\(name)=\(value)"] }
    if !hasSequencer { options.append("-N") }
    return try Command(Rigs.path("vm-run"), options + [program] + arguments).start()
  }

  /// Runs a command in the machine to its end. The first time, the kernel is fetched too.
  public func run(
    _ program: String, _ arguments: [String] = [], environment: [String: String] = [:],
    hasSequencer: Bool = true, limit: Int = 120
  ) throws -> CommandResult {
    let running = try start(
      program, arguments, environment: environment, hasSequencer: hasSequencer, limit: limit)
    // vm-run keeps the limits; this one is for a download that hangs.
    return running.wait(limit: .seconds(limit + 300))
  }
}
