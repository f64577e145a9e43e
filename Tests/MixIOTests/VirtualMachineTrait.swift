import MixTestSupport
import Testing

/// Lets a suite's tests run in a machine with an ALSA sequencer: see `VirtualMachineSuite`.
struct VirtualMachineTrait: SuiteTrait, TestTrait, TestScoping {
  let suite: String
  let hasSequencer: Bool
  var isRecursive: Bool { true }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    if VirtualMachineSuite.isInside {
      try await function()
      return
    }
    // A test's name is its sentence in backticks, with blanks that don't break.
    let name = (test.displayName ?? test.name.filter { !"`()".contains($0) })
      .replacing("\u{A0}", with: " ")
    let outcome = try VirtualMachineSuite.run(suite, hasSequencer: hasSequencer)
    if let failure = outcome.failure(of: name) {
      Issue.record("in the machine: \(failure)")
    }
  }
}

extension Trait where Self == VirtualMachineTrait {
  /// - Parameter suite: the suite's name with its target's.
  static func inVirtualMachine(_ suite: String, hasSequencer: Bool = true) -> Self {
    Self(suite: suite, hasSequencer: hasSequencer)
  }
}
