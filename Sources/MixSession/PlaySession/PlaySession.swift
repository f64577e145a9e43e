/// The session that `stackdeck play FILE…` plays: two decks on both sides of a crossfader.
///
/// It is a text, which `play` itself reads: what is printed and what is played can't differ.
public struct PlaySession: Hashable, Sendable {
  /// Whether and where it records.
  public enum Recording: Hashable, Sendable {
    case none
    /// As soon as somebody says so, to a file named after day and time.
    case ready
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
  ///   - handovers: from each file to the next one; empty where whoever plays it sees to that. With
  ///     one for each of more than two files, each file is a player of its own.
  public init(
    files: [SessionPath], recording: Recording = .none, handovers: [Handover] = []
  ) {
    var writer = Writer()
    if files.count > 2, handovers.count == files.count - 1 {
      writer.timeline(files, handovers)
      writer.recorder(recording)
      text = writer.text
      paths = writer.paths
      return
    }
    let isPair = files.count > 1
    let handover = handovers.first
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

    /// Each file a player that starts at its time, on the side that is free.
    mutating func timeline(_ files: [SessionPath], _ handovers: [Handover]) {
      line("# \(files.count) files, one after the other: what `stackdeck play` plays.")
      line("# Run: stackdeck run FILE, where FILE is this text.")
      line("")
      line("[session]")
      line("events = [")
      for (number, handover) in handovers.enumerated() {
        let over = handover.over > 0 ? ", over = \(TOMLText.number(handover.over))" : ""
        line(
          "  { at = \(TOMLText.number(max(handover.at, 0))), to = \"crossfader.position\", "
            + "value = \(number.isMultiple(of: 2) ? 1 : -1)\(over) },")
      }
      line("]")
      for (number, file) in files.enumerated() {
        let name = "track\(number + 1)"
        line("")
        line("[player.\(name)]")
        path("player.\(name).file", file)
        line("crossfade = \"\(number.isMultiple(of: 2) ? "left" : "right")\"")
        if number > 0 { line("start = \(TOMLText.number(max(handovers[number - 1].at, 0)))") }
      }
      line("")
      line("[crossfader]")
      line("position = -1")
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
      case .ready, .named:
        line("")
        line("[recorder.take]")
        line("file = \(TOMLText.quoted(PlaySession.recordingPattern))")
        if recording == .ready { line("start = \"manual\"      # waits until it is told") }
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
