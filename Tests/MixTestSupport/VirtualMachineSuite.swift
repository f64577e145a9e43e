import Glibc
import Synchronization

/// A suite of this test bundle that runs in a `VirtualMachineRig`: there the bundle runs itself,
/// with nothing but this suite, once for all its tests.
public final class VirtualMachineSuite: Sendable {
  /// Whether this process is the one in the machine.
  public static let isInside: Bool = getenv(mark) != nil
  private static let mark = "STACKDECK_TESTS_IN_MACHINE"
  private static let suites = Mutex<[String: VirtualMachineSuite]>([:])

  /// What the tests printed.
  public let result: CommandResult

  /// Runs the suite, or gives what came of it if it has run already. Blocks.
  ///
  /// - Parameter name: the suite with its target: "MixIOTests.RigTests".
  public static func run(_ name: String, hasSequencer: Bool) throws -> VirtualMachineSuite {
    try suites.withLock { suites in
      if let suite = suites[name] { return suite }
      let suite = try VirtualMachineSuite(name, hasSequencer: hasSequencer)
      suites[name] = suite
      return suite
    }
  }

  private init(_ name: String, hasSequencer: Bool) throws {
    let rig = try VirtualMachineRig()
    result = try rig.run(
      Command.ownProgram,
      ["--testing-library", "swift-testing", "--filter", "^\(name)/"],
      environment: [Self.mark: "1"], hasSequencer: hasSequencer, limit: 300)
  }

  /// Nil: the test passed. Else what it printed, or all there is if it printed nothing.
  ///
  /// - Parameter testName: its sentence.
  public func failure(of testName: String) -> String? {
    // The testing library writes to standard error. One test runs after the other: what it says
    // stands between its first line and its last.
    let lines = result.errors.split(separator: "\n")
    let says = lines.map { line in
      line.ranges(of: "Test \"\(testName)\" ").first.map { line[$0.upperBound...] }
    }
    guard let begin = says.firstIndex(where: { $0?.hasPrefix("started.") == true }),
      let end = says[begin...].firstIndex(where: {
        $0?.contains("passed after ") == true || $0?.contains("failed after ") == true
      })
    else { return "'\(testName)' did not run:\n\(result.output)\n\(result.errors)" }
    if says[end]?.contains("passed after ") == true { return nil }
    return lines[begin...end].joined(separator: "\n")
  }
}
