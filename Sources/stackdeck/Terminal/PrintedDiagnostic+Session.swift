import MixSession

extension PrintedDiagnostic {
  /// What a session is told.
  ///
  /// - Parameter bytes: Those of the session's file, for the lines that are shown.
  init(_ diagnostic: Diagnostic, in bytes: [UInt8]) {
    let severity: Problem.Severity =
      switch diagnostic.severity {
      case .error: .error
      case .warning: .warning
      }
    self.init(
      diagnostic.message, at: PrintedPlace(diagnostic.place, in: bytes), severity: severity,
      notes: diagnostic.notes.map { Note($0.message, at: PrintedPlace($0.place, in: bytes)) },
      help: diagnostic.help.map { [$0] } ?? [])
  }
}

extension PrintedPlace {
  init(_ place: DiagnosticPlace, in bytes: [UInt8]) {
    self.init(
      file: place.file, line: place.line, column: place.column, length: place.length(in: bytes),
      sourceLine: place.sourceLine(in: bytes))
  }
}
