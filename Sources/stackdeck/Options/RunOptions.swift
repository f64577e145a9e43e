import MixIO

/// `stackdeck run SESSION`
struct RunOptions: Hashable, Sendable {
  var common = CommonOptions()
  var live = LiveOptions()
  /// `-` is standard input.
  var session: FilePath
  var watches = false
  /// A performance to play along.
  var midiFile: FilePath?
  /// What is played back; nil: nothing. `-` is standard input.
  var events: FilePath?
  /// Where what is performed is kept; nil: nowhere.
  var keptEvents: FilePath?
  /// Whether gaps that a performance had are left out.
  var mends = false
  /// For shuffled players. Nil: another order each time.
  var seed: UInt64?
}
