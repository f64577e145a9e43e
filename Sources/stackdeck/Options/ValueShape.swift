/// What the value of an option must look like.
enum ValueShape: Sendable {
  /// A number with its unit.
  case number(ClosedRange<Double>, unit: String)
  /// Seconds, or m:s, or h:m:s.
  case seconds(ClosedRange<Double>)
  /// A whole number without sign.
  case whole
  /// One of a few words.
  case choice([String])
  /// A path with a sound file's ending.
  case soundFile
  /// A path of any file.
  case file
  /// `OutputPlace`, in all its forms.
  case place
  /// `-`, or a path with a sound file's ending.
  case renderPlace
  /// ADDRESS=VALUE
  case setting
  /// The name of a controller's map, its path, or `none`.
  case controller
  /// A part of a device's name or description.
  case device
  /// A path with the ending .mid or another.
  case midiFile

  /// The values that a shell can offer before anything is typed.
  var offered: [String] {
    switch self {
    case .choice(let words): words
    case .place: OutputPlace.words
    case .renderPlace: ["-"]
    case .controller: ["none"]
    case .number, .seconds, .whole, .soundFile, .file, .setting, .device, .midiFile: []
    }
  }

  /// Whether a shell should offer files too.
  var isPath: Bool {
    switch self {
    case .soundFile, .file, .place, .renderPlace, .controller, .midiFile: true
    case .number, .seconds, .whole, .choice, .setting, .device: false
    }
  }
}
