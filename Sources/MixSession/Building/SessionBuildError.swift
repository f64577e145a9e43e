/// A plan that could not be built.
public struct SessionBuildError: Error, Sendable {
  public let diagnostics: [Diagnostic]
}
