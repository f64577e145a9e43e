/// A message about a place in a text file.
struct PrintedDiagnostic: Hashable, Sendable {
  /// A second place that belongs to the matter: "'main' is defined here".
  struct Note: Hashable, Sendable {
    var message: String
    var place: PrintedPlace?

    init(_ message: String, at place: PrintedPlace? = nil) {
      self.message = message
      self.place = place
    }
  }

  var severity: Problem.Severity
  var place: PrintedPlace
  var message: String
  var notes: [Note]
  var help: [String]

  init(
    _ message: String, at place: PrintedPlace, severity: Problem.Severity = .error,
    notes: [Note] = [], help: [String] = []
  ) {
    self.severity = severity
    self.place = place
    self.message = message
    self.notes = notes
    self.help = help
  }
}
