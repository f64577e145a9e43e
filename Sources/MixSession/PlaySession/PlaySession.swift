/// The session that `stackdeck play FILE…` plays: two decks on both sides of a crossfader.
///
/// It is a text, which `play` itself reads: what is printed and what is played can't differ.
public struct PlaySession: Hashable, Sendable {
  /// Whether and where it records.
  public enum Recording: Hashable, Sendable {
    case none
    /// To a file named after day and time.
    case named
    /// To this file, whose name is taken as it is.
    case file(SessionPath)
  }

  /// When the first deck gives way to the second one by itself.
  public struct Handover: Hashable, Sendable {
    /// Seconds of the session's clock, 0 or later.
    public let at: Double
    /// Seconds that it takes, 0 or more.
    public let over: Double

    public init(at: Double, over: Double) {
      self.at = at
      self.over = over
    }
  }

  /// Names of both decks, left and right.
  public static let decks = ["a", "b"]
  /// Where a take without a name goes.
  public static let recordingPattern = "stackdeck-%Y%m%d-%H%M%S.wav"

  /// The session in TOML 1.0, with comments.
  public let text: String
  /// Names that can't stand in a text, by address, for `SessionReader.read(paths:)`.
  public let paths: [String: SessionPath]

  /// - Parameters:
  ///   - files: what is played, at least one; the first two are in the decks, the others are named
  ///     in a comment.
  ///   - handover: nil where whoever plays it sees to that, or there is no second file.
  public init(
    files: [SessionPath], recording: Recording = .none, handover: Handover? = nil
  ) {
    var writer = Writer()
    let isPair = files.count > 1
    writer.line(
      "# \(isPair ? "Two decks, one after the other" : "One deck"): what `stackdeck play` plays.")
    writer.line("# Run: stackdeck run FILE, where FILE is this text.")
    if isPair, let handover { writer.events(handover) }
    for (deck, file) in zip(Self.decks, files) {
      writer.line("")
      writer.line("[player.\(deck)]")
      writer.path("player.\(deck).file", file)
      if isPair { writer.line("crossfade = \"\(deck == "a" ? "left" : "right")\"") }
      if deck == "b" { writer.line("start = \"manual\"      # waits until it is told") }
    }
    if files.count > 2 {
      writer.line("")
      writer.line("# then, each into the deck that is free:")
      for file in files.dropFirst(2) { writer.line("#   \(TOMLText.quoted(file.text))") }
    }
    if isPair {
      writer.line("")
      writer.line("[crossfader]")
      writer.line("position = -1         # -1 only a, 0 both, 1 only b")
      writer.line("curve = \"additive\"    # both are full in the middle")
    }
    writer.recorder(recording)
    text = writer.text
    paths = writer.paths
  }

  private struct Writer {
    var text = ""
    var paths: [String: SessionPath] = [:]

    mutating func line(_ line: String) { text += line + "\n" }

    mutating func path(_ address: String, _ path: SessionPath) {
      if let name = String(validating: path.bytes, as: UTF8.self), !name.utf8.contains(0) {
        line("file = \(TOMLText.quoted(name))")
      } else {
        paths[address] = path
        line(
          "# file: a name that is not UTF-8, \(TOMLText.quoted(path.text)); it comes by command line"
        )
      }
    }

    mutating func events(_ handover: Handover) {
      let at = TOMLText.number(max(handover.at, 0))
      let over = handover.over > 0 ? ", over = \(TOMLText.number(handover.over))" : ""
      line("")
      line("[session]")
      line("events = [")
      line("  { at = \(at), to = \"player.b.play\", value = true },")
      line("  { at = \(at), to = \"crossfader.position\", value = 1\(over) },")
      line("]")
    }

    mutating func recorder(_ recording: Recording) {
      switch recording {
      case .none: return
      case .named:
        line("")
        line("[recorder.take]")
        line("file = \(TOMLText.quoted(PlaySession.recordingPattern))")
      case .file(let path):
        line("")
        line("[recorder.take]")
        // A per cent sign would begin a field.
        let bytes = path.bytes.flatMap { $0 == UInt8(ascii: "%") ? [$0, $0] : [$0] }
        self.path("recorder.take.file", SessionPath(bytes: bytes))
      }
    }
  }
}
