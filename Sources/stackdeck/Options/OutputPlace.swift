import MixIO

/// Where the sound goes: the WHERE of `--output`.
enum OutputPlace: Hashable, Sendable {
  /// The PulseAudio server; a sink's name, or nil for the server's default.
  case pulse(sink: String?)
  /// The server, or a file where no server is reachable.
  case automatic
  /// Nowhere, in real time.
  case null
  /// Standard output.
  case standardOutput
  /// A sound file; its ending names its kind.
  case file(FilePath, TakeKind)

  /// The words beside paths, as help and completions list them.
  static let words = ["pulse", "auto", "null", "-"]

  /// Whether it is rendered there, rather than played.
  var isRendered: Bool {
    switch self {
    case .standardOutput, .file: true
    case .pulse, .automatic, .null: false
    }
  }

  /// Reads WHERE as it was typed.
  init(typed bytes: [UInt8]) throws(ArgumentFault) {
    let word = TypedWord(bytes)
    switch word.text {
    case "pulse": self = .pulse(sink: nil)
    case "auto": self = .automatic
    case "null": self = .null
    case let text? where text.hasPrefix("pulse:"):
      let sink = text.dropFirst("pulse:".count)
      if sink.isEmpty { throw .sinkWithoutName }
      self = .pulse(sink: String(sink))
    default: self = try OutputPlace.file(typed: word, among: OutputPlace.words)
    }
  }

  /// `-`, or a path with a sound file's ending.
  static func file(typed word: TypedWord, among words: [String]) throws(ArgumentFault)
    -> OutputPlace
  {
    if word.path.isStandardStream { return .standardOutput }
    guard let kind = TakeKind(ending: word.path.ending) else {
      throw .unwritableEnding(word, words: words)
    }
    return .file(word.path, kind)
  }
}
