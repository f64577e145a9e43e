import MixIO

/// `stackdeck midi learn SESSION`
struct MIDILearnOptions: Hashable, Sendable {
  var common = CommonOptions()
  var session: FilePath
  /// Whether the lines go into the session's file.
  var writes = false
}
