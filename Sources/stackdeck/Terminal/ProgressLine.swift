/// One line on standard error that is written again and again; nothing where that is no terminal.
///
/// Control thread.
final class ProgressLine {
  private let encoding = TextEncoding.ofLocale()
  private let isShown: Bool
  private var shown = ""

  /// - Parameter verbosity: `.quiet` shows nothing.
  init(_ verbosity: CommonOptions.Verbosity) {
    isShown =
      verbosity != .quiet && Descriptor.standardError.isTerminal && !Environment.isDumbTerminal
  }

  /// Shows how far things are, in place of what was shown before.
  func show(_ progress: RenderProgress) {
    guard isShown else { return }
    let columns = Descriptor.standardError.size?.columns ?? TerminalSize.usual.columns
    // The last cell stays free: behind it the cursor would be in the next line on some terminals.
    let line = progress.line(columns: columns - 1, encoding)
    if line == shown { return }
    shown = line
    Descriptor.standardError.write("\r\(line)\u{1B}[K")
  }

  /// Takes the line away, before a message and at the end.
  func clear() {
    guard !shown.isEmpty else { return }
    shown = ""
    Descriptor.standardError.write("\r\u{1B}[K")
  }
}
