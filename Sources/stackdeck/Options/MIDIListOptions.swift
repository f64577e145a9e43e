import MixIO

/// `stackdeck midi list [SESSION]`
struct MIDIListOptions: Hashable, Sendable {
  var common = CommonOptions()
  /// `-` is standard input; nil: no session is asked about.
  var session: FilePath?
  var printsJSON = false
}
