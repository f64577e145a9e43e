import MixEngine
import TOML

/// A session that is being read: what was found, and what is wrong.
struct SessionReading {
  let source: SessionSource
  let paths: [String: SessionPath]
  /// The text is no TOML: what is missing may stand where it could not be read, so nothing is said
  /// of what is missing.
  let isBroken: Bool
  private var found: [(diagnostic: Diagnostic, offset: Int)] = []
  private(set) var errorCount = 0
  var names = SessionNames()

  init(source: SessionSource, paths: [String: SessionPath], isBroken: Bool) {
    self.source = source
    self.paths = paths
    self.isBroken = isBroken
  }

  // MARK: Diagnostics

  var hasErrors: Bool { errorCount > 0 }

  mutating func add(_ diagnostic: Diagnostic, at range: SourceRange) {
    if diagnostic.severity == .error { errorCount += 1 }
    found.append((diagnostic, range.start.offset))
  }

  mutating func error(
    _ message: String, at range: SourceRange, help: String? = nil,
    note: (message: String, range: SourceRange)? = nil
  ) {
    let notes = note.map { [Diagnostic.Note($0.message, at: source.place(of: $0.range))] } ?? []
    add(Diagnostic(message, at: source.place(of: range), help: help, notes: notes), at: range)
  }

  mutating func warn(_ message: String, at range: SourceRange, help: String? = nil) {
    // A second mistake may be the reason.
    guard !isBroken else { return }
    add(
      Diagnostic(message, at: source.place(of: range), severity: .warning, help: help), at: range)
  }

  /// In the order of the text, settings last; without the warnings that errors may be the reason of.
  var sortedDiagnostics: [Diagnostic] {
    let kept = hasErrors ? found.filter { $0.diagnostic.severity == .error } : found
    return kept.enumerated().sorted {
      ($0.element.offset, $0.offset) < ($1.element.offset, $1.offset)
    }.map(\.element.diagnostic)
  }

  // MARK: The text

  /// A value as it was typed, to be shown.
  func typed(_ value: TOMLValue) -> String {
    let text = source.typed(value.range)
    switch value.kind {
    case .integer, .float: return Shown.typedNumber(text)
    default: return Shown.word(text)
    }
  }

  /// Whether a name that nothing has may be that of something that could not be read.
  func mayBeUnread(_ name: String) -> Bool {
    if names.misplaced.contains(name) { return true }
    guard isBroken else { return false }
    let wanted = Array(name.utf8)
    guard !wanted.isEmpty else { return true }
    var count = 0, at = 0
    let bytes = source.bytes
    while at + wanted.count <= bytes.count {
      if bytes[at] == wanted[0], bytes[at..<(at + wanted.count)].elementsEqual(wanted) {
        count += 1
        if count > 1 { return true }
        at += wanted.count
      } else {
        at += 1
      }
    }
    return false
  }
}
