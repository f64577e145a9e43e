/// Something to tell about a session: what is wrong, where, and what to write instead.
///
/// Only a value: whoever shows it makes the lines. The texts are plain, lower case and without a
/// full stop.
public struct Diagnostic: Hashable, Sendable, Error {
  public enum Severity: String, Sendable {
    case error, warning
  }

  /// A second place that belongs to the matter: "'main' is defined here".
  public struct Note: Hashable, Sendable {
    public var message: String
    public var place: DiagnosticPlace

    public init(_ message: String, at place: DiagnosticPlace) {
      self.message = message
      self.place = place
    }
  }

  public var severity: Severity
  public var message: String
  public var place: DiagnosticPlace
  /// What to write instead, or what there is to choose from.
  public var help: String?
  public var notes: [Note]

  public init(
    _ message: String, at place: DiagnosticPlace, severity: Severity = .error,
    help: String? = nil, notes: [Note] = []
  ) {
    self.severity = severity
    self.message = message
    self.place = place
    self.help = help
    self.notes = notes
  }
}
