/// Cells of a terminal.
struct TerminalSize: Hashable, Sendable {
  var columns: Int
  var rows: Int

  /// What is assumed where nobody knows.
  static let usual = TerminalSize(columns: 80, rows: 24)
}
