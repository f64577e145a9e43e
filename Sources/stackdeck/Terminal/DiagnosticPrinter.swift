/// Makes the text of messages.
///
///     party.toml:14:7: error: no bus is named 'mian'
///      14 | to = "mian"
///         |       ^~~~ unknown bus
///     help: did you mean 'main'? this session has main, cue, booth
struct DiagnosticPrinter: Sendable {
  var isColored: Bool
  var encoding: TextEncoding
  /// Cells of a line; longer source lines are cut.
  var columns: Int

  /// The message in lines, each with its end.
  func text(of problem: Problem) -> String {
    let style = style(of: problem.severity)
    var text = style.applied(to: problem.severity.rawValue + ": ", ifColored: isColored)
    text += encoding.encoded(problem.message) + "\n"
    return text + lines(ofHelp: problem.help)
  }

  /// The message with its source line, notes and help, each line with its end.
  func text(of diagnostic: PrintedDiagnostic) -> String {
    var text = placed(diagnostic.severity, diagnostic.message, at: diagnostic.place)
    for note in diagnostic.notes {
      if let place = note.place {
        text += placed(.note, note.message, at: place)
      } else {
        text += self.text(of: Problem(note.message, severity: .note))
      }
    }
    return text + lines(ofHelp: diagnostic.help)
  }

  private func placed(
    _ severity: Problem.Severity, _ message: String, at place: PrintedPlace
  ) -> String {
    let file = encoding.encoded(ShownText.of(place.file))
    let position = "\(file):\(place.line):\(place.column): "
    var text = TextStyle.place.applied(to: position, ifColored: isColored)
    text += style(of: severity).applied(to: severity.rawValue + ": ", ifColored: isColored)
    text += encoding.encoded(message) + "\n"
    guard let line = place.sourceLine else { return text }

    let number = String(place.line)
    let gutter = " " + number + " |"
    let blank = String(repeating: " ", count: number.utf8.count + 2) + "|"
    let excerpt = SourceExcerpt(
      of: place, line: line, limit: columns - gutter.utf8.count - 1, encoding)
    let label = place.label.isEmpty ? "" : " " + encoding.encoded(place.label)
    let carets = String(excerpt.carets.drop { $0 == " " })
    text += TextStyle.gutter.applied(to: gutter, ifColored: isColored)
    text += excerpt.text.isEmpty ? "\n" : " " + excerpt.text + "\n"
    text += TextStyle.gutter.applied(to: blank, ifColored: isColored) + " "
    text += String(repeating: " ", count: excerpt.caretStart)
    text += TextStyle.caret.applied(to: carets + label, ifColored: isColored) + "\n"
    return text
  }

  private func lines(ofHelp help: [String]) -> String {
    help.map {
      TextStyle.note.applied(to: "help: ", ifColored: isColored) + encoding.encoded($0) + "\n"
    }.joined()
  }

  private func style(of severity: Problem.Severity) -> TextStyle {
    switch severity {
    case .error: .error
    case .warning: .warning
    case .note: .note
    }
  }
}
