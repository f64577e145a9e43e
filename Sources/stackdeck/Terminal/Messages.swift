import Glibc

/// Where messages to people go: standard error, or above the status lines while there are some.
///
/// Control thread.
final class Messages {
  let printer: DiagnosticPrinter
  let verbosity: CommonOptions.Verbosity
  /// Takes whole lines with their ends.
  var sink: (String) -> Void = { text in Descriptor.standardError.write(text) }

  init(printer: DiagnosticPrinter, verbosity: CommonOptions.Verbosity) {
    self.printer = printer
    self.verbosity = verbosity
  }

  /// Messages of a command with these options, for the terminal and the locale of this process.
  convenience init(_ options: CommonOptions) {
    self.init(printer: Self.printer(options.color), verbosity: options.verbosity)
  }

  /// A printer for standard error.
  static func printer(_ color: ColorChoice) -> DiagnosticPrinter {
    let error = Descriptor.standardError
    let isColored =
      switch color {
      case .always: true
      case .never: false
      case .auto: error.isTerminal && Environment.allowsColor
      }
    let columns = error.size?.columns ?? TerminalSize.usual.columns
    return DiagnosticPrinter(
      isColored: isColored, encoding: TextEncoding.ofLocale(), columns: columns)
  }

  /// Errors are always printed, warnings and notes unless `-q` was given.
  func print(_ problem: Problem) {
    guard problem.severity == .error || verbosity != .quiet else { return }
    sink(printer.text(of: problem))
  }

  func print(_ diagnostic: PrintedDiagnostic) {
    guard diagnostic.severity == .error || verbosity != .quiet else { return }
    sink(printer.text(of: diagnostic))
  }

  /// A plain line, unless `-q` was given.
  func say(_ line: String) {
    guard verbosity != .quiet else { return }
    sink(printer.encoding.encoded(line) + "\n")
  }

  /// A plain line that only `-v` prints.
  func detail(_ line: @autoclosure () -> String) {
    guard verbosity == .verbose else { return }
    sink(printer.encoding.encoded(line()) + "\n")
  }
}
