/// `stackdeck help [VERB]`, `-h` and `--help`.
struct HelpOptions: Hashable, Sendable {
  var common = CommonOptions()
  /// Nil: the program as a whole.
  var verb: Verb?
  var isLong: Bool
}
