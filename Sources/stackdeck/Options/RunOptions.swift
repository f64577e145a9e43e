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
  /// For shuffled players. Nil: another order each time.
  var seed: UInt64?
}
