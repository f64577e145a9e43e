import MixIO

/// `stackdeck play FILE…`
struct PlayOptions: Hashable, Sendable {
  /// Whether and where `play` records.
  enum Recording: Hashable, Sendable {
    case none
    /// To a file named after day and time.
    case namedAfterTime
    case file(FilePath, TakeKind)
  }

  /// Seconds of the fade from file to file unless told otherwise.
  static let defaultFade = 8.0

  var common = CommonOptions()
  var live = LiveOptions()
  /// At least one.
  var files: [FilePath]
  /// Seconds, 0…30.
  var fade = PlayOptions.defaultFade
  var recording = Recording.none
  var shuffles = false
  /// Nil: another order each time.
  var seed: UInt64?
  var printsSession = false
}
