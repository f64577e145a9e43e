/// A message about the command line or the outside world: `error: …`, then `help: …`.
///
/// The texts are plain, lower case, without a full stop; the way out stands in the help alone.
struct Problem: Error, Hashable, Sendable {
  /// How bad it is.
  enum Severity: String, Sendable {
    case error, warning, note
  }

  var severity: Severity
  var message: String
  var help: [String]

  init(_ message: String, severity: Severity = .error, help: [String]) {
    self.severity = severity
    self.message = message
    self.help = help
  }

  init(_ message: String, severity: Severity = .error, help: String? = nil) {
    self.init(message, severity: severity, help: help.map { [$0] } ?? [])
  }
}
