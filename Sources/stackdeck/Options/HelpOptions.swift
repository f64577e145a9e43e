/// `stackdeck help [VERB]`, `-h` and `--help`.
struct HelpOptions: Hashable, Sendable {
  /// What is explained.
  enum Topic: Hashable, Sendable {
    case program
    /// Verbs that begin with the same word.
    case group(String)
    case verb(Verb)
  }

  var common = CommonOptions()
  var topic = Topic.program
  var isLong: Bool
}
