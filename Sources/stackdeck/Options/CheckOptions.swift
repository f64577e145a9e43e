import MixIO

/// `stackdeck check SESSION`
struct CheckOptions: Hashable, Sendable {
  var common = CommonOptions()
  /// `-` is standard input.
  var session: FilePath
  var printsJSON = false
}
