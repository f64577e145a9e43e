import MixIO

/// `stackdeck midi monitor [SESSION]`
struct MIDIMonitorOptions: Hashable, Sendable {
  var common = CommonOptions()
  /// `-` is standard input; nil: only what arrives is shown.
  var session: FilePath?
  var printsJSON = false
}
