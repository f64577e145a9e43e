import MixIO

/// `stackdeck render SESSION`
struct RenderOptions: Hashable, Sendable {
  var common = CommonOptions()
  /// `-` is standard input.
  var session: FilePath
  /// `.standardOutput` or `.file`; nil: only the session's recorders are written.
  var output: OutputPlace?
  var settings: [SessionSetting] = []
  /// A performance to play along.
  var midiFile: FilePath?
  /// Nil: 24 bits, or the codec's own.
  var encoding: TakeEncoding?
  var dithers = false
  /// Seconds; nil: until nothing can sound any more.
  var duration: Double?
  /// For shuffled players. Nil: another order each time.
  var seed: UInt64?
  var mayReplaceFiles = false
  var printsJSON = false
  /// What is played back; nil: nothing. `-` is standard input.
  var events: FilePath?
  /// Whether gaps that a performance had are left out.
  var mends = false
}
